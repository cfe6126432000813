import { BoathookError, ClockService, errorMessage, isError, redactText, service } from "@boathook/kernel";

import { excerpt, isRecord } from "../ai-sdk/read-value.ts";
import { ContextWindowExceededError, ModelCallError, ToolsUnsupportedError } from "./model-errors.ts";
import { readRetryAfter } from "./retry-after.ts";

/** What the error of a call says about the model and its key. */
export interface FailureSubject {
  readonly provider: string;
  readonly modelId: string;
  /** The environment variable that holds the key. */
  readonly keyName?: string | undefined;
  /** Texts that must not appear in any message. */
  readonly secrets?: readonly string[];
}

/** Turns whatever a model object threw, also into its stream, into a `ModelCallError`. Read by shape: providers come in several copies. */
export function toModelError(thrown: unknown, subject: FailureSubject): BoathookError {
  if (BoathookError.is(thrown)) return thrown;
  const facts = readFacts(thrown);
  const message = clean(describe(facts, subject), subject);
  const failure = {
    status: facts.status,
    retryAfterMs: readRetryAfter(facts.headers, service(ClockService).now()),
    cause: safeCause(thrown, subject),
  };
  if (isContextLength(facts)) return new ContextWindowExceededError(message, failure);
  if (refusesTools(facts)) return new ToolsUnsupportedError(message, failure);
  return new ModelCallError(message, { ...failure, isRetryable: isTransient(facts) });
}

/** True when the same call may succeed later; for errors of hand-written models, too, which are never wrapped. */
export function isTransientFailure(thrown: unknown): boolean {
  if (ModelCallError.is(thrown)) return thrown.isRetryable;
  return !BoathookError.is(thrown) && isTransient(readFacts(thrown));
}

/** True when a conversation was too long for the model; for errors of hand-written models, too, which are never wrapped. */
export function isContextOverflow(thrown: unknown): boolean {
  if (BoathookError.is(thrown)) return ContextWindowExceededError.is(thrown);
  return isContextLength(readFacts(thrown));
}

/** True when a model said that it takes no tools; for errors of hand-written models, too. */
export function isToolsRefusal(thrown: unknown): boolean {
  if (BoathookError.is(thrown)) return ToolsUnsupportedError.is(thrown);
  return refusesTools(readFacts(thrown));
}

/** How long a failure asks to wait, in ms. */
export function retryAfterOf(thrown: unknown): number | undefined {
  if (ModelCallError.is(thrown)) return thrown.retryAfterMs;
  return isRecord(thrown) ? readRetryAfter(thrown.responseHeaders, service(ClockService).now()) : undefined;
}

interface Facts {
  readonly message: string;
  readonly status: number | undefined;
  /** What the provider package thinks of it. */
  readonly isRetryable: boolean | undefined;
  readonly headers: unknown;
  readonly body: string;
  /** Words such as `overloaded_error` or `insufficient_quota`. */
  readonly kind: string;
  readonly isNetwork: boolean;
}

function readFacts(thrown: unknown): Facts {
  const record = isRecord(thrown) ? thrown : {};
  const data = isRecord(record.data) && isRecord(record.data.error) ? record.data.error : {};
  const words = [record.type, record.code, record.name, data.type, data.code];
  return {
    message: typeof record.message === "string" ? record.message : errorMessage(thrown),
    status: typeof record.statusCode === "number" ? record.statusCode : undefined,
    isRetryable: typeof record.isRetryable === "boolean" ? record.isRetryable : undefined,
    headers: record.responseHeaders,
    body: typeof record.responseBody === "string" ? record.responseBody : "",
    kind: words.filter((word) => typeof word === "string").join(" "),
    isNetwork: isNetworkFailure(thrown, 0),
  };
}

const TRANSIENT_STATUS: ReadonlySet<number> = new Set([408, 409, 425, 429]);
const TRANSIENT_KIND = /\b(overloaded_error|rate_limit_error|rate_limit_exceeded|api_error|server_error)\b/;
/** How a provider says that a stream was cut off. */
const CUT_OFF = /stream ended without a finish reason/i;
/** Used-up money comes back as 429, but waiting does not help. */
const HOPELESS_KIND = /\b(insufficient_quota|billing_hard_limit_reached)\b/;

