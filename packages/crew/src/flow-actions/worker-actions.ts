import { registerFlowAction } from "@boathook/flow";
import { HookAborted } from "@boathook/hooks";
import { newId } from "@boathook/kernel";
import { runTool, Toolbox, ToolExecutionFailedError } from "@boathook/tools";
import { z } from "zod";

import { flowAgent, flowCrew, flowTool, unknownWorker } from "./named-workers.ts";

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

/** `tool: name`, `input: {…}`: runs a registered tool, through every hook of tool calls; gives what it gave. One that a hook stops, or that fails, fails the method. */
registerFlowAction({
  type: "tool",
  schema: z.strictObject({ tool: z.string().min(1), input: z.record(z.string(), z.unknown()).optional() }),
  check: ({ tool }) => unknownWorker("tool", tool),
  run: async ({ tool, input = {} }, context) => {
    const toolbox = new Toolbox({ tools: [flowTool(tool)] });
    const filled = context.fill(input) as Record<string, unknown>; // a record stays one
    const { raw, text, failure, blocked } = await runTool({ id: newId(), name: tool, input: filled }, toolbox);
    if (blocked) throw new HookAborted(text, tool);
    if (failure !== undefined) throw new ToolExecutionFailedError(tool, failure);
    return raw;
  },
});
