import { LifecycleRegistry } from "@boathook/lifecycle-hooks";

/** A hook that a person switched off stays off in the next process; a shutdown waits for what runs in the background. */
export async function switchedOff(stateFile: string): Promise<{ ran: readonly string[]; abandoned: number }> {
  const make = (): LifecycleRegistry => {
    const registry = new LifecycleRegistry({ stateFile });
    registry.register({ id: "custom:greet", event: "session_start", handler: () => undefined });
    registry.register({ id: "custom:audit", event: "session_start", handler: () => undefined });
    return registry;
  };
  make().toggle({ event: "session_start", id: "custom:greet", enabled: false });
  const registry = make(); // as in the next process
  const { ran } = await registry.publish("session_start", { payload: { session_id: "s-1" } });
  registry.publishDetached("turn_complete", {
    conversationId: "c-1",
    payload: { turn: { text: "hi" }, response: "hello" },
  });
  const { abandoned } = await registry.drain(5_000);
  return { ran, abandoned: abandoned.length };
}
