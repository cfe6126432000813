import { defineHook, HookAborted, type HookDefinition } from "@boathook/hooks";
import { currentUsage } from "@boathook/models";
import "@boathook/tools"; // declares tool_permission

import type { Subagent } from "../definition/definition.ts";
import { SubagentError } from "../errors.ts";

/**
 * The limits of a subagent as hooks of its run: they hold for everything it starts, and stack with those of whoever asked, so that what one may do
 * only shrinks on the way down.
 */
export function limitsOf(subagent: Subagent): readonly HookDefinition[] {
  const { name, allowTools, denyTools, maxTokens } = subagent;
  const hooks: HookDefinition[] = [];
  if (allowTools !== undefined || denyTools.size > 0) {
    hooks.push(
      defineHook("tool_permission", { name: `tools of subagent ${name}`, onError: "abort" }, ({ toolName }) => {
        const isAllowed = (allowTools?.has(toolName) ?? true) && !denyTools.has(toolName);
        if (!isAllowed) throw new HookAborted(`the subagent "${name}" may not use ${toolName}`, "subagent tools");
        return undefined;
      }),
    );
  }
  if (maxTokens !== undefined) {
    hooks.push(
      defineHook("pre_model_call", { name: `tokens of subagent ${name}`, onError: "abort" }, () => {
        const { totalTokens } = currentUsage();
        if (totalTokens < maxTokens) return undefined;
        throw new HookAborted(`the subagent "${name}" has used up its ${maxTokens} tokens`, new TokenLimit(name));
      }),
    );
  }
  return hooks;
}

/** Names the limit that stopped an attempt, whatever error the stop became on its way. */
class TokenLimit {
  readonly subagent: string;

  constructor(subagent: string) {
    this.subagent = subagent;
  }

  toString(): string {
    return `tokens of subagent ${this.subagent}`;
  }
}

/** The end of a subagent's own budget is its failure, and no policy's no: whoever asked may go on. */
export function failureOf(thrown: unknown, subagent: Subagent): unknown {
  if (!HookAborted.is(thrown) || !(thrown.source instanceof TokenLimit)) return thrown;
  if (thrown.source.subagent !== subagent.name) return thrown; // of somebody around: it ends there
  return new SubagentError("subagent_tokens", thrown.reason, { cause: thrown });
}
