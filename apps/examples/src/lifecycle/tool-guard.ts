import { Agent, createRuntime, Crew, Task, type ModelSource, type Tool } from "boathook";
import {
  HookResult,
  lifecycleHooks,
  LifecycleRegistry,
  OnLifecycle,
  type LifecycleContext,
} from "@boathook/lifecycle-hooks";

/** Who may use which tool; the runtime's container makes it. */
class ToolGuard {
  @OnLifecycle("pre_tool_call", { priority: 10, failurePolicy: "abort" })
  check({ payload, agentId }: LifecycleContext<"pre_tool_call">): HookResult {
    const isAllowed = payload.tool_name !== "delete_file" || agentId === "Janitor";
    return isAllowed ? HookResult.Continue : HookResult.Abort(`${agentId ?? "nobody"} may not delete files`);
  }
}

/** A crew on a runtime with a registry: its tool calls pass the guard, and how its run ended is told. */
export async function guardedCrew(
  llm: ModelSource,
  tools: readonly Tool[],
  tell: (line: string) => void,
): Promise<string> {
  const registry = new LifecycleRegistry();
  registry.register({
    id: "custom:tell",
    event: "run_success",
    handler: () => {
      tell("the run succeeded");
    },
  });
  await using runtime = createRuntime({ use: [lifecycleHooks(registry, { providers: [ToolGuard] })] });
  const agent = new Agent({ role: "Worker", goal: "Work", backstory: "You work.", llm, tools });
  const task = new Task({ description: "Tidy up", expectedOutput: "a word", agent });
  return (await new Crew({ tasks: [task], runtime }).kickoff()).raw;
}
