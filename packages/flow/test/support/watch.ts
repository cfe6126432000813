import { HookDispatchedEvent } from "@boathook/hooks";
import { events, type BoathookEvent } from "@boathook/kernel";

/** What a run gave or threw, and everything that happened in it, one line each. */
export interface Watched {
  readonly value: unknown;
  readonly error: unknown;
  readonly trail: readonly string[];
  readonly events: readonly BoathookEvent[];
}

/** Runs it to its end; a dispatch stands as its point, a method's event as `started|finished|failed name`. */
export async function watch(run: () => Promise<unknown>): Promise<Watched> {
  const seen: BoathookEvent[] = [];
  const subscription = events.all.subscribe((event) => {
    seen.push(event);
  });
  const settled = await run().then(
    (value) => ({ value, error: undefined }),
    (error: unknown) => ({ value: undefined, error }),
  );
  subscription.unsubscribe();
  return { ...settled, trail: seen.map(lineOf), events: seen };
}

function lineOf(event: BoathookEvent): string {
  if (event instanceof HookDispatchedEvent) {
    const outcome = event.outcome === "proceeded" ? "" : ` ${event.outcome}`;
    return `${event.interceptionPoint}${event.stepName === undefined ? "" : ` ${event.stepName}`}${outcome}`;
  }
  const method: unknown = Reflect.get(event, "methodName");
  if (typeof method !== "string") return event.type;
  return `${event.type.replace("method_execution_", "")} ${method}`;
}

/** Resolves after so many milliseconds, whatever happens to the run. */
export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
