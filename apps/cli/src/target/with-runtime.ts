import { createRuntime, Tokens, type Runtime } from "@boathook/crew";
import { SqliteEngine } from "@boathook/flow";
import { setProcessRuntime } from "@boathook/kernel";
import { OfflineModel } from "@boathook/models";
import { z } from "zod";

/** The options of every command that runs something. */
export const runtimeShape = {
  file: z.string(),
  model: z.string().min(1).optional(),
  offline: z.boolean().optional(),
  export: z.string().optional(),
  with: z.string().optional(),
  store: z.string().min(1).optional(),
};

/** What of it makes the runtime. */
export interface RuntimeGiven {
  readonly model?: string | undefined;
  readonly offline?: boolean | undefined;
  readonly store?: string | undefined;
}

/** Runs work on a runtime of its own, which is also that of crews and flows that name none, and closes it. */
export async function withRuntime<T>(given: RuntimeGiven, work: (runtime: Runtime) => Promise<T>): Promise<T> {
  const engine = given.store === undefined ? undefined : new SqliteEngine({ file: given.store });
  const llm = given.offline === true ? "offline" : given.model;
  const runtime = createRuntime({ ...(llm !== undefined && { llm }), ...(engine !== undefined && { engine }) });
  if (given.offline === true) runtime.rebind(Tokens.ModelResolver, () => new OfflineModel());
  setProcessRuntime(runtime);
  try {
    return await work(runtime);
  } finally {
    setProcessRuntime(undefined);
    await runtime.close({ timeoutMs: 30_000 });
    await engine?.close();
  }
}