function isTransient(facts: Facts): boolean {
  if (HOPELESS_KIND.test(facts.kind)) return false;
  if (facts.isRetryable !== undefined && facts.isRetryable) return true;
  if (facts.isNetwork || TRANSIENT_KIND.test(facts.kind) || CUT_OFF.test(facts.message)) return true;
  return facts.status !== undefined && (TRANSIENT_STATUS.has(facts.status) || facts.status >= 500);
}

const CONTEXT_LENGTH =
  /context_length_exceeded|context[ _-]?(length|window|size)|maximum context|prompt is too long|input is too long|reduce the length of|input token count.*exceeds/i;

function isContextLength({ status, kind, message }: Facts): boolean {
  if (status !== undefined && status !== 400 && status !== 413 && status !== 422) return false;
  return CONTEXT_LENGTH.test(kind) || CONTEXT_LENGTH.test(message);
}

const NO_TOOLS =
  /(does ?n[o']t|do not|not) support (the use of )?(native )?(tools?\b|tool[ _-]?(use|calling|calls|choice)|function[ _-]?call)|(\btools?|tool[ _-](use|calling|choice)|function[ _-]calling)`?"? (is|are) not (supported|enabled|available)|no endpoints found that support tool use/i;

function refusesTools({ status, message, body }: Facts): boolean {
  if (status !== undefined && (status < 400 || status >= 500) && status !== 501) return false;
  return NO_TOOLS.test(message) || NO_TOOLS.test(body);
}

const NETWORK_CODES =
  /^(ECONNRESET|ECONNREFUSED|ECONNABORTED|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_\w+)$/;

/** Looks through the causes: fetch wraps what happened, and providers wrap fetch. */
function isNetworkFailure(thrown: unknown, depth: number): boolean {
  if (!isError(thrown) || depth > 5) return false;
  const { code } = thrown as { code?: unknown };
  if (typeof code === "string" && NETWORK_CODES.test(code)) return true;
  if (thrown.name === "TypeError" && /^(fetch failed|terminated)$/.test(thrown.message)) return true;
  return isNetworkFailure(thrown.cause, depth + 1);
}

function describe(facts: Facts, { provider, modelId, keyName }: FailureSubject): string {
  const who = `${provider} (${modelId})`;
  if (facts.isNetwork) {
    return facts.status === undefined
      ? `${who} could not be reached: ${facts.message}. Check the network and the base URL.`
      : `${who}: the connection broke before the answer was complete: ${facts.message}.`;
  }
  const status = facts.status === undefined ? "failed" : `answered ${String(facts.status)}`;
  const text = `${who} ${status}: ${facts.message}`;
  if (facts.status === 401 || facts.status === 403) {
    const variable =
      keyName === undefined
        ? "the API key that this model was made with"
        : `the environment variable ${keyName} or the option "apiKey"`;
    return `${text}. Check ${variable}.`;
  }
  // A success that is an error: what came could not be read.
  if (facts.status !== undefined && facts.status < 300) return `${text}. It sent: ${excerpt(facts.body)}`;
  return text;
}

function clean(text: string, subject: FailureSubject): string {
  let result = text;
  for (const secret of subject.secrets ?? []) if (secret !== "") result = result.replaceAll(secret, "[REDACTED]");
  return redactText(result);
}

/** The thrown error itself, unless its own texts show a secret: then a copy that does not. */
function safeCause(thrown: unknown, subject: FailureSubject): unknown {
  const message = errorMessage(thrown);
  const body = isRecord(thrown) && typeof thrown.responseBody === "string" ? thrown.responseBody : "";
  if (clean(message, subject) === message && clean(body, subject) === body) return thrown;
  const copy = new Error(clean(message, subject));
  copy.name = isError(thrown) ? thrown.name : "Error";
  return copy;
}
