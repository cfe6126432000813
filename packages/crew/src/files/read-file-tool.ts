import { tool, ToolFailure, type Tool } from "@boathook/tools";
import { z } from "zod";

import type { LoadedFile } from "./load-files.ts";
import { textOf } from "./media-type.ts";

/** How much of a file one call shows, in characters. */
const WINDOW = 50_000;

const inputSchema = z.object({
  name: z.string().describe("The name of the file"),
  offset: z.int().nonnegative().optional().describe("Where to begin, in characters; default 0"),
});

/** Lets a model read those files that it cannot be shown: a text piece by piece, anything else as base64. */
export function readFileTool(files: readonly LoadedFile[], toolName: string): Tool {
  const names = files.map(({ name }) => `"${name}"`).join(", ");
  return tool({
    name: toolName,
    description: `Reads one of the files at hand: ${names}`,
    inputSchema,
    access: "read",
    execute: ({ name, offset = 0 }) => {
      const file = files.find((one) => one.name === name);
      if (file === undefined) return new ToolFailure({ message: `there is no file "${name}"; there are: ${names}` });
      if (file.bytes === undefined) return `It lies at ${file.url} and can only be read there.`;
      return pieceOf(file.bytes, file.mediaType, offset);
    },
  }); // what is in a list of tools is called by its schema only
}

function pieceOf(bytes: Uint8Array, mediaType: string, offset: number): string {
  const text = textOf(bytes);
  const whole = text ?? Buffer.from(bytes).toString("base64");
  const piece = whole.slice(offset, offset + WINDOW);
  const head = text === undefined ? `It is no text (${mediaType}, ${bytes.byteLength} bytes); as base64:\n` : "";
  const next = offset + piece.length;
  const rest = next < whole.length ? `\n[${whole.length - next} more characters; go on with offset ${next}]` : "";
  return `${head}${piece}${rest}`;
}
