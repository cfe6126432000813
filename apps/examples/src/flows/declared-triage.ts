import { Flow, registerFlowFunction } from "boathook";

/** The file says what follows what; code gives what it calls by name. */
export async function triage(ticket: number): Promise<unknown> {
  const unregister = registerFlowFunction("readTicket", ({ id }) => ({
    priority: id === 7 ? 9 : 1,
    people: ["Ann", "Bo"],
  }));
  try {
    const flow = Flow.fromDefinition(new URL("../../config/flows/triage.yaml", import.meta.url));
    return await flow.kickoff({ ticket });
  } finally {
    unregister();
  }
}
