import { afterEach, describe, expect, it } from "@jest/globals";
import { Flow, Listen, Start, type FlowOptions } from "@boathook/flow";
import { clearAllHooks, defineHook, HookAborted, on, withHookScope } from "@boathook/hooks";
import type { ModelRequest } from "@boathook/models";
import { callTool, recordEvents } from "@boathook/testing";
import { tool, type Tool } from "@boathook/tools";
import { z } from "zod";

import { createRuntime, Crew, Task, type CrewOptions } from "../../src/index.ts";
import { echo, scripted } from "../support.ts";

afterEach(() => {
  clearAllHooks();
});

function oneTask(
  name: string,
  replies: Parameters<typeof scripted>[0],
  options: Partial<CrewOptions> & { tools?: Tool[] } = {},
): Crew {
  const { tools = [echo], ...rest } = options;
  const task = new Task({
    name: `${name} task`,
    description: "d",
    expectedOutput: "e",
    agent: scripted(replies, { tools }),
  });
  return new Crew({ name, tasks: [task], ...rest });
}

/** What the last message of a request says. */
function lastText({ messages }: ModelRequest): string {
  const content = messages.at(-1)?.content;
  return typeof content === "string" ? content : JSON.stringify(content);
}

/** A tool that kicks off the crew. */
function crewTool(inner: Crew): Tool {
  return tool({
    name: "ask_crew",
    description: "asks a crew",
    inputSchema: z.object({}),
    execute: async () => (await inner.kickoff()).raw,
  });
}

const deny = defineHook("pre_tool_call", { tools: ["echo"], name: "deny" }, () => {
  throw new HookAborted("no echo here", "policy");
});

describe("a crew inside a tool of another crew", () => {
  it("cannot escape the outer crew's policy, nor that of the kickoff or the block around it", async () => {
    const blocked = "Tool execution blocked by hook. Tool: echo. Reason: no echo here";
    const build = (options: Partial<CrewOptions> = {}): Crew => {
      const inner = oneTask("inner", [callTool("echo", { text: "x" }), (request) => lastText(request)]);
      return oneTask("outer", [callTool("ask_crew"), (request) => lastText(request)], {
        tools: [crewTool(inner)],
        ...options,
      });
    };
    expect((await build({ hooks: [deny] }).kickoff()).raw).toBe(blocked);
    expect((await build().kickoff({}, { hooks: [deny] })).raw).toBe(blocked);
    const inBlock = await withHookScope(({ on: onScope }) => {
      onScope("pre_tool_call", { tools: ["echo"] }, () => {
        throw new HookAborted("no echo here", "policy");
      });
      return build().kickoff();
    });
    expect(inBlock.raw).toBe(blocked);
    expect((await build().kickoff()).raw).toBe("x");
  });

  it("shows its own hooks nothing of the outer crew", async () => {
    const seen: string[] = [];
    const watch = defineHook("pre_model_call", (ctx) => {
      seen.push(ctx.crew?.name ?? "?");
    });
    const inner = oneTask("inner", ["in"], { hooks: [watch] });
    await oneTask("outer", [callTool("ask_crew"), "out"], { tools: [crewTool(inner)] }).kickoff();
    expect(seen).toEqual(["inner"]);
  });

  it("that is aborted stops the outer crew too, each with its own end (A17)", async () => {
    const stop = new HookAborted("inner says no");
    const inner = oneTask("inner", ["in"], {
      hooks: [
        defineHook("pre_step", () => {
          throw stop;
        }),
      ],
    });
    const ends: string[] = [];
    on("execution_end", (ctx) => {
      if (ctx.crew !== undefined) ends.push(`${ctx.crew.name} ${ctx.status} ${String(ctx.error === stop)}`);
    });
    const outer = oneTask("outer", [callTool("ask_crew"), "never"], { tools: [crewTool(inner)] });
    await expect(outer.kickoff()).rejects.toBe(stop);
    expect(ends).toEqual(["inner failed true", "outer failed true"]);
  });
});

describe("a crew inside a flow's method", () => {
  class Around extends Flow {
    constructor(
      readonly inner: Crew,
      options: FlowOptions = {},
    ) {
      super(options);
    }
    @Start() begin(): string {
      return "begun";
    }
    @Listen("begin") async inquire(): Promise<string> {
      return (await this.inner.kickoff()).raw;
    }
  }

  it("runs in the flow's execution: one sequence, its events below the method's, its usage in the flow's", async () => {
    const flow = new Around(oneTask("inner", ["in"]));
    const recorder = recordEvents();
    expect(await flow.kickoff()).toBe("in");
    recorder.stop();
    expect(new Set(recorder.events.map((event) => event.executionId)).size).toBe(1);
    const crewStarted = recorder.events.find((event) => event.type === "crew_kickoff_started");
    const parent = recorder.events.find((event) => event.id === crewStarted?.parentId);
    expect(parent).toMatchObject({ type: "method_execution_started", methodName: "inquire" });
    expect(flow.usage.requests).toBe(1);
  });

  it("is under the hooks of the flow, of its kickoff and of the block around it", async () => {
    const seen: string[] = [];
    const note =
      (name: string) =>
      (ctx: { readonly crew: unknown }): undefined => {
        if (ctx.crew !== undefined) seen.push(name);
      };
    const inner = oneTask("inner", ["in", "in"], { hooks: [defineHook("input", note("crew"))] });
    const flow = new Around(inner, { hooks: [defineHook("input", note("flow"))] });
    await withHookScope(({ on: onScope }) => {
      onScope("input", note("block"));
      return flow.kickoff({}, { hooks: [defineHook("input", note("flow's kickoff"))] });
    });
    expect(seen).toEqual(["block", "flow", "flow's kickoff", "crew"]);
    await inner.kickoff();
    expect(seen.slice(4)).toEqual(["crew"]);
  });

  it("fails the flow with the very abort", async () => {
    const stop = new HookAborted("no");
    const inner = oneTask("inner", ["in"], {
      hooks: [
        defineHook("output", () => {
          throw stop;
        }),
      ],
    });
    await expect(new Around(inner).kickoff()).rejects.toBe(stop);
  });
});

describe("a crew on another runtime", () => {
  it("inside of a run, is under that run's hooks and the process's, whatever its runtime shuts out", async () => {
    const seen: string[] = [];
    const note = (name: string) => (): undefined => void seen.push(name);
    on("pre_model_call", { agents: ["Inner"] }, note("process"));
    const runtime = createRuntime({ processHooks: false });
    runtime.hooks.on("pre_model_call", note("its own"));
    const agent = scripted(["in"], { role: "Inner" });
    const inner = new Crew({ tasks: [new Task({ description: "d", expectedOutput: "e", agent })], runtime });
    const outer = oneTask("outer", [callTool("ask_crew"), "out"], {
      tools: [crewTool(inner)],
      hooks: [defineHook("pre_model_call", { agents: ["Inner"] }, note("outer crew"))],
    });
    await outer.kickoff();
    expect(seen).toEqual(["process", "outer crew", "its own"]);
  });
});
