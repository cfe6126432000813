import {
  type BoathookEvent,
  CrewKickoffStartedEvent,
  HookDispatchedEvent,
  TaskCompletedEvent,
  TaskFailedEvent,
  TaskStartedEvent,
  ToolUsageCompletedEvent,
  ToolUsageFailedEvent,
  ToolUsageStartedEvent,
  type EventStreams,
} from "boathook";

/** Tells on `write`, line by line, what a run is doing. Gives back how to stop. */
export function showProgress(events: EventStreams, write: (line: string) => void): () => void {
  const subscription = events.all.subscribe((event) => {
    const line = lineOf(event);
    if (line !== undefined) write(line);
  });
  return () => {
    subscription.unsubscribe();
  };
}

function lineOf(event: BoathookEvent): string | undefined {
  return crewLine(event) ?? toolLine(event) ?? stopLine(event);
}

function crewLine(event: BoathookEvent): string | undefined {
  if (event instanceof CrewKickoffStartedEvent) return `crew ${event.crewName ?? ""} begins`;
  if (event instanceof TaskStartedEvent) return `▸ task ${event.taskName ?? ""} (${event.agentRole ?? ""})`;
  if (event instanceof TaskCompletedEvent)
    return `✓ task ${event.taskName ?? ""}: ${event.output.raw.length} characters`;
  return event instanceof TaskFailedEvent ? `✗ task ${event.taskName ?? ""} failed` : undefined;
}

function toolLine(event: BoathookEvent): string | undefined {
  if (event instanceof ToolUsageStartedEvent) return `    ${event.toolName} ${shortened(JSON.stringify(event.input))}`;
  if (event instanceof ToolUsageFailedEvent) return `    ${event.toolName} failed`;
  return event instanceof ToolUsageCompletedEvent && event.blocked ? `    ${event.toolName} was blocked` : undefined;
}

function stopLine(event: BoathookEvent): string | undefined {
  if (!(event instanceof HookDispatchedEvent) || event.outcome !== "aborted") return undefined;
  return `    ⛔ ${event.interceptionPoint}: ${event.abortReason ?? ""}`;
}

function shortened(text: string): string {
  return text.length > 90 ? `${text.slice(0, 89)}…` : text;
}
