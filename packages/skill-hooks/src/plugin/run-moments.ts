import type { ExecutionEndContext, ExecutionStartContext, OnFunction } from "@boathook/hooks";
import { currentFrame, DetachedWorkService, service, type BoathookEvent, type EventStreams } from "@boathook/kernel";

import type { SkillEventInput } from "../catalogue/event-input.ts";
import type { SkillEvent } from "../catalogue/events.ts";
import { SkillHooksService } from "../run/skill-hook-set.ts";

declare module "@boathook/kernel" {
  interface FrameSlots {
    /** Set by a host whose sessions are not runs: what hooks of a tool call are told, and whose runs are no sessions of their own. */
    readonly skillSession?: Pick<SkillEventInput, "sessionId" | "permissionMode" | "transcriptPath"> | undefined;
  }
}

/** How many runs of one execution are open: a session begins with the first, and ends with the last. Forgotten with the execution. */
const depths = new WeakMap<object, number>();

/** SessionStart and SessionEnd around every outermost run of a crew or flow. */
export function registerRunMoments(on: OnFunction): { unregister(): boolean }[] {
  return [
    on("execution_start", { name: "skill hooks: SessionStart" }, began),
    on("execution_end", { name: "skill hooks: SessionEnd" }, ended),
  ];
}

function began({ executionId }: ExecutionStartContext): Promise<void> | undefined {
  if (currentFrame().skillSession !== undefined) return undefined;
  return deepen(1) === 1 ? run("SessionStart", { sessionId: executionId, keyword: "startup" }) : undefined;
}

function ended({ executionId, status }: ExecutionEndContext): Promise<void> | undefined {
  if (currentFrame().skillSession !== undefined || deepen(-1) > 0) return undefined;
  return run("SessionEnd", { sessionId: executionId, keyword: status === "completed" ? "complete" : "other" });
}

function deepen(by: 1 | -1): number {
  const { execution } = currentFrame();
  if (execution === undefined) return by === 1 ? 1 : 0;
  const depth = (depths.get(execution) ?? 0) + by;
  depths.set(execution, depth);
  return depth;
}

async function run(event: SkillEvent, input: SkillEventInput): Promise<void> {
  const set = service(SkillHooksService);
  if (set.wants(event, input)) await set.run(event, input);
}

/** What is known from events alone: hooks are told, nobody waits for them, and what they say changes nothing. */
const TOLD: Readonly<
  Record<string, { readonly event: SkillEvent; readonly read: (event: BoathookEvent) => SkillEventInput }>
> = {
  graph_task_created: { event: "TaskCreated", read: taskInput },
  graph_task_settled: { event: "TaskCompleted", read: taskInput },
  subagent_started: { event: "SubagentStart", read: subagentInput },
  subagent_completed: { event: "SubagentStop", read: subagentInput },
  subagent_failed: { event: "SubagentStop", read: subagentInput },
  skill_activated: { event: "InstructionsLoaded", read: skillInput },
};

/** TaskCreated, TaskCompleted, SubagentStart, SubagentStop and InstructionsLoaded, from the events of a runtime. */
export function listenToEvents(events: EventStreams): { unsubscribe(): void } {
  return events.all.subscribe((happened) => {
    const told = TOLD[happened.type];
    if (told === undefined) return;
    const input = { sessionId: happened.executionId, agentName: happened.agentRole, ...told.read(happened) };
    const set = service(SkillHooksService);
    if (set.wants(told.event, input))
      service(DetachedWorkService).add(`the ${told.event} hooks`, set.run(told.event, input));
  });
}

function taskInput(event: BoathookEvent): SkillEventInput {
  const { task, subject, status } = fieldsOf(event);
  return { taskId: task, taskSubject: subject ?? task, taskStatus: status };
}

function subagentInput(event: BoathookEvent): SkillEventInput {
  const { subagent, mode, task, text, status } = fieldsOf(event);
  return {
    subagentName: subagent,
    subagentMode: mode,
    subagentTask: task,
    subagentResult: text,
    subagentStatus: status,
  };
}

function skillInput(event: BoathookEvent): SkillEventInput {
  const { skill } = fieldsOf(event);
  return { keyword: "skill", skillNames: skill === undefined ? [] : [skill] };
}

/** The texts among an event's fields: its class belongs to a package that is not known here. */
function fieldsOf(event: BoathookEvent): Partial<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(event).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
