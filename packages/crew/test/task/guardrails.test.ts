import { afterEach, describe, expect, it } from "@jest/globals";
import { clearAllHooks, on } from "@boathook/hooks";
import { OutputConversionError } from "@boathook/models";
import { recordEvents } from "@boathook/testing";
import { z } from "zod";

import {
  GuardrailCompletedEvent,
  GuardrailStartedEvent,
  Task,
  type TaskOutput,
  type Guardrail,
} from "../../src/index.ts";
import { bench, lastMessage, purposesOf } from "./support.ts";

const yes = '{"ok":true,"feedback":""}';
const no = (feedback: string): string => JSON.stringify({ ok: false, feedback });

afterEach(() => {
  clearAllHooks();
});

describe("a criterion in words", () => {
  it("is judged by the agent's model, in a hooked call that sees output and criterion as data", async () => {
    const seen: string[] = [];
    on("pre_model_call", (ctx) => void seen.push(`${ctx.purpose} of ${ctx.agentRole}`));
    const { crew, model } = bench(["Paris", yes], { guardrail: "names a city" });
    expect((await crew.kickoff()).raw).toBe("Paris");
    expect(seen).toEqual(["agent of Worker", "guardrail of Worker"]);
    expect(JSON.parse(lastMessage(model, 1))).toEqual({ criterion: "names a city", task: "Do it", output: "Paris" });
    expect(model.requests[1]?.outputSchema).toMatchObject({ required: ["ok", "feedback"] });
  });

  it("that is not met goes back to the agent with the feedback", async () => {
    const { crew, model } = bench(["1", no("name a city"), "Paris", yes], { guardrail: "names a city" });
    expect((await crew.kickoff()).raw).toBe("Paris");
    expect(lastMessage(model, 2)).toContain("name a city");
    model.assertComplete();
  });

  it("whose verdict cannot be read is asked for again, and after three answers the task fails", async () => {
    const again = bench(["x", "hm", "well", yes], { guardrail: "good" });
    expect((await again.crew.kickoff()).raw).toBe("x");
    const { crew, model } = bench(["x", "hm", '{"ok":"yes"}', "{}"], { guardrail: "good" });
    await expect(crew.kickoff()).rejects.toMatchObject({
      code: "guardrail_failed",
      lastError: expect.stringContaining('no readable verdict came on the criterion "good"'),
    });
    model.assertComplete();
  });

  it("that the model cannot be asked about fails the task: nothing passes unjudged", async () => {
    const down = bench(["x", new Error("down"), new Error("down"), new Error("down")], { guardrail: "good" });
    await expect(down.crew.kickoff()).rejects.toThrow("down");
    on("pre_model_call", (ctx) => ctx.purpose !== "guardrail");
    await expect(bench(["x"], { guardrail: "good" }).crew.kickoff()).rejects.toMatchObject({
      code: "llm_call_blocked",
    });
  });

  it("may stand in a list beside functions, in order, each seeing what the one before left", async () => {
    const guardrails: Guardrail[] = [
      (out) => ({ ok: true, value: `${out.raw}!` }),
      "ends with !",
      () => ({ ok: true }),
    ];
    const { crew, model } = bench(["Paris", yes], { guardrails, guardrail: () => ({ ok: false, error: "not asked" }) });
    expect((await crew.kickoff()).raw).toBe("Paris!");
    expect(lastMessage(model, 1)).toContain("Paris!");
    expect(await purposesOf(bench(["a", yes], { guardrails: ["one", () => ({ ok: true })] }).crew)).toEqual([
      "agent",
      "guardrail",
    ]);
  });

  it("is taken as it is, whatever stands in it", async () => {
    const criterion = "no {placeholder}, no $& and no `code`";
    const { crew, model } = bench(["x", yes], { guardrail: criterion });
    await crew.kickoff();
    expect((JSON.parse(lastMessage(model, 1)) as { criterion: string }).criterion).toBe(criterion);
  });
});

describe("the retry after a refusal", () => {
  it("asks all guardrails again, in order, and keeps what the agent was told", async () => {
    const asked: string[] = [];
    const guardrails: Guardrail[] = [
      (out) => {
        asked.push(`first ${out.raw}`);
        return { ok: true };
      },
      (out) => {
        asked.push(`second ${out.raw}`);
        return out.raw === "2" ? { ok: true } : { ok: false, error: "not 2" };
      },
    ];
    const { crew, model } = bench(["1", "2"], { guardrails });
    await crew.kickoff();
    expect(asked).toEqual(["first 1", "second 1", "first 2", "second 2"]);
    expect(model.requests[1]?.messages.slice(0, 2)).toEqual(model.requests[0]?.messages);
    expect(model.requests[1]?.messages.slice(2)).toMatchObject([
      { role: "assistant", content: "1" },
      { role: "user", content: expect.stringContaining("not 2") },
    ]);
  });

  it("is limited: 3 further attempts, or as many as the task says", async () => {
    const guardrail: Guardrail = () => ({ ok: false, error: "never" });
    await expect(bench(["1", "2", "3", "4"], { guardrail }).crew.kickoff()).rejects.toMatchObject({ attempts: 4 });
    const none = bench(["1"], { guardrail, guardrailMaxRetries: 0 });
    await expect(none.crew.kickoff()).rejects.toMatchObject({
      code: "guardrail_failed",
      attempts: 1,
      lastError: "never",
    });
  });
});

