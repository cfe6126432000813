import { afterEach, describe, expect, it } from "@jest/globals";
import { Flow, Listen, Start } from "@boathook/flow";
import { clearAllHooks, defineHook, HookAborted, on, type HookDefinition } from "@boathook/hooks";
import { BoathookError } from "@boathook/kernel";
import { callTool, ScriptedModel, type ScriptedReply } from "@boathook/testing";
import { tool, type Tool } from "@boathook/tools";
import { z } from "zod";

import { Agent, Crew, Task } from "../../src/index.ts";

afterEach(() => {
  clearAllHooks();
});

/** Every boundary that fires, in order: `+crew name`, `-crew name status`. */
function watchBoundaries(): string[] {
  const trail: string[] = [];
  on("execution_start", ({ crew, flow }) => void trail.push(`+${crew ? `crew ${crew.name}` : `flow ${flow.name}`}`));
  on("execution_end", ({ crew, flow, status }) => {
    trail.push(`-${crew ? `crew ${crew.name}` : `flow ${flow.name}`} ${status}`);
  });
  return trail;
}

/** How often something began, and how often it ended. */
function counts(trail: readonly string[]): { began: number; completed: number; failed: number } {
  const having = (test: RegExp): number => trail.filter((entry) => test.test(entry)).length;
  return { began: having(/^\+/), completed: having(/^-.* completed$/), failed: having(/^-.* failed$/) };
}

function crewOf(name: string, replies: ScriptedReply | readonly ScriptedReply[], tools: readonly Tool[] = []): Crew {
  const model = new ScriptedModel({ replies: Array.isArray(replies) ? replies : () => replies as ScriptedReply });
  const agent = new Agent({ role: name, goal: "g", backstory: "b", llm: model, tools });
  return new Crew({ name, tasks: [new Task({ description: "d {n}", expectedOutput: "e", agent })] });
}

function codeOf(error: unknown): string {
  return BoathookError.is(error) ? error.code : "not ours";
}

const slow = { text: "late", delayMs: 60_000 };

/** Aborts as soon as the run asks a model. */
function atFirstCall(stop: AbortController): HookDefinition {
  return defineHook("pre_model_call", () => {
    setImmediate(() => {
      stop.abort(new Error("enough"));
    });
  });
}

describe("a run that is cancelled ends each boundary that it began, once", () => {
  it("a crew", async () => {
    const trail = watchBoundaries();
    const stop = new AbortController();
    const running = crewOf("c", slow).kickoff({ n: 1 }, { signal: stop.signal, hooks: [atFirstCall(stop)] });
    await expect(running).rejects.toMatchObject({ code: "run_cancelled" });
    expect(trail).toEqual(["+crew c", "+flow c", "-flow c failed", "-crew c failed"]);
  });

  it("a crew that has used its time", async () => {
    const trail = watchBoundaries();
    await expect(crewOf("c", slow).kickoff({ n: 1 }, { timeoutMs: 20 })).rejects.toMatchObject({
      code: "execution_timeout",
    });
    expect(trail).toEqual(["+crew c", "+flow c", "-flow c failed", "-crew c failed"]);
  });

  it("a crew in a tool of a crew in a method of a flow", async () => {
    const trail = watchBoundaries();
    const inner = crewOf("inner", slow);
    const ask = tool({
      name: "ask",
      description: "a",
      inputSchema: z.object({}),
      execute: async () => (await inner.kickoff({ n: 2 })).raw,
    });
    const outer = crewOf("outer", [callTool("ask")], [ask]);
    class Around extends Flow {
      @Start() async begin(): Promise<string> {
        return (await outer.kickoff({ n: 1 })).raw;
      }
    }
    const stop = new AbortController();
    const hook = defineHook("pre_model_call", { agents: ["inner"] }, () => {
      setImmediate(() => {
        stop.abort();
      });
    });
    await expect(new Around().kickoff({}, { signal: stop.signal, hooks: [hook] })).rejects.toMatchObject({
      code: "run_cancelled",
    });
    const owners = ["flow Around", "crew outer", "flow outer", "crew inner", "flow inner"];
    expect(trail.slice(0, 5)).toEqual(owners.map((owner) => `+${owner}`));
    expect(trail.slice(5).sort()).toEqual(owners.map((owner) => `-${owner} failed`).sort());
  });

  it("a run that was cancelled before it began", async () => {
    const trail = watchBoundaries();
    await expect(crewOf("c", "x").kickoff({ n: 1 }, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: "run_cancelled",
    });
    const { began, completed, failed } = counts(trail);
    expect([began, completed]).toEqual([failed, 0]);
  });
});

