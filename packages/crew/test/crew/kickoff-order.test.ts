import { afterEach, describe, expect, it } from "@jest/globals";
import { clearAllHooks, HookDispatchedEvent, InterceptionPoint, on } from "@boathook/hooks";
import { events } from "@boathook/kernel";
import { callTool, recordEvents } from "@boathook/testing";

import { Crew, Task } from "../../src/index.ts";
import { echo, scripted } from "../support.ts";

afterEach(() => {
  clearAllHooks();
});

function twoTaskCrew(): Crew {
  const agent = scripted([callTool("echo", { text: "hi" }), "first", "second"], { tools: [echo] });
  const research = new Task({ name: "research", description: "Look", expectedOutput: "a note", agent });
  const write = new Task({ name: "write", description: "Write", expectedOutput: "a text", agent });
  return new Crew({ name: "pair", tasks: [research, write] });
}

describe("a kickoff of two tasks", () => {
  it("dispatches hooks and emits events in the documented order, with the inner flow's boundary inside the crew's", async () => {
    for (const point of Object.values(InterceptionPoint)) on(point, () => undefined);
    const recorder = recordEvents();
    const output = await twoTaskCrew().kickoff({ topic: "tides" });
    recorder.stop();

    expect(output.raw).toBe("second");
    const model = ["pre_model_call", "llm_call_started"];
    const answered = [...model, "post_model_call", "llm_call_completed"];
    expect(recorder.trail()).toEqual([
      "execution_start",
      "input",
      "crew_kickoff_started",
      "execution_start",
      "input",
      "task_started",
      "pre_step",
      "agent_execution_started",
      ...model,
      "llm_call_completed",
      "pre_tool_call",
      "tool_usage_started",
      "post_tool_call",
      "tool_usage_completed",
      ...answered,
      "agent_execution_completed",
      "post_step",
      "task_completed",
      "task_started",
      "pre_step",
      "agent_execution_started",
      ...answered,
      "agent_execution_completed",
      "post_step",
      "task_completed",
      "output",
      "execution_end",
      "output",
      "execution_end",
      "crew_kickoff_completed",
    ]);
  });

  it("shows boundary hooks the crew first and last, and the inner flow in between", async () => {
    const seen: string[] = [];
    for (const point of ["execution_start", "input", "output", "execution_end"] as const) {
      on(
        point,
        (ctx) =>
          void seen.push(
            `${point} ${ctx.crew === undefined ? "flow" : "crew"} ${ctx.flow === undefined ? "" : "flow"}`.trim(),
          ),
      );
    }
    await twoTaskCrew().kickoff({ topic: "tides" });
    expect(seen).toEqual([
      "execution_start crew",
      "input crew",
      "execution_start flow flow",
      "input flow flow",
      "output flow flow",
      "execution_end flow flow",
      "output crew",
      "execution_end crew",
    ]);
  });

  it("numbers events without gaps and nests them under their started events", async () => {
    const recorder = recordEvents();
    await twoTaskCrew().kickoff();
    recorder.stop();
    expect(recorder.events.map((event) => event.sequence)).toEqual(recorder.events.map((_, index) => index + 1));
    const byId = new Map(recorder.events.map((event) => [event.id, event]));
    const path = (id: string | undefined): string[] => {
      const event = id === undefined ? undefined : byId.get(id);
      return event === undefined ? [] : [...path(event.parentId), event.type];
    };
    const toolUse = recorder.events.find((event) => event.type === "tool_usage_started");
    expect(path(toolUse?.id)).toEqual([
      "crew_kickoff_started",
      "task_started",
      "agent_execution_started",
      "tool_usage_started",
    ]);
    const closed = recorder.events
      .filter((event) => event.startedEventId !== undefined)
      .map((event) => event.startedEventId);
    const started = recorder.events.filter((event) => event.type.endsWith("_started")).map((event) => event.id);
    expect([...closed].sort()).toEqual([...started].sort());
  });

  it("emits no hook event where nobody registered a hook", async () => {
    const seen: unknown[] = [];
    const subscription = events.on(HookDispatchedEvent).subscribe((event) => seen.push(event));
    await twoTaskCrew().kickoff();
    subscription.unsubscribe();
    expect(seen).toEqual([]);
  });
});
