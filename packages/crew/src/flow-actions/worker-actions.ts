import { registerFlowAction } from "@boathook/flow";
import { z } from "zod";

import { flowAgent, flowCrew, unknownWorker } from "./named-workers.ts";

/** `crew: name`, `inputs: {…}`: kicks a registered crew off; gives the object of its last task, else its text. */
registerFlowAction({
  type: "crew",
  schema: z.strictObject({ crew: z.string().min(1), inputs: z.record(z.string(), z.unknown()).optional() }),
  check: ({ crew }) => unknownWorker("crew", crew),
  run: async ({ crew, inputs = {} }, context) => {
    const filled = context.fill(inputs) as Record<string, unknown>; // a record stays one
    const output = await (await flowCrew(crew)).kickoff(filled, { signal: context.signal });
    return output.parsed ?? output.raw;
  },
});

/** `agent: name`, `prompt: …`: asks a registered agent; gives its answer as text. */
registerFlowAction({
  type: "agent",
  schema: z.strictObject({ agent: z.string().min(1), prompt: z.string().min(1) }),
  check: ({ agent }) => unknownWorker("agent", agent),
  run: async ({ agent, prompt }, context) => {
    const asked = String(context.fill(prompt)); // one that is nothing but a template may be of any type
    return (await (await flowAgent(agent)).kickoff(asked, { signal: context.signal })).raw;
  },
});
