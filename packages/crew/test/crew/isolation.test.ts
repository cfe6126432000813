import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

import { afterEach, describe, expect, it } from "@jest/globals";
import { clearAllHooks, defineHook, getHooks, InterceptionPoint, on } from "@boathook/hooks";
import { recordEvents, ScriptedModel } from "@boathook/testing";

import { Agent, Crew, Task } from "../../src/index.ts";
import { scripted } from "../support.ts";

afterEach(() => {
  clearAllHooks();
});

/** Answers with the last word of the task that it is shown. */
function parrot(): Agent {
  const model = new ScriptedModel({
    replies: async (request) => {
      const text = JSON.stringify(request.messages.at(-1)?.content);
      const name = /Task: Say ([^\s\\]+)/.exec(text)?.[1] ?? "?";
      await new Promise((resolve) => setTimeout(resolve, name.length));
      return { text: name, usage: { inputTokens: name.length, outputTokens: 1 } };
    },
  });
  return new Agent({ role: "{who}", goal: "g", backstory: "b", llm: model });
}

function parrotCrew(): Crew {
  const agent = parrot();
  return new Crew({
    tasks: [1, 2].map((n) => new Task({ name: `t${n}`, description: `Say {who}`, expectedOutput: "it", agent })),
    hooks: [defineHook("post_model_call", (ctx) => `${ctx.response}/${ctx.agentRole}`)],
  });
}

describe("kickoffs at the same time", () => {
  it("of one crew object, 100 of them, never mix inputs, outputs, hooks and usage", async () => {
    const crew = parrotCrew();
    const names = Array.from({ length: 100 }, (_, index) => `${"x".repeat(1 + (index % 7))}${index}`);
    const outputs = await Promise.all(names.map((who) => crew.kickoff({ who })));
    expect(outputs.map((output) => output.tasksOutput.map((task) => task.raw))).toEqual(
      names.map((who) => [`${who}/${who}`, `${who}/${who}`]),
    );
    expect(outputs.map((output) => output.usage.inputTokens)).toEqual(names.map((who) => who.length * 2));
    expect(outputs.map((output) => output.usage.requests)).toEqual(names.map(() => 2));
  });

  it("have executions of their own, each with its own unbroken numbers", async () => {
    const recorder = recordEvents();
    const crew = parrotCrew();
    const outputs = await Promise.all(["a", "bb", "ccc"].map((who) => crew.kickoff({ who })));
    recorder.stop();
    for (const { executionId } of outputs) {
      const own = recorder.events.filter((event) => event.executionId === executionId).map((event) => event.sequence);
      expect(own).toEqual(own.map((_, index) => index + 1));
    }
    expect(new Set(outputs.map((output) => output.executionId)).size).toBe(3);
  });

  it("see only the hooks of their own kickoff", async () => {
    const crew = new Crew({ tasks: [new Task({ description: "Say {who}", expectedOutput: "it", agent: parrot() })] });
    const seen: string[] = [];
    await Promise.all(
      ["a", "b", "c"].map((who) =>
        crew.kickoff(
          { who },
          { hooks: [defineHook("pre_model_call", (ctx) => void seen.push(`${who} ${ctx.agentRole}`))] },
        ),
      ),
    );
    expect(seen.sort()).toEqual(["a a", "b b", "c c"]);
  });
});

describe("after a kickoff", () => {
  it("no hook is registered", async () => {
    await parrotCrew().kickoff({ who: "me" });
    for (const point of Object.values(InterceptionPoint)) expect(getHooks(point)).toEqual([]);
  });

  it("nothing keeps the process alive", () => {
    const script = fileURLToPath(new URL("../scripts/kickoff-and-leave.ts", import.meta.url));
    const flags = ["--import", "tsx", "--conditions", "@boathook/source", script];
    // Its limits are a minute long: a timer left alive would hold the process far beyond this one.
    expect(execFileSync(process.execPath, flags, { encoding: "utf8", timeout: 30_000 }).trim()).toBe("done");
  }, 40_000);
});

describe("kickoffForEach", () => {
  it("gives results in the order of the inputs, one after another or several at a time", async () => {
    const crew = parrotCrew();
    const inputs = ["longest-of-all", "b", "cc"].map((who) => ({ who }));
    const expected = inputs.map(({ who }) => `${who}/${who}`);
    expect((await crew.kickoffForEach(inputs)).map((output) => output.raw)).toEqual(expected);
    expect((await crew.kickoffForEach(inputs, { concurrency: 3 })).map((output) => output.raw)).toEqual(expected);
  });

  it("throws the first failure, or collects every outcome", async () => {
    on("input", (ctx) => {
      if (ctx.payload["who"] === "bad") ctx.payload["who"] = Symbol("nothing to write down");
    });
    const crew = parrotCrew();
    const inputs = ["a", "bad", "c"].map((who) => ({ who }));
    await expect(crew.kickoffForEach(inputs)).rejects.toMatchObject({ code: "invalid_inputs" });
    const settled = await crew.kickoffForEach(inputs, { onError: "collect" });
    expect(settled.map((outcome) => outcome.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });
});

describe("configuration", () => {
  it("is refused with all faults at once", () => {
    const lonely = new Task({ name: "lonely", description: "d", expectedOutput: "e" });
    const late = new Task({ name: "late", description: "d", expectedOutput: "e", agent: scripted([]) });
    const early = new Task({
      name: "early",
      description: "d",
      expectedOutput: "e",
      agent: scripted([]),
      context: [late],
    });
    const build = (): Crew => new Crew({ name: "broken", tasks: [lonely, early, late] });
    expect(build).toThrow('tasks[0].agent: task "lonely" has no agent');
    expect(build).toThrow('tasks[1].context[0]: task "early" needs "late", which comes after it');
  });

  it("by hand from an undecorated instance says what to use", () => {
    expect(() => new Crew({ tasks: undefined as never })).toThrow("runtime.crew(Class)");
  });

  it("without a model is refused before anything runs", async () => {
    const agent = new Agent({ role: "Nobody", goal: "g", backstory: "b" });
    const crew = new Crew({ tasks: [new Task({ description: "d", expectedOutput: "e", agent })] });
    await expect(crew.kickoff()).rejects.toMatchObject({
      code: "invalid_configuration",
      message: expect.stringContaining("BOATHOOK_MODEL"),
    });
  });

  it("takes only plain objects as inputs", async () => {
    const crew = parrotCrew();
    await expect(async () => crew.kickoff([] as never)).rejects.toMatchObject({ code: "invalid_inputs" });
    await expect(crew.kickoff({})).rejects.toMatchObject({ code: "missing_input", key: "who" });
  });

  it("lists the inputs it needs", () => {
    expect(parrotCrew().inputs()).toEqual(["who"]);
  });
});
