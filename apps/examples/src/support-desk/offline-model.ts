import type { ModelRequest } from "boathook";
import { callTool, ScriptedModel, type ScriptedReply } from "@boathook/testing";

import { asked, isAskedOf, lineAfter, toolResults } from "../offline.ts";

const ASKED_BEFORE = "The customer has asked before.";

/** Answers as a lead and two specialists would: from the handbook and from what is remembered. */
export function offlineDesk(): ScriptedModel {
  return new ScriptedModel({ modelId: "offline-desk", replies: reply });
}

function reply(request: ModelRequest): ScriptedReply {
  const text = asked(request);
  if (!isAskedOf(request, "Desk lead")) return fromHandbook(text);
  const [answer] = toolResults(request);
  if (answer !== undefined) return answer;
  const question = lineAfter(text, "Answer the customer: ");
  const coworker = /printer|screen|blink/i.test(question) ? "Technician" : "Clerk";
  const context = isRemembered(question, text) ? ASKED_BEFORE : "This is a first question.";
  return callTool("delegate_work_to_coworker", { task: question, context, coworker });
}

/** The handbook's rules, by the words that a question has of them. */
const RULES: readonly (readonly [RegExp, RegExp])[] = [
  [/refund|money/i, /A refund takes [^.]+\./],
  [/parcel/i, /A parcel that [^.]+\. [^.]+\./],
  [/blink/i, /When the printer blinks red, open the lid [^.]+\./],
];

/** Whether the customer has asked about the same thing before. */
function isRemembered(question: string, text: string): boolean {
  const [, memories = ""] = /What is remembered of earlier work:\n([^]*?)(?:\n\nFrom the documents|$)/.exec(text) ?? [];
  return RULES.some(([topic]) => topic.test(question) && topic.test(memories));
}

/** Every member of the desk is shown what fits the question in the handbook. */
function fromHandbook(text: string): string {
  const question = lineAfter(text, "Task: ");
  const found = RULES.filter(([topic]) => topic.test(question)).flatMap(([, rule]) => rule.exec(text) ?? []);
  if (found.length === 0) return "The handbook says nothing on that; a colleague will call you.";
  return `${text.includes(ASKED_BEFORE) ? "As we wrote before: " : ""}${found.join(" ")}`;
}
