import {
  Flow,
  FlowPaused,
  HumanFeedback,
  HumanFeedbackPending,
  Listen,
  Persist,
  Start,
  type HumanFeedbackResult,
} from "boathook";

/** Where requests are sent; the answer comes back days later, to another process. */
export const mailbox: string[] = [];

/** The flow pauses when the mail is out. */
@Persist()
export class Refund extends Flow<{ id: string; amount: number }, string | FlowPaused> {
  @Start()
  @HumanFeedback({
    message: "Pay this back?",
    emit: ["pay", "refuse"],
    provider: (request) => {
      mailbox.push(`${request.message} ${JSON.stringify(request.output)} (${request.flowId})`);
      throw new HumanFeedbackPending(request);
    },
  })
  check(): { amount: number } {
    return { amount: this.state.amount };
  }

  @Listen("pay") payBack({ feedback }: HumanFeedbackResult): string {
    return `paid back ${this.state.amount} (${feedback})`;
  }
}

/** What the mail's answer leads to. */
export async function answered(flow: Refund, id: string, text: string): Promise<string> {
  const result = await flow.resume(id, text);
  return FlowPaused.is(result) ? `still waits: ${result.request.message}` : result;
}
