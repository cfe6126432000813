import { formatResult } from "./format-result.ts";
import { ToolFailure, type ToolFailureOptions } from "../tool-failure.ts";

/** What came of a tool call, before POST_TOOL_CALL. */
export interface Outcome {
  /** What the model is to read. */
  readonly text: string;
  /** What the tool gave, as it was; the text where it gave nothing. */
  readonly raw: unknown;
  readonly failure: ToolFailure | undefined;
  /** What the failure comes from, when something was thrown. */
  readonly thrown: unknown;
  readonly blocked: boolean;
  readonly skipped: boolean;
  readonly fromCache: boolean;
}

/** The tool gave a result, now or earlier. */
export function succeeded(raw: unknown, fromCache: boolean): Outcome {
  const text = formatResult(raw);
  return { text, raw, failure: undefined, thrown: undefined, blocked: false, skipped: false, fromCache };
}

/** A hook said no. */
export function blocked(text: string): Outcome {
  return { ...succeeded(text, false), blocked: true };
}

/** The tool did not run, and that is no failure. */
export function skipped(text: string): Outcome {
  return { ...succeeded(text, false), skipped: true };
}

/** The tool said itself that it failed. */
export function refused(failure: ToolFailure): Outcome {
  return { ...succeeded(formatResult(failure.message), false), raw: failure, failure };
}

/** The call failed in a way the tool said nothing about; the model reads `text`, programs the failure's message. */
export function failed(text: string, options: ToolFailureOptions, thrown?: unknown): Outcome {
  return { ...succeeded(text, false), failure: new ToolFailure(options), thrown };
}
