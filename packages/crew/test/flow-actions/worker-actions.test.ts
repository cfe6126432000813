import "@boathook/testing/reset";

import { afterEach, describe, expect, it } from "@jest/globals";
import { Flow } from "@boathook/flow";
import { on } from "@boathook/hooks";
import { events, type BoathookEvent } from "@boathook/kernel";
import { tool } from "@boathook/tools";
import { z } from "zod";

import { Agent, Crew, registerFlowAgent, registerFlowCrew, registerFlowTool, Task } from "../../src/index.ts";
import { scripted } from "../support.ts";

const undo: (() => void)[] = [];
afterEach(() => {
  for (const one of undo.splice(0)) one();
});

const PRESS = {
  name: "press",
  methods: {
    draft: { start: true, crew: "writers", inputs: { topic: "${state.topic}" } },
    check: { listen: "draft", agent: "editor", prompt: "Check: ${input}" },
  },
} as const;

function crew(): Crew {
  const agent = scripted(["The tide rises."]);
  const task = new Task({ description: "Write about {topic}", expectedOutput: "a line", agent });
  return new Crew({ agents: [agent], tasks: [task] });
}

describe("declared flows", () => {
  it("kick registered crews off and ask registered agents, inside of their own run", async () => {
    undo.push(registerFlowCrew("writers", crew), registerFlowAgent("editor", scripted(["Checked."])));
    const seen: BoathookEvent[] = [];
    const subscription = events.all.subscribe((event) => seen.push(event));
    expect(await Flow.fromDefinition(PRESS).kickoff({ topic: "tides" })).toBe("Checked.");
    subscription.unsubscribe();
    const ids = new Set(seen.map(({ executionId }) => executionId));
    expect([ids.size, seen.map(({ type }) => type).includes("crew_kickoff_completed")]).toEqual([1, true]);
    const asked = seen.filter(({ type }) => type === "llm_call_started").map((event) => JSON.stringify(event));
    expect(asked[0]).toContain("Write about tides");
    expect(asked[1]).toContain("Check: The tide rises.");
  });

  it("are refused when they name a crew or agent that nobody registered, all at once, with suggestions", () => {
    undo.push(registerFlowCrew("writer", crew));
    expect(() => Flow.fromDefinition(PRESS)).toThrow(
      /no crew "writers" is registered \(did you mean "writer"\?\).*no agent "editor" is registered/s,
    );
  });

  it("fail when a name stands for something else", async () => {
    const wrong = (() => new Agent({ role: "r", goal: "g", backstory: "b" })) as unknown as () => Crew; // as plain JavaScript may
    undo.push(registerFlowCrew("writers", wrong), registerFlowAgent("editor", scripted([])));
    await expect(Flow.fromDefinition(PRESS).kickoff({ topic: "x" })).rejects.toThrow("expected a crew");
  });

  it("use registered tools, through every hook of tool calls", async () => {
    const add = tool({
      name: "add",
      description: "Adds",
      inputSchema: z.object({ a: z.number(), b: z.number() }),
      execute: ({ a, b }) => {
        if (b === 0) throw new Error("nothing to add");
        return { sum: a + b };
      },
    });
    undo.push(registerFlowTool(add));
    const flow = Flow.fromDefinition({
      name: "sum",
      methods: {
        add: { start: true, tool: "add", input: { a: "${state.a}", b: "${state.b}" } },
        show: { listen: "add", value: "sum: ${input.sum}" },
      },
    });
    expect(await flow.kickoff({ a: 1, b: 2 })).toBe("sum: 3");
    await expect(flow.kickoff({ a: 1, b: 0 })).rejects.toThrow("nothing to add");
    undo.push(on("pre_tool_call", ({ toolInput }) => toolInput["b"] !== 7).unregister);
    await expect(flow.kickoff({ a: 1, b: 7 })).rejects.toThrow("Tool execution blocked by hook. Tool: add");
    expect(() => Flow.fromDefinition({ name: "x", methods: { a: { start: true, tool: "ad" } } })).toThrow(
      'no tool "ad" is registered (did you mean "add"?)',
    );
  });
});
