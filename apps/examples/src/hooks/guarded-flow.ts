import { Flow, HookAborted, InterceptionPoint, Listen, On, Start, type PreStepContext } from "boathook";

/** A hook method of a flow class holds in that flow's runs only: nothing is published that nobody reviewed. */
export class Publishing extends Flow<{ reviewed: boolean }, string> {
  override initialState = { reviewed: false };

  @Start() draft(): string {
    return "a draft";
  }

  @Listen("draft") publish(draft: string): string {
    return `published: ${draft}`;
  }

  @On(InterceptionPoint.PRE_STEP, { onError: "abort" }) reviewGate(ctx: PreStepContext): void {
    if (ctx.stepName === "publish" && !this.state.reviewed)
      throw new HookAborted("publish requires review", "review-gate");
  }
}
