import { InterceptionPoint, on, type HookPoints } from "@boathook/hooks";

/** One call of a hook that only watches. */
export interface ProbedCall {
  readonly point: string;
  /** The live context: it goes on changing until the dispatch is over. */
  readonly context: unknown;
}

/** Hooks that only watch, and what they were called with. */
export interface HookProbe extends Disposable {
  /** Grows while the probe is registered. */
  readonly calls: readonly ProbedCall[];
  /** Takes the hooks out; what was seen stays. */
  stop(): void;
}

/** Registers a hook that only watches at each of the points, for the whole process; at all ten when none is named. */
export function probeHooks(...points: readonly (keyof HookPoints)[]): HookProbe {
  const calls: ProbedCall[] = [];
  const watched = points.length === 0 ? Object.values(InterceptionPoint) : points;
  const registrations = watched.map((point) =>
    on(point, { name: `probe of ${point}` }, (context: unknown) => {
      calls.push({ point, context });
      return undefined;
    }),
  );
  const stop = (): void => {
    for (const registration of registrations) registration.unregister();
  };
  return { calls, stop, [Symbol.dispose]: stop };
}
