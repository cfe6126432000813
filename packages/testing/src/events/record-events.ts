import { HookDispatchedEvent } from "@boathook/hooks";
import { events as processEvents, type BoathookEvent, type EventClass, type EventStreams } from "@boathook/kernel";

/** What happened since the recording began, in order. */
export interface EventRecorder extends Disposable {
  /** Grows while the recording runs. */
  readonly events: readonly BoathookEvent[];
  /** The types of all events. */
  types(): string[];
  /** The events of that class and its subclasses. */
  of<E extends BoathookEvent>(type: EventClass<E>): E[];
  /** As `types()`, but a dispatch to hooks stands as its point: `"pre_tool_call"`. */
  trail(): string[];
  /** Ends the recording; what was recorded stays. */
  stop(): void;
}

/** Records the events of a crew, a flow, a runtime, or by default of the whole process. */
export function recordEvents(source: EventStreams = processEvents): EventRecorder {
  const events: BoathookEvent[] = [];
  const subscription = source.all.subscribe((event) => {
    events.push(event);
  });
  const stop = (): void => {
    subscription.unsubscribe();
  };
  return {
    events,
    types: () => events.map((event) => event.type),
    of: <E extends BoathookEvent>(type: EventClass<E>) => events.filter((event): event is E => event instanceof type),
    trail: () => events.map((event) => (event instanceof HookDispatchedEvent ? event.interceptionPoint : event.type)),
    stop,
    [Symbol.dispose]: stop,
  };
}