describe("guardrail events", () => {
  it("come in pairs, one per guardrail and attempt, inside of the task", async () => {
    const { crew } = bench(["1", "2", yes], {
      guardrails: [
        function isTwo(out: TaskOutput) {
          return out.raw === "2" ? { ok: true as const } : { ok: false as const, error: "not 2" };
        },
        "is a number",
      ],
    });
    const recorder = recordEvents(crew.events);
    await crew.kickoff();
    recorder.stop();
    const started = recorder.of(GuardrailStartedEvent);
    expect(started.map(({ guardrail, attempt, taskName }) => [guardrail, attempt, taskName])).toEqual([
      ["isTwo", 0, "only"],
      ["isTwo", 1, "only"],
      ["is a number", 1, "only"],
    ]);
    const completed = recorder.of(GuardrailCompletedEvent);
    expect(completed.map(({ ok, error }) => [ok, error])).toEqual([
      [false, "not 2"],
      [true, undefined],
      [true, undefined],
    ]);
    expect(completed.map((event) => event.startedEventId)).toEqual(started.map((event) => event.id));
  });

  it("close also where the guardrail throws", async () => {
    const boom = new Error("boom");
    const { crew } = bench(["1"], {
      guardrail: () => {
        throw boom;
      },
    });
    const recorder = recordEvents(crew.events);
    await expect(crew.kickoff()).rejects.toBe(boom);
    recorder.stop();
    expect(recorder.of(GuardrailCompletedEvent).map(({ ok, error }) => [ok, error])).toEqual([[false, "Error: boom"]]);
  });
});

describe("what a guardrail gives", () => {
  it("may be a whole output, whose object is taken as it is; without one it is read anew", async () => {
    const outputSchema = z.object({ n: z.number() });
    const whole = bench(['{"n":1}'], {
      outputSchema,
      guardrail: (out) => ({ ok: true, value: out.with({ raw: "two", parsed: { n: 2 } }) }),
    });
    expect((await whole.crew.kickoff()).tasksOutput[0]).toMatchObject({ raw: "two", parsed: { n: 2 } });
    const bare = bench(['{"n":1}'], {
      outputSchema,
      guardrail: (out) => ({ ok: true, value: out.with({ raw: '{"n":3}' }) }),
    });
    expect((await bare.crew.kickoff()).parsed).toEqual({ n: 3 });
  });

  it("goes back to the agent where it no longer fits the schema", async () => {
    const outputSchema = z.object({ n: z.number() });
    let asked = 0;
    const guardrail: Guardrail = () => ({ ok: true, value: (asked += 1) === 1 ? '{"n":"x"}' : '{"n":5}' });
    const { crew, model } = bench(['{"n":1}', '{"n":1}'], { outputSchema, guardrail });
    expect((await crew.kickoff()).parsed).toEqual({ n: 5 });
    model.assertComplete();
  });
});

describe("bad guardrails", () => {
  it("that fail to read an answer of their own fail the task, and are not taken for a refusal", async () => {
    const failure = new OutputConversionError("mine");
    const { crew, model } = bench(["x"], { guardrail: () => Promise.reject(failure) });
    await expect(crew.kickoff()).rejects.toBe(failure);
    model.assertComplete();
  });

  it.each([undefined, null, true, "ok", {}, { ok: "yes" }, { ok: false }, { ok: true, value: 7 }])(
    "that answer %j fail the task by name",
    async (answer) => {
      const guardrail = function vague() {
        return answer;
      } as unknown as Guardrail; // what plain JavaScript may do
      await expect(bench(["x"], { guardrail }).crew.kickoff()).rejects.toMatchObject({
        code: "invalid_hook_result",
        message: expect.stringContaining("vague"),
      });
    },
  );

  it("that are no guardrails are refused when the task is made, all at once", () => {
    const options = { description: "d", expectedOutput: "e", guardrail: 7, guardrails: ["", {}] };
    expect(() => new Task(options as never)).toThrow(
      expect.objectContaining({
        faults: [
          { path: "guardrail", message: "expected a function, or a criterion in words, got number" },
          { path: "guardrails.0", message: "expected a function, or a criterion in words, got string" },
          { path: "guardrails.1", message: "expected a function, or a criterion in words, got object" },
        ],
      }),
    );
  });
});
