import { ConfigurationError, service, serviceKey } from "@boathook/kernel";
import { llm, type Llm, type ModelSource } from "@boathook/models";

/** The model of agents that name none: the runtime's `llm`. */
export const DefaultModelService = serviceKey<{ readonly source: ModelSource | undefined }>("DefaultModel", () => ({
  source: undefined,
}));

const resolved = new Map<ModelSource, Llm>();

/** The model of an agent without one: the runtime's `llm`, else `BOATHOOK_MODEL`; a configuration fault when there is neither. */
export function defaultModel(role: string): Llm {
  const source = defaultModelSource();
  if (source === undefined) throw new ConfigurationError([missingModelFault(role)], { subject: "agent" });
  let model = resolved.get(source);
  if (model === undefined) resolved.set(source, (model = llm(source)));
  return model;
}

/** What an agent without a model would use here. */
export function defaultModelSource(): ModelSource | undefined {
  return (
    service(DefaultModelService).source ??
    (process.env["BOATHOOK_MODEL"] === "" ? undefined : process.env["BOATHOOK_MODEL"])
  );
}

/** What is said of an agent that has no model. */
export function missingModelFault(role: string): { path: string; message: string; suggestion: string } {
  return {
    path: `agents["${role}"].llm`,
    message: "the agent has no model",
    suggestion:
      'give it `llm`, give the runtime `llm`, or set BOATHOOK_MODEL, e.g. to "openai/gpt-4o-mini" or "offline"',
  };
}
