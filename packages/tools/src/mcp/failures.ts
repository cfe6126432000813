import { errorMessage } from "@boathook/kernel";

import { ToolFailure } from "../tool-failure.ts";
import { McpConnectionError } from "./errors.ts";

const CONNECTION_CLOSED = -32_000;
const TIMED_OUT = -32_001;

/** True when the call failed with its connection, not by a word of the server. */
export function isLost(error: unknown): boolean {
  return isAnswer(error) ? codeOf(error) === CONNECTION_CLOSED : !isUnreadable(error);
}

/** True when an HTTP server does not know us any more, so that nothing was done: it was started anew. */
export function isSessionGone(error: unknown): boolean {
  return !isAnswer(error) && codeOf(error) === 404;
}

/** What a model reads of a call that failed. */
export function failureOf(error: unknown, server: string): ToolFailure {
  if (McpConnectionError.is(error)) return failure(error.message, "not_connected", true);
  if (isLost(error)) {
    const message = `MCP server "${server}" was lost during the call (${errorMessage(error)}). Whether the call had an effect is not known.`;
    return failure(message, "connection_lost", true);
  }
  if (isUnreadable(error))
    return failure(`MCP server "${server}" gives an answer that cannot be read.`, "unreadable", false);
  if (codeOf(error) === TIMED_OUT) return failure(`MCP server "${server}" did not answer in time.`, "timeout", true);
  return failure(`MCP server "${server}" refuses: ${errorMessage(error)}`, String(codeOf(error)), false);
}

function failure(message: string, code: string, retryable: boolean): ToolFailure {
  return new ToolFailure({ reason: "mcp_error", message, code, retryable });
}

function isAnswer(error: unknown): boolean {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown }; // only looked at
  return typeof code === "number" && (name === "McpError" || code <= CONNECTION_CLOSED);
}

/** The answer is not of the form that the protocol asks for. */
function isUnreadable(error: unknown): boolean {
  return Array.isArray(((error ?? {}) as { issues?: unknown }).issues); // what zod throws
}

function codeOf(error: unknown): unknown {
  return ((error ?? {}) as { code?: unknown }).code; // only compared
}
