import { readdir } from "node:fs/promises";
import path from "node:path";

import { ConfigurationError, faultsOf, readSourceText, suggestName, type Fault } from "@boathook/kernel";
import type { ModelSource } from "@boathook/models";
import { sanitizeToolName } from "@boathook/hooks";
import { readConfinedText, ToolFailure, type Tool } from "@boathook/tools";
import { z } from "zod";

import { nameSchema, type SubagentOptions } from "./definition.ts";

/** What the files may name. */
export interface SubagentFileOptions {
  /** Tools that a file may give its subagent. */
  readonly tools?: readonly Tool[] | undefined;
  /** The model of subagents whose file names none. */
  readonly llm?: ModelSource | undefined;
}

const names = z
  .union([z.string(), z.array(z.string())])
  .transform((given) => (typeof given === "string" ? given.split(",").map((name) => name.trim()) : given))
  .transform((list) => list.filter((name) => name !== ""));

/** The head of a file. Keys of other programs' subagent files that mean nothing here are read over. */
const headSchema = z.looseObject({
  name: nameSchema,
  description: z.string().trim().min(1),
  mode: z.enum(["sync", "fork", "teammate"]).optional(),
  model: z.string().min(1).optional(),
  tools: names.optional(),
  deny_tools: names.optional(),
  max_depth: z.int().min(0).max(20).optional(),
  /** Seconds. */
  timeout: z.number().positive().optional(),
  max_tokens: z.int().positive().optional(),
  can_delegate: z.boolean().optional(),
});

/**
 * Reads the subagents of a folder: one Markdown file each, with a head between two lines of dashes and its instructions below. Everything wrong
 * with any of them is one `ConfigurationError`, with file and line; a name that stands twice is a fault.
 */
export async function readSubagentFiles(
  folder: string,
  options: SubagentFileOptions = {},
): Promise<readonly SubagentOptions[]> {
  const faults: Fault[] = [];
  const found = new Map<string, SubagentOptions>();
  for (const file of await filesIn(folder, faults)) {
    const shown = path.join(folder, file);
    const read = readOne(await readText(folder, file, faults), shown, options, faults);
    if (read === undefined) continue;
    if (found.has(read.name))
      faults.push({ path: "name", message: `"${read.name}" is the name of another file's`, file: shown });
    else found.set(read.name, read);
  }
  if (faults.length > 0) throw new ConfigurationError(faults, { subject: "subagent files" });
  return [...found.values()];
}

async function filesIn(folder: string, faults: Fault[]): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith(".md")).sort();
  } catch (error) {
    const { code = "unknown" } = error as { code?: string }; // errors of the file system have one
    faults.push({ path: "", message: `the folder cannot be read (${code})`, file: folder });
    return [];
  }
}

const LONGEST = 200_000;

async function readText(folder: string, file: string, faults: Fault[]): Promise<string> {
  const read = await readConfinedText(folder, file, LONGEST);
  if (!ToolFailure.is(read)) return read;
  faults.push({ path: "", message: read.message, file: path.join(folder, file) });
  return "";
}

const HEAD = /^\uFEFF?---[ \t]*\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)([^]*)$/;

function readOne(
  text: string,
  file: string,
  { tools: pool = [], llm }: SubagentFileOptions,
  faults: Fault[],
): SubagentOptions | undefined {
  if (text === "") return undefined; // said already, or nothing
  const [, head, body = ""] = HEAD.exec(text) ?? [];
  if (head === undefined) {
    const message = 'expected a head: "---" as the first line, name and description, and another line "---"';
    faults.push({ path: "", message, file, line: 1 });
    return undefined;
  }
  const source = readSourceText(head, file, 2);
  const parsed = headSchema.safeParse(source.value ?? {});
  const before = faults.length;
  faults.push(...source.faults);
  if (body.trim() === "")
    faults.push({ path: "", message: "nothing follows the head: there are no instructions", file });
  if (!parsed.success) {
    if (source.faults.length > 0) return undefined;
    const own = faultsOf(parsed.error, headSchema);
    faults.push(...own.map((fault) => ({ ...fault, ...source.placeOf(fault.path.split(".")) })));
    return undefined;
  }
  const { name, description, mode, model, tools, deny_tools, max_depth, timeout, max_tokens, can_delegate } =
    parsed.data;
  const known = (tools ?? []).flatMap((wanted) => toolNamed(wanted, pool, source.placeOf(["tools"]), faults));
  if (faults.length > before) return undefined;
  return {
    ...{
      name,
      description,
      mode,
      instructions: body.trim(),
      llm: model ?? llm,
      tools: tools === undefined ? pool : known,
    },
    ...{ denyTools: deny_tools, maxDepth: max_depth, maxTokens: max_tokens, canDelegate: can_delegate },
    timeoutMs: timeout === undefined ? undefined : timeout * 1000,
  };
}

function toolNamed(name: string, pool: readonly Tool[], place: object, faults: Fault[]): readonly Tool[] {
  const found = pool.find((tool) => sanitizeToolName(tool.name) === sanitizeToolName(name));
  if (found !== undefined) return [found];
  const suggestion = suggestName(
    name,
    pool.map((tool) => tool.name),
  );
  faults.push({
    path: "tools",
    message: `there is no tool "${name}"`,
    ...place,
    ...(suggestion !== undefined && { suggestion }),
  });
  return [];
}
