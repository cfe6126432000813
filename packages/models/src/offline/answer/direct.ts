import type { PastCall } from "../brief.ts";
import type { Source } from "../results/sources.ts";
import { factsText, humanName, sentence, subjectOfCall } from "./describe-call.ts";
import { oneLine } from "./block.ts";

/** Whether every result is a few short values, which are best told one a line. */
export function isShort(sources: readonly Source[]): boolean {
  return (
    sources.length > 0 &&
    sources.every(
      ({ findings }) =>
        findings.lists.length + findings.tables.length + findings.documents.length === 0 &&
        findings.facts.length > 0 &&
        findings.facts.length <= 10,
    )
  );
}

/** One sentence for each result: what was asked and the value that came. */
export function statements(sources: readonly Source[]): string[] {
  const calls = sources.map((source) => source.call);
  const made = sources.map((source) => statement(source, calls));
  return [...new Set(made)];
}

/** The bare values. */
export function bareValues(sources: readonly Source[]): string[] {
  return sources.map(({ call, findings }) =>
    findings.facts.length === 1 ? (findings.facts[0]?.value ?? "") : factsText(findings.facts, call),
  );
}

function statement({ call, findings }: Source, calls: readonly PastCall[]): string {
  const value = oneLine(factsText(findings.facts, call), 600);
  const subject = subjectOfCall(call, calls);
  if (isCalculation(call, subject) && /^-?[\d.,]+$/.test(value)) return sentence(`${subject} = ${value}`);
  const isTold = tellsItself(value, subject, calls.length === 1);
  return sentence(isTold ? value : `${labelOf(call, subject)}: ${value}`);
}

function isCalculation(call: PastCall, subject: string): boolean {
  const isOnly = Object.keys(call.input).length === 1;
  return isOnly && /^[\d\s.,a-z+*/^%()-]+$/i.test(subject) && /\d\s*[-+*/^%]|\w\(/.test(subject);
}

/** Whether a result says by itself what it is about: a sentence that stands alone, or one that names what was asked. */
function tellsItself(value: string, subject: string, isOnly: boolean): boolean {
  if (isOnly && /\S\s+\S+\s+\S.*[.!?]$/.test(value)) return true;
  const first = subject.split(/,\s/)[0]?.toLowerCase() ?? "";
  return first !== "" && /\s/.test(value) && value.toLowerCase().includes(first);
}

/** What was asked; where that is figures alone, also of whom. */
function labelOf(call: PastCall, subject: string): string {
  const name = humanName(call.tool);
  if (subject === "") return name;
  return Object.values(call.input).some((one) => typeof one === "string") ? subject : `${name} (${subject})`;
}
