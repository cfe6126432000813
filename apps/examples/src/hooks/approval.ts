import {
  Agent,
  Crew,
  defineHook,
  HookAborted,
  Task,
  tool,
  type CrewOutput,
  type HumanInput,
  type ModelSource,
} from "boathook";
import { z } from "zod";

/** What was paid. */
export const paid: number[] = [];

const makePayment = tool({
  name: "make_payment",
  description: "Pays an amount",
  inputSchema: z.object({ amount: z.number() }),
  execute: ({ amount }) => {
    paid.push(amount);
    return "paid";
  },
});

/** A person allows each payment, or it does not happen; when nobody can be asked it does not happen either. */
export function paymentsNeedApproval(llm: ModelSource, humanInput: HumanInput): Promise<CrewOutput> {
  const agent = new Agent({ role: "Clerk", goal: "Pay bills", backstory: "You pay.", llm, tools: [makePayment] });
  const task = new Task({ description: "Pay the bill", expectedOutput: "what was done", agent });
  const approval = defineHook("pre_tool_call", { tools: ["make_payment"], onError: "abort" }, async (ctx) => {
    const answer = await ctx.requestHumanInput({
      prompt: `Pay ${JSON.stringify(ctx.toolInput)}?`,
      defaultMessage: "Type 'yes':",
    });
    if (answer.toLowerCase() !== "yes") throw new HookAborted("rejected by operator", "approval-gate");
  });
  return new Crew({ tasks: [task], hooks: [approval] }).kickoff({}, { humanInput });
}
