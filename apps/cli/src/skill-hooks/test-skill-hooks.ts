import path from "node:path";

import { errorMessage, formatFault } from "@boathook/kernel";
import {
  loadHookFiles,
  SkillHookSet,
  TrustStore,
  type SkillEvent,
  type SkillEventInput,
  type SkillHookResult,
  type SkillRule,
} from "@boathook/skill-hooks";

import type { Answer } from "../command.ts";
import { UsageError } from "../io/failure.ts";
import { readText } from "../io/given.ts";
import { tableOf } from "../io/table.ts";
import type { TestGiven } from "../test-given.ts";
import { readEventInput } from "./event-input.ts";

/** Says which rules of a project fit an event; with `real` runs their actions, and says what each answered and what all came to. */
export async function testSkillHooks(event: SkillEvent, options: TestGiven): Promise<Answer> {
  const projectDir = path.resolve(options.project ?? ".");
  const input = { cwd: projectDir, ...(await inputOf(options.input)) };
  const { rules, notices } = await loadHookFiles({ projectDir }, { trust: new TrustStore() });
  const fitting = rules.filter((rule) => new SkillHookSet([rule]).wants(event, input));
  const untrusted = notices.filter(({ message }) => message.includes("not trusted")).map(formatFault);
  const matched = fitting.map(shownRule);
  if (options.real !== true) {
    return { data: { event, real: false, matched, untrusted }, lines: [...dryLines(event, matched), ...untrusted] };
  }
  const result = await new SkillHookSet(rules, { projectDir }).run(event, input);
  return {
    data: { event, real: true, matched, untrusted, decision: decisionOf(result), parts: result.parts.map(shownPart) },
    lines: [...realLines(event, result), ...untrusted],
  };
}

async function inputOf(file: string | undefined): Promise<SkillEventInput> {
  if (file === undefined) return {};
  const text = await readText("--input", file);
  try {
    return readEventInput(JSON.parse(text) as unknown, file);
  } catch (error) {
    if (UsageError.is(error)) throw error;
    throw new UsageError(`--input: "${file}": expected a JSON object: ${errorMessage(error)}`);
  }
}

interface ShownRule {
  readonly place: string;
  readonly matcher: string;
  readonly actions: readonly { readonly type: string; readonly place: string }[];
}

/** A rule as the commands show it. */
export function shownRule({ place, matcher, actions }: SkillRule): ShownRule {
  return { place, matcher, actions: actions.map((action) => ({ type: action.kind.type, place: action.place })) };
}

function decisionOf(result: SkillHookResult): Record<string, unknown> {
  const { parts: _parts, notices: _notices, ...merged } = result;
  return { ...merged, decision: merged.decision ?? null };
}

function shownPart({ place, type, status, answer, problem, durationMs }: SkillHookResult["parts"][number]) {
  const { decision = null, reason = null } = answer;
  return { place, type, status, decision, reason, problem: problem ?? null, durationMs: Math.round(durationMs) };
}

function dryLines(event: string, matched: readonly ShownRule[]): readonly string[] {
  const rows = matched.flatMap(({ matcher, actions }) =>
    actions.map(({ type, place }) => [place, matcher || "*", type]),
  );
  return tableOf(["PLACE", "MATCHER", "ACTION"], rows, `No rule fits this ${event}.`);
}

function realLines(event: string, result: SkillHookResult): readonly string[] {
  const { decision, reason, modifiedInput, modifiedOutput, context, messages } = result;
  const rows = result.parts
    .map(shownPart)
    .map((part) => [
      part.place,
      part.type,
      part.status,
      part.decision ?? "-",
      part.reason ?? part.problem ?? "",
      `${part.durationMs} ms`,
    ]);
  return [
    ...tableOf(["PLACE", "ACTION", "STATUS", "DECISION", "WHY", "TOOK"], rows, `No rule fits this ${event}.`),
    `Together: ${decision ?? "no decision"}${reason === undefined ? "" : `: ${reason}`}`,
    ...(modifiedInput === undefined ? [] : [`arguments from now on: ${JSON.stringify(modifiedInput)}`]),
    ...(modifiedOutput === undefined ? [] : [`result from now on: ${modifiedOutput}`]),
    ...context.map((line) => `context: ${line}`),
    ...messages.map((line) => `message: ${line}`),
  ];
}
