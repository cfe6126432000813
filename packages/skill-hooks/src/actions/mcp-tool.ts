import { isPlainObject } from "@boathook/hooks";
import { z } from "zod";

import type { HookAnswer } from "../answer/hook-answer.ts";
import { readAnswer } from "../answer/read-answer.ts";
import { SkillHookFailure, type ActionCall, type ActionType } from "./action-type.ts";

const values = z.record(z.string(), z.unknown());
const schema = z.strictObject({
  server: z.string().min(1),
  tool: z.string().min(1),
  arguments: values.optional(),
  input: values.optional(),
});

/** Asks a tool of an MCP server; `${tool_input.path}` in a text argument is that part of the event. Its text is read as a command's output is. */
export const mcpToolAction: ActionType<z.infer<typeof schema>> = {
  type: "mcp_tool",
  schema: () => schema,
  run: askTool,
};

async function askTool(options: z.infer<typeof schema>, call: ActionCall): Promise<HookAnswer> {
  const { server, tool } = options;
  const callTool = call.services.callMcpTool;
  if (callTool === undefined) throw new SkillHookFailure(`no MCP server "${server}" is there for hooks`);
  const args = filled({ ...options.arguments, ...options.input }, call.json) as Record<string, unknown>; // a record gives a record
  const { text, isError } = await callTool(server, tool, args, call.signal);
  if (isError) throw new SkillHookFailure(`the tool "${tool}" of "${server}" failed: ${text.slice(0, 500)}`);
  return readAnswer(text, { event: call.event, format: call.source.format });
}

/** Templates are filled once: what they bring in is never read as a template. */
function filled(value: unknown, json: ActionCall["json"]): unknown {
  if (typeof value === "string") return fillText(value, json);
  if (Array.isArray(value)) return value.map((item) => filled(item, json));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, json)]));
}

function fillText(text: string, json: ActionCall["json"]): unknown {
  const whole = /^\$\{([\w.]+)\}$/.exec(text);
  if (whole !== null) return partOf(json, whole[1] ?? "");
  return text.replace(/\$\{([\w.]+)\}/g, (_match, path: string) => {
    const part = partOf(json, path);
    return typeof part === "string" ? part : JSON.stringify(part ?? null);
  });
}

function partOf(json: ActionCall["json"], path: string): unknown {
  let part: unknown = json;
  for (const key of path.split(".")) part = isPlainObject(part) && Object.hasOwn(part, key) ? part[key] : undefined;
  return part;
}
