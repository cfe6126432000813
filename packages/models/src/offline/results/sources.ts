import type { Brief, PastCall } from "../brief.ts";
import type { Findings } from "./findings.ts";
import { readResult } from "./read-result.ts";

/** A call that gave something, with what it gave sorted by shape. */
export interface Source {
  readonly call: PastCall;
  readonly findings: Findings;
}

/** The calls of this turn that gave something. */
export function sourcesOf(brief: Brief): Source[] {
  return brief.calls
    .filter((call) => call.failure === undefined)
    .map((call) => ({ call, findings: readResult(call.result) }));
}
