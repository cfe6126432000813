import { Agent, Crew, defineHook, HookAborted, Task, tool, type HumanInput, type ModelSource } from "boathook";
import { z } from "zod";

/** Without a yes of a person nothing is paid; when nobody can be asked, the question itself aborts. */
const approval = defineHook("pre_tool_call", { tools: ["make_payment"], onError: "abort" }, async (ctx) => {
  const answer = await ctx.requestHumanInput({
    prompt: `Pay ${JSON.stringify(ctx.toolInput)}?`,
    defaultMessage: "Type 'yes' to approve:",
    timeoutMs: 60_000,
  });
  if (answer.toLowerCase() !== "yes") throw new HookAborted("rejected by operator", "approval-gate");
});

/** A person allows each payment. Without `humanInput` the question is asked on the console. */
export async function paymentsNeedApproval(
  llm: ModelSource,
  humanInput?: HumanInput,
): Promise<{ answer: string; paid: readonly number[] }> {
  const paid: number[] = [];
  const makePayment = tool({
    name: "make_payment",
    description: "Pays an amount",
    inputSchema: z.object({ amount: z.number() }),
    execute: ({ amount }) => {
      paid.push(amount);
      return "paid";
    },
  });
  const agent = new Agent({ role: "Clerk", goal: "Pay bills", backstory: "You pay.", llm, tools: [makePayment] });
  const task = new Task({ description: "Pay the bill of 5", expectedOutput: "what was done", agent });
  const crew = new Crew({ tasks: [task], hooks: [approval] });
  const { raw } = await crew.kickoff({}, humanInput === undefined ? {} : { humanInput });
  return { answer: raw, paid };
}
