import type { OptionalRef } from "../runtime-refs.ts";
import type { AsksPeople, RunRefs } from "./common.ts";

/** A tool call, before and after. */
export interface ToolCallHookContext extends RunRefs, AsksPeople {
  /** Sanitised. */
  readonly toolName: string;
  /** The live record that PRE and POST share. Keys the tool's schema does not know are not passed on to it, and are no error. */
  toolInput: Record<string, unknown>;
  /** Undefined when there is no such tool. */
  readonly tool: OptionalRef<"tool">;
  readonly toolCallId: string;
  readonly agent: OptionalRef<"agent">;
  readonly agentRole: string | undefined;
  readonly task: OptionalRef<"task">;
  readonly crew: OptionalRef<"crew">;
  /** The text the model will read; set at POST. */
  toolResult: string | undefined;
  /** What the tool returned, as it was; set at POST. */
  readonly rawToolResult: unknown;
  /** Set at POST when the call failed, also under the failure policy "ignore"; a call that a hook stopped has not failed. */
  readonly failure?: OptionalRef<"toolFailure">;
  /** True at POST when a hook stopped the call. */
  readonly blocked: boolean;
}

/** After a tool call: `toolResult` is there. */
export type PostToolCallHookContext = ToolCallHookContext & { toolResult: string };
