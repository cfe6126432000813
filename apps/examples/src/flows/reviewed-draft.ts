import { Flow, HumanFeedback, Listen, or, Start, type HumanFeedbackResult } from "boathook";

/** Nothing is published before a person has said so. */
export class ReviewedDraft extends Flow<{ topic: string; wishes: string[] }, string> {
  override initialState = { wishes: [] };

  @Start() begin(): string {
    return "begin";
  }

  @Listen(or("begin", "note"))
  @HumanFeedback({ message: "Publish this?", emit: ["publish", "revise"], defaultOutcome: "revise" })
  draft(): string {
    return `A text on ${[this.state.topic, ...this.state.wishes].join(", ")}`;
  }

  @Listen("revise") note({ feedback }: HumanFeedbackResult): void {
    this.state.wishes.push(feedback);
  }

  @Listen("publish") release({ output }: HumanFeedbackResult): string {
    return `published: ${String(output)}`;
  }
}
