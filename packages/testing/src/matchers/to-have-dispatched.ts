import type { HookOutcome } from "@boathook/hooks";

/** What is asked of a dispatch beside its point. */
export interface DispatchedWhat {
  readonly outcome?: HookOutcome | undefined;
}

/** What is looked at: a recorder, or the events themselves. */
export type Dispatches = readonly unknown[] | { readonly events: readonly unknown[] };

/** What the test runner is told. */
export interface MatcherVerdict {
  readonly pass: boolean;
  readonly message: () => string;
}

interface Dispatched {
  readonly interceptionPoint: string;
  readonly outcome: string;
}

/** Passes when one of the received events is a dispatch of this point, with this outcome if one is named. */
export function toHaveDispatched(received: unknown, point: string, what: DispatchedWhat = {}): MatcherVerdict {
  const events = eventsIn(received);
  if (events === undefined) {
    return {
      pass: false,
      message: () =>
        `toHaveDispatched looks at a recorder (recordEvents()) or a list of events; it was given ${typeName(received)}.`,
    };
  }
  const dispatches = events.filter(isDispatch);
  const wanted = point.toLowerCase();
  const pass = dispatches.some(
    (event) => event.interceptionPoint === wanted && (what.outcome === undefined || event.outcome === what.outcome),
  );
  const asked = what.outcome === undefined ? wanted : `${wanted} (${what.outcome})`;
  return {
    pass,
    message: () =>
      `Expected ${pass ? "no dispatch" : "a dispatch"} of ${asked}. Dispatched were, in order:\n${listOf(dispatches)}`,
  };
}

function eventsIn(received: unknown): readonly unknown[] | undefined {
  if (isList(received)) return received;
  if (typeof received !== "object" || received === null || !("events" in received)) return undefined;
  return isList(received.events) ? received.events : undefined;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** By its tag: an event read back from JSON counts as well. */
function isDispatch(event: unknown): event is Dispatched {
  return typeof event === "object" && event !== null && (event as { type?: unknown }).type === "hook_dispatched";
}

function listOf(dispatches: readonly Dispatched[]): string {
  if (dispatches.length === 0) return "  (nothing: no hook was registered at any point that was reached)";
  return dispatches.map(({ interceptionPoint, outcome }) => `  ${interceptionPoint} (${outcome})`).join("\n");
}

function typeName(value: unknown): string {
  return value === null ? "null" : typeof value;
}
