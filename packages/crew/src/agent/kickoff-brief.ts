import type { KickoffOptions } from "@boathook/flow";
import type { ContentPart, Message } from "@boathook/models";
import type { Tool } from "@boathook/tools";

import { filesOfKickoff } from "../crew/run-parts.ts";
import type { InputFiles } from "../files/input-files.ts";
import { showFiles } from "../files/show-files.ts";
import { recollect } from "../memory/recollect.ts";
import type { AgentRef } from "../ref-types.ts";

/** What an agent without a task is told and given: the same for every attempt. */
export interface KickoffBrief {
  readonly request: string | readonly Message[];
  readonly tools: readonly Tool[];
}

/** How many memories it is shown. */
const MEMORY_LIMIT = 20;

/** The input with the files of the kickoff, and with what memory and knowledge have to say to it. */
export async function briefOfKickoff(
  agent: AgentRef,
  input: string | readonly Message[],
  options: KickoffOptions,
): Promise<KickoffBrief> {
  const recollected = await recollect({ agent, crew: undefined }, lastSaid(input), MEMORY_LIMIT);
  const remembered: KickoffBrief =
    recollected === undefined
      ? { request: input, tools: agent.tools }
      : { request: withNotes(input, recollected.notes), tools: [...agent.tools, ...recollected.tools] };
  const given = filesOfKickoff(options);
  return Object.keys(given).length === 0 ? remembered : withFiles(remembered, given, agent);
}

async function withFiles(brief: KickoffBrief, given: InputFiles, agent: AgentRef): Promise<KickoffBrief> {
  const files = await showFiles(given, agent.llm, brief.tools);
  if (files === undefined) return brief;
  const { note, parts, tools } = files;
  return { request: withParts(withNotes(brief.request, [note]), parts), tools: [...brief.tools, ...tools] };
}

/** What its memory and knowledge are asked about. */
function lastSaid(input: string | readonly Message[]): string {
  if (typeof input === "string") return input;
  const last = input.findLast((message) => message.role === "user");
  if (last === undefined) return "";
  if (typeof last.content === "string") return last.content;
  return last.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

/** Before the last message: what is asked stays what is said last. */
function withNotes(input: string | readonly Message[], notes: readonly string[]): string | readonly Message[] {
  if (notes.length === 0) return input;
  if (typeof input === "string") return [input, ...notes].join("\n\n");
  const note: Message = { role: "user", content: notes.join("\n\n") };
  const at = input.findLastIndex((message) => message.role === "user");
  return at === -1 ? [...input, note] : [...input.slice(0, at), note, ...input.slice(at)];
}

/** Beside the text that was said last. */
function withParts(request: string | readonly Message[], parts: readonly ContentPart[]): string | readonly Message[] {
  if (parts.length === 0) return request;
  if (typeof request === "string") return [{ role: "user", content: [{ type: "text", text: request }, ...parts] }];
  const at = request.findLastIndex((message) => message.role === "user");
  const last = request[at];
  if (last?.role !== "user") return [...request, { role: "user", content: [...parts] }];
  const said: ContentPart[] = typeof last.content === "string" ? [{ type: "text", text: last.content }] : last.content;
  return [...request.slice(0, at), { role: "user", content: [...said, ...parts] }, ...request.slice(at + 1)];
}
