import {
  defineHookPoint,
  falseAborts,
  type AsksPeople,
  type Nothing,
  type OptionalRef,
  type RunRefs,
} from "@boathook/hooks";

import type { Tool } from "../tool.ts";

/** A tool call whose arguments are final: what a hook sees here is, to the byte, what runs if it lets it. */
export interface ToolPermissionContext extends RunRefs, AsksPeople {
  /** Sanitised. */
  readonly toolName: string;
  /** A copy, frozen through and through, of what the tool will get. */
  readonly toolInput: Readonly<Record<string, unknown>>;
  readonly tool: Tool;
  readonly toolCallId: string;
  readonly agent: OptionalRef<"agent">;
  readonly agentRole: string | undefined;
  readonly task: OptionalRef<"task">;
  readonly crew: OptionalRef<"crew">;
}

declare module "@boathook/hooks" {
  interface HookPoints {
    /** May only say no, by `false` or an abort, or ask a person. A hook that fails says no. */
    tool_permission: { context: ToolPermissionContext; result: boolean | Nothing };
  }
}

/** The last gate before a tool runs, after all rewriting and validation. */
export const TOOL_PERMISSION = "tool_permission";

defineHookPoint(TOOL_PERMISSION, {
  reduce: falseAborts(TOOL_PERMISSION),
  replaces: undefined,
  content: "toolInput",
  filters: ["agents", "tools"],
  failsClosed: true,
});
