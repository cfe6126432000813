import { z } from "zod";

import { cutText } from "../builtin/cut-text.ts";
import { ToolFailure } from "../tool-failure.ts";

const MAX_BLOCKS = 1_000;

/** What a server answers to a call; what is in the blocks is read one by one. */
export const callResultSchema = z.object({
  content: z.array(z.unknown()).default([]),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  isError: z.boolean().optional(),
});

const textBlock = z.object({ type: z.literal("text"), text: z.string() });
const mediaBlock = z.object({ type: z.enum(["image", "audio"]), data: z.string(), mimeType: z.string() });
const linkBlock = z.object({ type: z.literal("resource_link"), uri: z.string(), name: z.string().optional() });
const resourceBlock = z.object({
  type: z.literal("resource"),
  resource: z.object({
    uri: z.string(),
    mimeType: z.string().optional(),
    text: z.string().optional(),
    blob: z.string().optional(),
  }),
});
const blockSchema = z.union([textBlock, mediaBlock, linkBlock, resourceBlock]);

/** What a model reads of an answer: texts as they are, what is no text described, a structured answer where there is no text. */
export function describeResult(answer: z.infer<typeof callResultSchema>, maxLength: number): string | ToolFailure {
  const { content, structuredContent, isError } = answer;
  const parts = content.slice(0, MAX_BLOCKS).map(describeBlock);
  if (content.length > MAX_BLOCKS) parts.push(`[${content.length - MAX_BLOCKS} more parts left out]`);
  const hasText = content.some((block) => textBlock.safeParse(block).success);
  if (!hasText && structuredContent !== undefined) parts.push(JSON.stringify(structuredContent));
  const text = bounded(parts.join("\n"), maxLength);
  if (isError !== true) return text === "" ? "The tool finished without a result." : text;
  return new ToolFailure({ reason: "mcp_error", message: text === "" ? "The server reports an error." : text });
}

function describeBlock(value: unknown): string {
  const read = blockSchema.safeParse(value);
  if (!read.success) return "[a part of an unknown kind]";
  const block = read.data;
  switch (block.type) {
    case "text":
      return block.text;
    case "image":
    case "audio":
      return `[${block.type} ${short(block.mimeType)}, ${bytesOf(block.data)} bytes]`;
    case "resource_link":
      return `[resource ${short(block.name ?? block.uri)}: ${short(block.uri)}]`;
    case "resource":
      return describeResource(block.resource);
  }
}

function describeResource({ uri, mimeType = "", text, blob = "" }: z.infer<typeof resourceBlock>["resource"]): string {
  if (text !== undefined) return `[resource ${short(uri)}]\n${text}`;
  return `[resource ${short(uri)} ${short(mimeType)}, ${bytesOf(blob)} bytes]`;
}

function bytesOf(base64: string): number {
  return Math.floor((base64.length * 3) / 4) - (/=*$/.exec(base64.slice(-2))?.[0].length ?? 0);
}

function short(text: string): string {
  return cutText(text, 500);
}

function bounded(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${cutText(text, maxLength)}\n[cut: ${text.length} characters]`;
}
