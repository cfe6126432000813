import { llm, parseOutput } from "@boathook/models";
import { z } from "zod";

import { answerOf, type HookAnswer } from "../answer/hook-answer.ts";
import { SkillHookFailure, type ActionCall, type ActionType } from "./action-type.ts";

const note = z.strictObject({ prompt: z.string().trim().min(1) });
const judge = z.strictObject({
  prompt: z.string().trim().min(1),
  model: z.string().min(1).optional(),
  continueOnBlock: z.boolean().optional(),
});
const verdictSchema = z.object({ ok: z.boolean(), reason: z.string().optional() });

/** A text for the model; in Claude Code's format a question to a model, which says whether the operation is fine. */
export const promptAction: ActionType<z.infer<typeof judge>> = {
  type: "prompt",
  schema: (format) => (format === "boathook" ? note : judge),
  run: (options, call) =>
    call.source.format === "boathook" ? Promise.resolve(answerOf({ context: [options.prompt] })) : ask(options, call),
};

async function ask({ prompt, model }: z.infer<typeof judge>, call: ActionCall): Promise<HookAnswer> {
  const source = model ?? call.services.llm;
  if (source === undefined)
    throw new SkillHookFailure("a `prompt` action needs a model: give `llm`, or `model` in the file");
  const event = JSON.stringify(call.json);
  const question = prompt.includes("$ARGUMENTS")
    ? prompt.replaceAll("$ARGUMENTS", () => event)
    : `${prompt}\n\n${event}`;
  const answer = await llm(source).call([
    { role: "system", content: 'Judge, and answer with JSON only: {"ok": true} or {"ok": false, "reason": "…"}.' },
    { role: "user", content: question },
  ]);
  const verdict = await parseOutput(verdictSchema, answer.text);
  if (!verdict.ok) throw new SkillHookFailure(`the model's verdict cannot be read: ${verdict.error}`);
  return verdict.value.ok
    ? answerOf({})
    : answerOf({ decision: "deny", reason: verdict.value.reason ?? "the model said no" });
}
