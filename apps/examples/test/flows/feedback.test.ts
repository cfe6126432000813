import { describe, expect, it } from "@jest/globals";
import { FlowPaused, MemoryEngine } from "boathook";

import { answered, mailbox, Refund } from "../../src/flows/approval-by-mail.ts";
import { ReviewedDraft } from "../../src/flows/reviewed-draft.ts";
import { Survey } from "../../src/flows/survey.ts";

const saying = (...answers: readonly string[]) => {
  const left = [...answers];
  return { humanInput: { ask: () => Promise.resolve(left.shift() ?? "") } };
};

describe("the guide to human feedback", () => {
  it("revises until a person publishes", async () => {
    const flow = new ReviewedDraft();
    const result = await flow.kickoff({ topic: "tides" }, saying("with a table", "publish"));
    expect(result).toBe("published: A text on tides, with a table");
    expect(flow.humanFeedback.map(({ outcome }) => outcome)).toEqual(["revise", "publish"]);
  });

  it("pauses until the mail is answered", async () => {
    const engine = new MemoryEngine();
    expect(FlowPaused.is(await new Refund({ engine }).kickoff({ id: "r-1", amount: 12 }))).toBe(true);
    expect(mailbox).toEqual(['Pay this back? {"amount":12} (r-1)']);
    expect(await answered(new Refund({ engine }), "r-1", "Yes, pay.")).toBe("paid back 12 (Yes, pay.)");
  });

  it("asks in the middle of a method", async () => {
    expect(await new Survey().kickoff({}, saying("3"))).toBe(3);
  });
});
