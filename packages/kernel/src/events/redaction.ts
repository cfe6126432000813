import { serviceKey } from "../services.ts";
import { patternsFor } from "./redaction-patterns.ts";
import { SECRET_NAMES } from "./secret-names.ts";

/** What must never leave the process in clear, when an event, a log line or stored state is written. */
export interface Redaction {
  /** A field whose name matches is replaced whole, unless it is empty, nothing, or true or false. */
  readonly names: RegExp;
  /** What matches inside any text is replaced, everywhere it occurs. */
  readonly patterns: readonly RegExp[];
}

/** What stands where a secret stood. */
export const REDACTED = "[REDACTED]";

/** The names and patterns that are redacted when nobody says otherwise. */
export const DEFAULT_REDACTION: Redaction = {
  names: SECRET_NAMES,
  patterns: [
    /\bsk-[A-Za-z0-9_-]{16,}/g,
    /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/g,
    /\bAKIA[0-9A-Z]{16}\b/g,
    /\bAIza[A-Za-z0-9_-]{35}/g,
    /\bgh[pousr]_[A-Za-z0-9]{20,}/g,
    /\bgithub_pat_[A-Za-z0-9_]{20,}/g,
    /\bglpat-[A-Za-z0-9_-]{20,}/g,
    /\bnpm_[A-Za-z0-9]{36}/g,
    /\bhf_[A-Za-z0-9]{30,}/g,
    /\bxox[abprs]-[A-Za-z0-9-]{10,}/g,
    /\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+/g,
    /\bBearer\s+[A-Za-z0-9._~+/-]{16,}=*/g,
    /(?<=\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s:/@]{1,100}:)[^\s/@]{1,200}(?=@)/g,
    /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]{0,10000}?-----END [A-Z ]{0,30}PRIVATE KEY-----/g,
  ],
};

/** The redaction of the current run. */
export const RedactionService = serviceKey<Redaction>("Redaction", () => DEFAULT_REDACTION);

/** True when a field of that name holds a secret. */
export function isSecretName(name: string, redaction: Redaction = DEFAULT_REDACTION): boolean {
  return name.search(redaction.names) !== -1; // unlike `test`, the same for patterns that remember where they stopped
}

/** One text with every secret pattern replaced. */
export function redactText(text: string, redaction: Redaction = DEFAULT_REDACTION): string {
  let result = text;
  for (const pattern of patternsFor(text, redaction)) result = result.replace(pattern, REDACTED);
  return result;
}
