import { currentFrame, type Logger, type ServiceKey, type ServiceSource } from "../../src/index.ts";

/** The current services with one replaced. */
export function withService<T>(key: ServiceKey<T>, value: T): ServiceSource {
  const outer = currentFrame().services;
  // The one key that is compared with is the one whose type is T.
  return {
    get: <U>(asked: ServiceKey<U>) => ((asked as unknown) === key ? (value as unknown as U) : outer.get(asked)),
  };
}

/** A logger that keeps its lines: level, data, message. */
export function recordingLogger(): { logger: Logger; lines: unknown[][] } {
  const lines: unknown[][] = [];
  const write =
    (level: string) =>
    (data: object | string, message?: string): void => {
      lines.push([level, data, message]);
    };
  return { logger: { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") }, lines };
}
