import type { FrameNames } from "../frame-names.ts";
import { processWide } from "../process-wide.ts";
import { toRedactedJson } from "./redacted-json.ts";
import type { Redaction } from "./redaction.ts";

/** What every event knows beside its own fields. */
export interface EventMeta {
  readonly executionId: string;
  readonly sequence: number;
  readonly timestamp: number;
  readonly parentSequence: number | undefined;
  readonly startedSequence: number | undefined;
  readonly names: FrameNames;
  readonly redaction: Redaction;
}

/** Something that happened in a run: a type tag, plain readonly fields, and where it stands in the run. */
export class BoathookEvent {
  /** The tag of this class; its name in JSON. */
  static readonly type: string = "event";

  readonly type: string;
  /** Unique: the execution's id and the event's number. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  /** Counts up in one execution, also across concurrent branches; the first is 1. */
  readonly sequence: number;
  readonly executionId: string;
  /** The started event inside which this one happened. */
  readonly parentId: string | undefined;
  /** The event before this one in the execution. */
  readonly previousId: string | undefined;
  /** On a closing event: the started event it closes. */
  readonly startedEventId: string | undefined;
  readonly crewName: string | undefined;
  readonly flowName: string | undefined;
  readonly taskName: string | undefined;
  readonly taskId: string | undefined;
  readonly agentRole: string | undefined;
  readonly agentId: string | undefined;
  /** No field of the event: it is not compared, spread or written. */
  readonly #redaction: Redaction;

  constructor(meta: EventMeta, fields: object = {}) {
    this.type = new.target.type;
    this.id = eventId(meta.executionId, meta.sequence);
    this.timestamp = meta.timestamp;
    this.sequence = meta.sequence;
    this.executionId = meta.executionId;
    this.parentId = optionalId(meta.executionId, meta.parentSequence);
    this.previousId = meta.sequence > 1 ? eventId(meta.executionId, meta.sequence - 1) : undefined;
    this.startedEventId = optionalId(meta.executionId, meta.startedSequence);
    this.crewName = meta.names.crewName;
    this.flowName = meta.names.flowName;
    this.taskName = meta.names.taskName;
    this.taskId = meta.names.taskId;
    this.agentRole = meta.names.agentRole;
    this.agentId = meta.names.agentId;
    this.#redaction = meta.redaction;
    Object.assign(this, fields);
  }

  /** True: it happened earlier, and comes out of a recording. */
  get isReplay(): boolean {
    return replayed.has(this);
  }

  /** The event as JSON, without secrets; `eventFromJson` reads it back. */
  toJSON(): Record<string, unknown> {
    return toRedactedJson(Object.assign({}, this), this.#redaction) as Record<string, unknown>; // a record in gives a record out
  }
}

const replayed = processWide("replayed/1", () => new WeakSet<BoathookEvent>());

/** Says of an event that it comes out of a recording. */
export function markReplayed(event: BoathookEvent): BoathookEvent {
  replayed.add(event);
  return event;
}

/** A class of events; subscribing to it also gives its subclasses. */
export type EventClass<E extends BoathookEvent = BoathookEvent> = abstract new (...args: never[]) => E;

/** The constructor that `defineEvent` gives: one class for one `type`. */
export interface EventConstructor<T extends string, F extends object> {
  new (meta: EventMeta, fields: F): BoathookEvent & { readonly type: T } & Readonly<F>;
  readonly type: T;
}

/** The fields of an event class, as `emit` wants them. */
export type EventFields<C> = C extends new (meta: EventMeta, fields: infer F) => unknown ? F : never;

/** Declares an event class: `class LampLit extends defineEvent("lamp_lit")<{ room: string }>() {}`. */
export function defineEvent<const T extends string>(type: T): <F extends object = object>() => EventConstructor<T, F> {
  return <F extends object>() => {
    class DefinedEvent extends BoathookEvent {
      static override readonly type = type;
    }
    return DefinedEvent as unknown as EventConstructor<T, F>; // the base constructor assigns the fields, which TypeScript cannot see
  };
}

function eventId(executionId: string, sequence: number): string {
  return `${executionId}.${sequence}`;
}

function optionalId(executionId: string, sequence: number | undefined): string | undefined {
  return sequence === undefined ? undefined : eventId(executionId, sequence);
}
