import { service } from "./frame.ts";
import { LoggerService, stderrLogger, type Logger } from "./logger.ts";

/** Writes one line to the current run's logger. A logger that throws hurts nobody: the line goes to standard error instead. */
export function log(level: keyof Logger, data: object | string, message?: string): void {
  try {
    service(LoggerService)[level](data, message);
  } catch {
    stderrLogger[level](data, message);
  }
}
