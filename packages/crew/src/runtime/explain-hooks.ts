import { FLOW_SEAM, Flow, type FlowSeam } from "@boathook/flow";
import {
  describeValue,
  hookScopeOf,
  HookRegistrationError,
  listHooks,
  type HookListing,
  type HookScope,
} from "@boathook/hooks";

import { attachmentOf } from "../crew/attach.ts";
import { Crew } from "../crew/crew.ts";

/** The hooks that a kickoff of the crew or flow on this runtime would meet. */
export function explainHooks(target: unknown, runtimeScope: HookScope): readonly HookListing[] {
  if (Crew.is(target)) {
    const definitions = [...(target.options.hooks ?? []), ...(attachmentOf(target)?.hooks ?? [])];
    return listHooks(hookScopeOf("crew", definitions, runtimeScope));
  }
  if (target instanceof Flow) {
    const { hooks } = (target as unknown as { [FLOW_SEAM](): FlowSeam })[FLOW_SEAM](); // protected: the seam is for this package, too
    return listHooks(hookScopeOf("flow", hooks, runtimeScope));
  }
  throw new HookRegistrationError(
    `explain takes a crew or a flow, not ${describeValue(target)}; make one with runtime.crew or runtime.flow.`,
    {
      point: "hooks.explain",
      hook: "",
    },
  );
}
