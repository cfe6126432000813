import { HookResult, LifecycleRegistry } from "@boathook/lifecycle-hooks";

/** What a profile declares: no memory with a secret is stored. */
const profile = {
  id: "agent-1",
  hooks: [
    {
      id: "custom:filter_sensitive",
      event: "pre_memory_store",
      priority: 10,
      enabled: true,
      action: "filter",
      config: { patterns: ["password", "secret", "api_key"] },
    },
  ],
};

/** Long numbers are masked first, then the profile's filter looks at what is left. Gives what is to be stored; undefined: nothing. */
export async function textToStore(content: string): Promise<unknown> {
  const registry = new LifecycleRegistry();
  registry.loadProfile(profile);
  registry.register({
    id: "custom:mask_numbers",
    event: "pre_memory_store",
    priority: 5,
    handler: ({ payload }) => HookResult.ContinueWith({ content: payload.content?.replaceAll(/\d{4,}/g, "****") }),
  });
  const payload = { content, metadata: {}, kind: "entity" };
  const outcome = await registry.publish("pre_memory_store", { agentId: "agent-1", payload });
  return outcome.status === "completed" ? outcome.payload["content"] : undefined;
}
