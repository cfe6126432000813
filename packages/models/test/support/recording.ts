import {
  defaultServices,
  events,
  runInFrame,
  childFrame,
  type BoathookEvent,
  type Clock,
  type Logger,
  type ServiceKey,
} from "@boathook/kernel";
import { ClockService, LoggerService } from "@boathook/kernel";

/** Every event from now on. */
export function record(): {
  readonly seen: BoathookEvent[];
  readonly types: () => string[];
  readonly stop: () => void;
} {
  const seen: BoathookEvent[] = [];
  const subscription = events.all.subscribe((event) => seen.push(event));
  return { seen, types: () => seen.map((event) => event.type), stop: () => subscription.unsubscribe() };
}

/** A logger that keeps its warnings. */
export function keptLogger(): Logger & { readonly warnings: string[] } {
  const warnings: string[] = [];
  const warn = (data: object | string, message?: string): void => {
    warnings.push(message ?? (typeof data === "string" ? data : JSON.stringify(data)));
  };
  return { warnings, warn, debug: () => undefined, info: () => undefined, error: warn };
}

/** A clock on which waiting takes no time; it keeps how long was waited. */
export function quickClock(): Clock & { readonly waits: number[] } {
  const waits: number[] = [];
  return {
    waits,
    now: () => Date.now(),
    sleep: async (ms) => {
      waits.push(ms);
    },
  };
}

/** Runs `work` with other services than the process's. */
export function withServices<T>(
  services: { readonly clock?: Clock; readonly logger?: Logger; readonly more?: ReadonlyMap<unknown, unknown> },
  work: () => T,
): T {
  const own = new Map<unknown, unknown>([...(services.more ?? [])]);
  if (services.clock !== undefined) own.set(ClockService, services.clock);
  if (services.logger !== undefined) own.set(LoggerService, services.logger);
  const source = {
    get: <S>(key: ServiceKey<S>): S => (own.has(key) ? (own.get(key) as S) : defaultServices.get(key)), // stored under its own key
  };
  return runInFrame(childFrame({ services: source }), work);
}
