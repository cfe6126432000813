import { defineAction, HookResult, LifecycleRegistry, type PublishOutcome } from "@boathook/lifecycle-hooks";
import { z } from "zod";

/** An action that profiles may name: a turn outside of working hours is not processed. */
const officeHours = defineAction({
  name: "office_hours",
  config: z.strictObject({ from: z.number().int().min(0).max(23), until: z.number().int().min(1).max(24) }),
  handler:
    ({ from, until }) =>
    ({ timestamp }) => {
      const hour = new Date(timestamp).getUTCHours();
      return hour >= from && hour < until ? HookResult.Continue : HookResult.Skip(`closed until ${from}:00 UTC`);
    },
});

/** What a profile with that action lets through. */
export function turnUnder(config: object): Promise<PublishOutcome> {
  const registry = new LifecycleRegistry();
  registry.registerAction(officeHours);
  registry.loadProfile({
    id: "agent-1",
    hooks: [{ id: "custom:hours", event: "pre_turn", enabled: true, action: "office_hours", config }],
  });
  return registry.publish("pre_turn", { agentId: "agent-1", query: "hello", payload: { turn: { text: "hello" } } });
}
