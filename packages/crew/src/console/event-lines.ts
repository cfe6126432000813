import {
  FlowFailedEvent,
  FlowFinishedEvent,
  FlowStartedEvent,
  MethodExecutionFailedEvent,
  MethodExecutionFinishedEvent,
  MethodExecutionStartedEvent,
} from "@boathook/flow";
import { HookDispatchedEvent, HumanInputReceivedEvent, HumanInputRequestedEvent } from "@boathook/hooks";
import type { BoathookEvent } from "@boathook/kernel";
import { LlmCallCompletedEvent, LlmCallFailedEvent } from "@boathook/models";
import { ToolUsageCompletedEvent, ToolUsageFailedEvent, ToolUsageProgressEvent } from "@boathook/tools";

import {
  AgentExecutionFailedEvent,
  AgentExecutionStartedEvent,
  CrewKickoffCompletedEvent,
  CrewKickoffFailedEvent,
  CrewKickoffStartedEvent,
  GuardrailCompletedEvent,
  TaskCompletedEvent,
  TaskFailedEvent,
  TaskSkippedEvent,
  TaskStartedEvent,
} from "../events.ts";
import { errorLine, oneLine } from "./one-line.ts";
import type { Mood } from "./screen.ts";

/** What is shown of one event. */
export interface EventLine {
  readonly mood: Mood;
  readonly text: string;
}

/** The line of an event; undefined for those that are not shown. */
export function lineOf(event: BoathookEvent): EventLine | undefined {
  return LINES.get(event.type)?.(event);
}

const LINES: ReadonlyMap<string, (event: BoathookEvent) => EventLine | undefined> = new Map([
  on(CrewKickoffStartedEvent, ({ crewName }) => begun(`crew ${quoted(crewName)}`)),
  on(CrewKickoffCompletedEvent, ({ crewName, usage }) =>
    good(`crew ${quoted(crewName)} done, ${count(usage.requests, "model call")}, ${count(usage.totalTokens, "token")}`),
  ),
  on(CrewKickoffFailedEvent, ({ crewName, error }) => bad(`crew ${quoted(crewName)} failed: ${errorLine(error)}`)),
  on(TaskStartedEvent, ({ taskName }) => begun(`task ${quoted(taskName)}`)),
  on(TaskCompletedEvent, ({ taskName, output }) => good(`task ${quoted(taskName)} done: ${oneLine(output.raw)}`)),
  on(TaskFailedEvent, ({ taskName, error }) => bad(`task ${quoted(taskName)} failed: ${errorLine(error)}`)),
  on(TaskSkippedEvent, ({ taskName, reason }) => note(`task ${quoted(taskName)} left out: ${oneLine(reason)}`)),
  on(AgentExecutionStartedEvent, ({ agentRole }) => begun(`agent ${quoted(agentRole)}`)),
  on(AgentExecutionFailedEvent, ({ agentRole, error }) =>
    bad(`agent ${quoted(agentRole)} failed: ${errorLine(error)}`),
  ),
  on(GuardrailCompletedEvent, ({ ok, error }) => (ok ? undefined : note(`guardrail says no: ${oneLine(error ?? "")}`))),
  on(LlmCallCompletedEvent, ({ modelId, usage }) =>
    note(`model ${oneLine(modelId)} answered, ${count(usage.totalTokens, "token")}`),
  ),
  on(LlmCallFailedEvent, ({ modelId, error }) => bad(`model ${oneLine(modelId)} failed: ${errorLine(error)}`)),
  on(ToolUsageCompletedEvent, ({ toolName, output, blocked, skipped }) =>
    blocked || skipped ? note(oneLine(output)) : good(`tool ${oneLine(toolName)}: ${oneLine(output)}`),
  ),
  on(ToolUsageFailedEvent, ({ toolName, error }) => bad(`tool ${oneLine(toolName)} failed: ${errorLine(error)}`)),
  on(ToolUsageProgressEvent, ({ toolName, message }) => note(`tool ${oneLine(toolName)}: ${oneLine(message)}`)),
  on(FlowStartedEvent, ({ flowName }) => begun(`flow ${quoted(flowName)}`)),
  on(FlowFinishedEvent, ({ flowName }) => good(`flow ${quoted(flowName)} done`)),
  on(FlowFailedEvent, ({ flowName, error }) => bad(`flow ${quoted(flowName)} failed: ${errorLine(error)}`)),
  on(MethodExecutionStartedEvent, ({ methodName }) => begun(`method ${quoted(methodName)}`)),
  on(MethodExecutionFinishedEvent, ({ methodName }) => good(`method ${quoted(methodName)} done`)),
  on(MethodExecutionFailedEvent, ({ methodName, error }) =>
    bad(`method ${quoted(methodName)} failed: ${errorLine(error)}`),
  ),
  on(HumanInputRequestedEvent, ({ prompt }) => note(`a person is asked: ${oneLine(prompt)}`)),
  on(HumanInputReceivedEvent, ({ answer }) => note(`a person answered: ${oneLine(answer)}`)),
  on(HookDispatchedEvent, ({ outcome, interceptionPoint, abortReason, abortSource }) =>
    outcome === "aborted"
      ? bad(`stopped at ${interceptionPoint} by ${oneLine(abortSource ?? "a hook")}: ${oneLine(abortReason ?? "")}`)
      : undefined,
  ),
]);

function on<E extends BoathookEvent>(
  type: { readonly type: string; readonly prototype: E },
  line: (event: E) => EventLine | undefined,
): [string, (event: BoathookEvent) => EventLine | undefined] {
  return [type.type, (event) => line(event as E)]; // it is looked up by the type of the event
}

function begun(text: string): EventLine {
  return { mood: "begun", text };
}

function good(text: string): EventLine {
  return { mood: "good", text };
}

function bad(text: string): EventLine {
  return { mood: "bad", text };
}

function note(text: string): EventLine {
  return { mood: "note", text };
}

function quoted(name: string | undefined): string {
  return `"${oneLine(name ?? "", 60)}"`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
