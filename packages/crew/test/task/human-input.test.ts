import { afterEach, describe, expect, it } from "@jest/globals";
import { clearAllHooks, on, type HumanInput } from "@boathook/hooks";

import { createRuntime, Crew, type Guardrail } from "../../src/index.ts";
import { bench, named } from "./support.ts";

afterEach(() => {
  clearAllHooks();
});

/** Gives these replies in order, and keeps what it was asked. */
function person(...replies: readonly string[]): HumanInput & { readonly prompts: string[] } {
  const prompts: string[] = [];
  return {
    prompts,
    ask: ({ prompt }) => {
      prompts.push(prompt);
      const reply = replies[prompts.length - 1];
      return reply === undefined ? Promise.reject(new Error("asked too often")) : Promise.resolve(reply);
    },
  };
}

describe("humanInput", () => {
  it("shows the answer to a person; an empty reply accepts it", async () => {
    const humanInput = person("  ");
    const { crew } = bench(["first"], { humanInput: true });
    expect((await crew.kickoff({}, { humanInput })).raw).toBe("first");
    expect(humanInput.prompts).toEqual(['Task "only", done by Worker:\nfirst']);
  });

  it("gives feedback to the agent with all it knows, round after round", async () => {
    const { model, agent } = bench(["base", "first", "second", "third"]);
    const tasks = [named("a", agent), named("b", agent, { humanInput: true })];
    const output = await new Crew({ tasks }).kickoff({}, { humanInput: person("shorter", "in French", "") });
    expect(output.raw).toBe("third");
    const [, asked, , last] = model.requests;
    expect(last?.messages.slice(0, 2)).toEqual(asked?.messages);
    expect(JSON.stringify(asked?.messages)).toContain("base");
    expect(last?.messages.slice(2).map(({ role, content }) => [role, content])).toEqual([
      ["assistant", "first"],
      ["user", expect.stringContaining("shorter")],
      ["assistant", "second"],
      ["user", expect.stringContaining("in French")],
    ]);
    expect(output.tasksOutput[1]?.usage.requests).toBe(3);
  });

  it("asks only about what the guardrails accept, and they judge every new answer", async () => {
    const guardrail: Guardrail = ({ raw }) => (raw.includes("!") ? { ok: true } : { ok: false, error: "no !" });
    const humanInput = person("louder", "");
    const { crew } = bench(["a", "a!", "b", "b!!"], { humanInput: true, guardrail });
    expect((await crew.kickoff({}, { humanInput })).raw).toBe("b!!");
    expect(humanInput.prompts.map((prompt) => prompt.split("\n")[1])).toEqual(["a!", "b!!"]);
  });

  it("comes before POST_STEP, callbacks and events: nobody sees what was not accepted", async () => {
    const seen: string[] = [];
    on("post_step", (ctx) => {
      if (ctx.kind === "task") seen.push(ctx.payload.raw);
    });
    const { crew } = bench(["bad", "good"], { humanInput: true, callback: ({ raw }) => void seen.push(raw) });
    await crew.kickoff({}, { humanInput: person("no", "") });
    expect(seen).toEqual(["good", "good"]);
  });

  it("fails closed where nobody can answer", async () => {
    const gone: HumanInput = { ask: () => Promise.reject(new Error("terminal is gone")) };
    await expect(bench(["x"], { humanInput: true }).crew.kickoff({}, { humanInput: gone })).rejects.toMatchObject({
      code: "human_input_unavailable",
    });
    // Jest has no terminal.
    await expect(bench(["x"], { humanInput: true }).crew.kickoff()).rejects.toMatchObject({
      code: "human_input_unavailable",
    });
  });

  it("ends with the run: a person who never answers does not hold up a cancellation", async () => {
    const silent: HumanInput = { ask: () => new Promise<string>(() => undefined) };
    const { crew } = bench(["x"], { humanInput: true });
    await expect(crew.kickoff({}, { humanInput: silent, timeoutMs: 30 })).rejects.toMatchObject({
      code: "execution_timeout",
    });
  });

  it("uses the runtime's person where the kickoff names none", async () => {
    const humanInput = person("");
    await using runtime = createRuntime({ humanInput });
    const { crew } = bench(["x"], { humanInput: true }, { crew: { runtime } });
    await crew.kickoff();
    expect(humanInput.prompts).toHaveLength(1);
  });

  it("takes any text as feedback unharmed", async () => {
    const text = "$& `x` {other} {{y}} \u202Eabc 🚣";
    const { crew, model } = bench(["a", "b"], { humanInput: true });
    await crew.kickoff({}, { humanInput: person(text, "") });
    expect(JSON.stringify(model.requests[1]?.messages)).toContain(JSON.stringify(text).slice(1, -1));
  });
});
