import { toRedactedJson } from "./events/redacted-json.ts";
import { serviceKey } from "./services.ts";

/** Where log lines go. A pino logger fits as it is. */
export interface Logger {
  debug(data: object | string, message?: string): void;
  info(data: object | string, message?: string): void;
  warn(data: object | string, message?: string): void;
  error(data: object | string, message?: string): void;
}

/** The logger of the current run; by default warnings and errors go to standard error, one line each. */
export const LoggerService = serviceKey<Logger>("Logger", () => stderrLogger);

/** Writes warnings and errors to standard error as `boathook warn: message {"data":…}`, without secrets; debug and info are dropped. */
export const stderrLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: (data, message) => {
    write("warn", data, message);
  },
  error: (data, message) => {
    write("error", data, message);
  },
};

function write(level: string, data: object | string, message: string | undefined): void {
  const shown = toRedactedJson(data);
  const text = typeof shown === "string" ? shown : JSON.stringify(shown);
  process.stderr.write(`boathook ${level}: ${message === undefined ? "" : `${message} `}${text}\n`);
}
