import { sanitizeToolName } from "@boathook/hooks";
import { acceptsMedia, type ContentPart, type Llm } from "@boathook/models";
import type { Tool } from "@boathook/tools";

import { loadFiles, type LoadedFile } from "./load-files.ts";
import type { InputFiles } from "./input-files.ts";
import { textOf } from "./media-type.ts";
import { readFileTool } from "./read-file-tool.ts";

/** Files as an agent gets them. */
export interface ShownFiles {
  /** Put behind the text of the request. */
  readonly parts: readonly ContentPart[];
  /** Reads what the model cannot be shown. */
  readonly tools: readonly Tool[];
  /** Tells the model what there is. */
  readonly note: string;
}

/** A longer text, in characters, is read with the tool, piece by piece. */
const LONGEST_TEXT = 100_000;

/**
 * Reads the files and shows them to the model: texts as text, what its service takes (usually images and PDF) as they are. The others it can
 * read with a tool, named `read_file` unless one of `tools` is. Undefined where there are no files.
 */
export async function showFiles(
  files: InputFiles,
  model: Llm,
  tools: readonly { readonly name: string }[],
): Promise<ShownFiles | undefined> {
  const loaded = await loadFiles(files);
  if (loaded.length === 0) return undefined;
  const shown = loaded.map((file) => ({ file, part: partOf(file, model) }));
  const unseen = shown.filter(({ part }) => part === undefined).map(({ file }) => file);
  const isTaken = tools.some(({ name }) => sanitizeToolName(name) === "read_file");
  const toolName = isTaken ? "read_input_file" : "read_file";
  const lines = shown.map(
    ({ file: { name, mediaType }, part }) => `- ${name} (${mediaType})${part === undefined ? `: use ${toolName}` : ""}`,
  );
  return {
    parts: shown.flatMap(({ part }) => part ?? []),
    tools: unseen.length === 0 ? [] : [readFileTool(unseen, toolName)],
    note: ["Files at hand:", ...lines].join("\n"),
  };
}

function partOf(file: LoadedFile, model: Llm): ContentPart | undefined {
  const { name, mediaType } = file;
  if (acceptsMedia(model, mediaType)) return { type: "file", mediaType, data: file.bytes ?? file.url, name };
  const text = file.bytes === undefined ? undefined : textOf(file.bytes);
  if (text === undefined || text.length > LONGEST_TEXT) return undefined;
  return { type: "text", text: `File ${name} (${mediaType}):\n${text}` };
}
