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
  const value = factsText(findings.facts, call);
  const subject = subjectOfCall(call, calls);
  if (isCalculation(call, subject) && findings.facts.length === 1 && /^-?[\d.,]+$/.test(value))
    return sentence(`${subject} = ${value}`);
  if (subject === "") return sentence(`${humanName(call.tool)}: ${value}`);
  if (!Object.values(call.input).some((one) => typeof one === "string"))
    return sentence(`${humanName(call.tool)} (${subject}): ${oneLine(value, 600)}`);
  // A result that says itself what it is about needs no label.
  const first = subject.split(/,\s/)[0] ?? subject;
  if (value.toLowerCase().includes(first.toLowerCase()) && /\s/.test(value)) return sentence(oneLine(value, 600));
  return sentence(`${subject}: ${oneLine(value, 600)}`);
}

function isCalculation(call: PastCall, subject: string): boolean {
  return (
    Object.keys(call.input).length === 1 &&
    /^[\d\s.,a-z+*/^%()-]+$/i.test(subject) &&
    /\d\s*[-+*/^%]|\w\(/.test(subject)
  );
}
