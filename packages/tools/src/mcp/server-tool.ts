import { sanitizeToolName } from "@boathook/hooks";
import { errorMessage, log } from "@boathook/kernel";
import { z } from "zod";

import { cutText } from "../builtin/cut-text.ts";
import { copyRecord } from "../input/copy-data.ts";
import { describeIssues } from "../input/validate.ts";

const LONGEST_DESCRIPTION = 4_000;
const LARGEST_SCHEMA = 100_000;

/** A tool as a server tells of it, read and bounded. */
export interface ServerTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly isReadOnly: boolean;
}

const toolSchema = z.object({
  name: z
    .string()
    .max(200)
    .refine((name) => sanitizeToolName(name) !== "", { error: "nothing is left of it as models are shown it" }),
  description: z.string().optional(),
  inputSchema: z.looseObject({ type: z.literal("object") }),
  annotations: z.object({ readOnlyHint: z.boolean().optional() }).optional().catch(undefined),
  execution: z.object({ taskSupport: z.string().optional() }).optional().catch(undefined),
});

/** Reads what a server says of one tool; one that cannot be used is left out, with a line in the log. */
export function readServerTool(value: unknown, server: string): ServerTool | undefined {
  try {
    const read = toolSchema.safeParse(value);
    if (!read.success) throw new Error(describeIssues(read.error.issues));
    const { name, description = "", inputSchema, annotations, execution } = read.data;
    if (execution?.taskSupport === "required") throw new Error("it can only be called as a task");
    const { length } = JSON.stringify(inputSchema);
    if (length > LARGEST_SCHEMA) throw new Error(`its input schema has ${length} characters`);
    return {
      name,
      description: cutText(printable(description), LONGEST_DESCRIPTION) || `The tool "${name}" of a server.`,
      inputSchema: copyRecord(inputSchema),
      isReadOnly: annotations?.readOnlyHint === true,
    };
  } catch (error) {
    const tool = cutText(String((value as { name?: unknown } | null)?.name), 100); // only shown
    log("warn", { server, tool, error: errorMessage(error) }, "a tool of an MCP server cannot be used");
    return undefined;
  }
}

/** Without what a terminal would obey, and without marks that hide or turn around what stands there. */
function printable(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, ""); // eslint-disable-line no-control-regex -- these are meant
}
