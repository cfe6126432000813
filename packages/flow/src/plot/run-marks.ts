import type { BoathookEvent } from "@boathook/kernel";

import { MethodExecutionFailedEvent, MethodExecutionFinishedEvent, MethodExecutionStartedEvent } from "../events.ts";

/** What became of one method in a run. */
export interface RunMark {
  /** At which places among all executions it ran, from 1. */
  readonly places: readonly number[];
  /** Milliseconds, of all its executions together. */
  readonly durationMs: number;
  readonly status: "finished" | "failed" | "running";
}

/** What the events of one run say of each method, by name. */
export function marksOf(events: Iterable<BoathookEvent>): ReadonlyMap<string, RunMark> {
  const marks = new Map<string, RunMark>();
  const startedAt = new Map<string, number>();
  for (const event of events) {
    if (event instanceof MethodExecutionStartedEvent) {
      startedAt.set(event.id, event.timestamp);
      const { places = [], durationMs = 0 } = marks.get(event.methodName) ?? {};
      marks.set(event.methodName, { places: [...places, startedAt.size], durationMs, status: "running" });
    } else if (event instanceof MethodExecutionFinishedEvent) {
      close(marks, event, { status: "finished", since: startedAt.get(event.startedEventId ?? "") });
    } else if (event instanceof MethodExecutionFailedEvent) {
      close(marks, event, { status: "failed", since: startedAt.get(event.startedEventId ?? "") });
    }
  }
  return marks;
}

function close(
  marks: Map<string, RunMark>,
  { methodName, timestamp }: MethodExecutionFinishedEvent | MethodExecutionFailedEvent,
  { status, since }: { readonly status: RunMark["status"]; readonly since: number | undefined },
): void {
  const mark = marks.get(methodName);
  if (mark === undefined || since === undefined) return; // its beginning is not among these events
  marks.set(methodName, { ...mark, status, durationMs: mark.durationMs + timestamp - since });
}

/** `2, 5 · 120 ms`. */
export function describeMark({ places, durationMs, status }: RunMark): string {
  const when = `#${places.join(", #")}`;
  return status === "running"
    ? `${when} · not finished`
    : `${when} · ${durationMs} ms${status === "failed" ? " · failed" : ""}`;
}
