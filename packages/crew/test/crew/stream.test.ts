import { afterEach, describe, expect, it } from "@jest/globals";
import { clearAllHooks, defineHook, HookAborted, on } from "@boathook/hooks";

import { Crew, Task, type CrewOptions } from "../../src/index.ts";
import { scripted } from "../support.ts";

afterEach(() => {
  clearAllHooks();
});

function crewOf(replies: Parameters<typeof scripted>[0], options: Partial<CrewOptions> = {}): Crew {
  return new Crew({
    tasks: [new Task({ name: "only", description: "d", expectedOutput: "e", agent: scripted(replies) })],
    ...options,
  });
}

describe("a watched kickoff", () => {
  it("gives its events in order, the texts of the model as they are written, and then its result", async () => {
    const stream = crewOf(["one two three"]).stream();
    const types: string[] = [];
    const texts: string[] = [];
    for await (const frame of stream) {
      if (frame.channel === "llm" && frame.text !== undefined) texts.push(frame.text);
      else types.push(frame.type);
    }
    expect(texts.join("")).toBe("one two three");
    expect(texts.length).toBeGreaterThan(1);
    expect(types).toEqual([
      "crew_kickoff_started",
      "task_started",
      "agent_execution_started",
      "llm_call_started",
      "llm_call_completed",
      "agent_execution_completed",
      "task_completed",
      "crew_kickoff_completed",
    ]);
    expect((await stream.result).raw).toBe("one two three");
  });

  it("starts at the first look, and each boundary fires once", async () => {
    const ends: string[] = [];
    on("execution_end", (ctx) => {
      if (ctx.crew !== undefined) ends.push(ctx.status);
    });
    const stream = crewOf(["x"]).stream();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(ends).toEqual([]);
    await stream.result;
    expect(ends).toEqual(["completed"]);
  });

  it("is cancelled when its reader leaves, and ends as failed", async () => {
    const ends: string[] = [];
    on("execution_end", (ctx) => {
      if (ctx.crew !== undefined) ends.push(ctx.status);
    });
    const stream = crewOf([{ text: "late", delayMs: 10_000 }]).stream();
    for await (const frame of stream) if (frame.type === "llm_call_started") break;
    expect(ends).toEqual(["failed"]);
    await expect(stream.result).rejects.toMatchObject({ code: "run_cancelled" });
  });

  it("throws to its reader what stopped it", async () => {
    const stop = new HookAborted("no");
    const hooks = [
      defineHook("pre_step", () => {
        throw stop;
      }),
    ];
    const read = async (): Promise<void> => {
      for await (const frame of crewOf(["x"], { hooks }).stream()) frame;
    };
    await expect(read()).rejects.toBe(stop);
  });

  it("shows the texts as written; a hook that buffers has them whole and rewritten", async () => {
    const secret = defineHook("post_model_call", (ctx) => ctx.response.replace("secret", "[x]"));
    const buffered = defineHook("post_model_call", { bufferStreams: true }, (ctx) =>
      ctx.response.replace("secret", "[x]"),
    );
    const read = async (crew: Crew): Promise<[string, string]> => {
      const stream = crew.stream();
      let text = "";
      for await (const frame of stream) text += frame.channel === "llm" ? (frame.text ?? "") : "";
      return [text, (await stream.result).raw];
    };
    expect(await read(crewOf(["a secret word"], { hooks: [secret] }))).toEqual(["a secret word", "a [x] word"]);
    expect(await read(crewOf(["a secret word"], { hooks: [buffered] }))).toEqual(["a [x] word", "a [x] word"]);
  });
});
