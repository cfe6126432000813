import type { ContentPart, Message } from "@boathook/models";

/** Templates of the prompt, for models that want it in a form of their own; each holds the placeholder of what it wraps. */
export interface PromptTemplates {
  /** Holds `{{ .System }}`: who the agent is. */
  systemTemplate?: string | undefined;
  /** Holds `{{ .Prompt }}`: what is asked of it. */
  promptTemplate?: string | undefined;
  /** Holds `{{ .Response }}`: what stands before it begins the answer, what stands after it ends it. */
  responseTemplate?: string | undefined;
}

const SYSTEM = /\{\{\s*\.System\s*\}\}/;
const PROMPT = /\{\{\s*\.Prompt\s*\}\}/;
const RESPONSE = /\{\{\s*\.Response\s*\}\}/;

/** The placeholder that each template must hold, for the schema of the options. */
export const PLACEHOLDERS = { systemTemplate: SYSTEM, promptTemplate: PROMPT, responseTemplate: RESPONSE } as const;

/** True where the prompt is not the usual pair of a system and a user message. */
export function isTemplated({ systemTemplate, promptTemplate, responseTemplate }: PromptTemplates): boolean {
  return systemTemplate !== undefined || promptTemplate !== undefined || responseTemplate !== undefined;
}

/** Puts the system text into the first user message, with the templates around both: templated prompts are one message. */
export function templated(templates: PromptTemplates, system: string, talk: readonly Message[]): Message[] {
  const at = talk.findIndex((message) => message.role === "user");
  const first = talk[at];
  const content = first?.role === "user" ? first.content : "";
  const wrapped: Message = { role: "user", content: wrap(content, (text) => fill(templates, system, text)) };
  return at === -1 ? [wrapped, ...talk] : [...talk.slice(0, at), wrapped, ...talk.slice(at + 1)];
}

/** An answer without what the response template says comes after it. */
export function withoutResponseEnd({ responseTemplate }: PromptTemplates, text: string): string {
  const end = responseTemplate?.split(RESPONSE)[1]?.trim();
  if (end === undefined || end === "") return text;
  const at = text.indexOf(end);
  return at === -1 ? text : text.slice(0, at).trimEnd();
}

function fill(
  { systemTemplate, promptTemplate, responseTemplate }: PromptTemplates,
  system: string,
  text: string,
): string {
  const parts = [
    systemTemplate?.replace(SYSTEM, () => system) ?? system,
    promptTemplate?.replace(PROMPT, () => text) ?? text,
    responseTemplate?.split(RESPONSE)[0] ?? "",
  ];
  return parts.filter((part) => part !== "").join("\n");
}

function wrap(content: string | readonly ContentPart[], change: (text: string) => string): string | ContentPart[] {
  if (typeof content === "string") return change(content);
  const at = content.findIndex((part) => part.type === "text");
  const first = content[at];
  const part: ContentPart = { type: "text", text: change(first?.type === "text" ? first.text : "") };
  return at === -1 ? [part, ...content] : [...content.slice(0, at), part, ...content.slice(at + 1)];
}