describe("kickoffForEach", () => {
  const inputs = Array.from({ length: 6 }, (_, n) => ({ n }));
  const third = defineHook("input", (ctx) => {
    if (ctx.payload["n"] === 2) throw new HookAborted("not the third");
  });

  it("begins and ends each run once", async () => {
    const trail = watchBoundaries();
    await crewOf("c", "x").kickoffForEach(inputs, { concurrency: 3 });
    expect(counts(trail)).toEqual({ began: 12, completed: 12, failed: 0 });
  });

  it("that collects lets a failed run end as failed, and the others go on", async () => {
    const trail = watchBoundaries();
    await crewOf("c", "x").kickoffForEach(inputs, { concurrency: 2, onError: "collect", hooks: [third] });
    expect(counts(trail)).toEqual({ began: 11, completed: 10, failed: 1 });
  });

  it("that is cancelled starts no further run, also where it collects", async () => {
    const trail = watchBoundaries();
    const stop = new AbortController();
    const options = { concurrency: 2, onError: "collect", signal: stop.signal, hooks: [atFirstCall(stop)] } as const;
    const settled = await crewOf("c", slow).kickoffForEach(inputs, options);
    expect(settled.map((outcome) => (outcome.status === "rejected" ? codeOf(outcome.reason) : "ran"))).toEqual(
      inputs.map(() => "run_cancelled"),
    );
    expect(counts(trail)).toEqual({ began: 4, completed: 0, failed: 4 });
    const late = crewOf("c", "x").kickoffForEach(inputs, { signal: stop.signal });
    await expect(late).rejects.toMatchObject({ code: "run_cancelled" });
    expect(counts(trail).began).toBe(4);
  });

  it("that throws cancels the runs under way, and begins no further one", async () => {
    const trail = watchBoundaries();
    const failing = crewOf("c", slow).kickoffForEach(inputs, { concurrency: 3, hooks: [third] });
    await expect(failing).rejects.toMatchObject({ reason: "not the third" });
    expect(counts(trail)).toEqual({ began: 5, completed: 0, failed: 5 });
  });
});

describe("200 kickoffs at once, each with scopes of its own", () => {
  const mark = (name: string): HookDefinition =>
    defineHook("post_model_call", async (ctx) => {
      await new Promise((resolve) => setTimeout(resolve, name.length % 4));
      return `${ctx.response} <${name}>`;
    });
  const stopping = (name: string): HookDefinition =>
    defineHook("post_step", { kinds: ["task"] }, () => Promise.reject(new HookAborted(name)));

  const shared = new Agent({
    role: "Shared",
    goal: "g",
    backstory: "b",
    llm: new ScriptedModel({ replies: (_request, index) => ({ text: "said", delayMs: (index * 7) % 5 }) }),
  });
  const task = new Task({ description: "d", expectedOutput: "e", agent: shared });
  const sharedCrew = new Crew({ name: "shared", tasks: [task] });

  class Asking extends Flow<Record<string, unknown>, string> {
    constructor(
      readonly crew: Crew,
      hooks: readonly HookDefinition[],
    ) {
      super({ hooks });
    }
    @Start() async inquire(): Promise<string> {
      return (await this.crew.kickoff()).raw;
    }
    @Listen("inquire") pass(answer: string): string {
      return answer;
    }
  }

  /** Four shapes: run scope; crew scope; flow and crew scope; two scopes, aborted. */
  async function run(index: number): Promise<string> {
    const name = `run ${index}`;
    const own = new Crew({ tasks: [task], hooks: [mark(`crew of ${name}`)] });
    switch (index % 4) {
      case 0:
        return (await sharedCrew.kickoff({}, { hooks: [mark(name)] })).raw;
      case 1:
        return (await own.kickoff()).raw;
      case 2:
        return new Asking(own, [mark(`flow of ${name}`)]).kickoff();
      default:
        return new Asking(sharedCrew, [mark(name), stopping(name)]).kickoff().catch((error: unknown) => {
          return HookAborted.is(error) ? `stopped by ${error.reason}` : "failed otherwise";
        });
    }
  }

  const expected = (index: number): string => {
    const name = `run ${index}`;
    switch (index % 4) {
      case 0:
        return `said <${name}>`;
      case 1:
        return `said <crew of ${name}>`;
      case 2:
        return `said <flow of ${name}> <crew of ${name}>`;
      default:
        return `stopped by ${name}`;
    }
  };

  it("see their own hooks only, outermost first, with one end per start", async () => {
    const trail = watchBoundaries();
    const all = Array.from({ length: 200 }, (_, index) => index);
    expect(await Promise.all(all.map(run))).toEqual(all.map(expected));
    // 50 crews twice (crew and inner flow) in the first two shapes, three boundaries in the others.
    expect(counts(trail)).toEqual({ began: 500, completed: 350, failed: 150 });
    expect((await sharedCrew.kickoff()).raw).toBe("said"); // nothing is left over
  });
});
