import path from "node:path";

import { sanitizeToolName } from "@boathook/hooks";

import { commandParts } from "./command-parts.ts";
import { parseRule, type ParsedRule, type PermissionMode, type PermissionRules } from "./permission-rules.ts";

/** A call that somebody wants made. */
export interface AskedCall {
  readonly toolName: string;
  readonly toolInput: Readonly<Record<string, unknown>>;
  readonly access: "read" | "write" | undefined;
}

/** What is to be done with it, and why. */
export interface Verdict {
  readonly decision: "allow" | "ask" | "deny";
  readonly reason: string;
}

/** Tools that change nothing but files. */
const EDITS = new Set(["write_file", "edit_file"]);
/** Tools that only ask or look, or keep what is the assistant's own. */
const HARMLESS = new Set(["ask_person", "save_memory", "search_memory", "search_knowledge", "activate_skill"]);
/** Tools whose arguments are commands. */
const SHELLS = new Set(["shell", "bash"]);

/** Rules, ready to be asked. */
export class PermissionPolicy {
  readonly mode: PermissionMode;
  readonly #rules: Readonly<Record<Verdict["decision"], readonly ParsedRule[]>>;

  constructor({ mode = "ask", allow = [], ask = [], deny = [] }: PermissionRules) {
    this.mode = mode;
    this.#rules = { allow: allow.map(parseRule), ask: ask.map(parseRule), deny: deny.map(parseRule) };
  }

  /** deny > ask > allow over all rules that fit, then the mode. */
  decide(call: AskedCall): Verdict {
    if (this.#fits("deny", call)) return { decision: "deny", reason: `a rule denies ${call.toolName}` };
    if (this.mode === "plan" && !isRead(call)) {
      return { decision: "deny", reason: "nothing is changed while planning" };
    }
    if (this.#fits("ask", call)) return { decision: "ask", reason: `a rule says to ask about ${call.toolName}` };
    if (this.#fits("allow", call)) return { decision: "allow", reason: "a rule allows it" };
    return this.#byMode(call);
  }

  #byMode(call: AskedCall): Verdict {
    if (this.mode === "bypass") return { decision: "allow", reason: "everything is allowed here" };
    if (this.mode === "strict") return { decision: "deny", reason: `no rule allows ${call.toolName}` };
    if (isRead(call)) return { decision: "allow", reason: "it only reads" };
    if (this.mode === "acceptEdits" && EDITS.has(call.toolName)) {
      return { decision: "allow", reason: "edits of files are accepted" };
    }
    return { decision: "ask", reason: `${call.toolName} may change something` };
  }

  /** A rule that allows has to fit every command of a line; one that denies or asks, any of them. */
  #fits(decision: Verdict["decision"], call: AskedCall): boolean {
    const rules = this.#rules[decision].filter(({ tool }) => globFits(tool, call.toolName));
    if (rules.some(({ pattern }) => pattern === undefined)) return true;
    if (rules.length === 0) return false;
    const subjects = subjectsOf(call);
    if (subjects === undefined) return decision !== "allow"; // what cannot be told is not allowed by a pattern, and may be what one forbids
    const isFitting = (subject: string): boolean => rules.some(({ pattern = "*" }) => globFits(pattern, subject));
    if (subjects.length === 0) return false;
    return decision === "allow" ? subjects.every(isFitting) : subjects.some(isFitting);
  }
}

function isRead({ toolName, access }: AskedCall): boolean {
  return access === "read" || HARMLESS.has(toolName);
}

/** What patterns are compared with: the commands of a shell, else the first text of the arguments. Undefined: it cannot be told. */
function subjectsOf({ toolName, toolInput }: AskedCall): readonly string[] | undefined {
  if (SHELLS.has(toolName)) return commandsOf(toolInput);
  const first = Object.values(toolInput).find((value) => typeof value === "string");
  if (first === undefined) return [];
  // `./x`, `a/../x` and `x` are one file; an address stays as it is.
  return [/^[a-z]+:\/\//i.test(first) ? first : path.posix.normalize(first)];
}

function commandsOf(input: Readonly<Record<string, unknown>>): readonly string[] | undefined {
  const { program, args = [], command } = input;
  if (typeof command === "string") return commandParts(command);
  if (typeof program !== "string" || !Array.isArray(args)) return undefined;
  return [[program, ...args.map(String)].join(" ")];
}

/** `*` stands for any characters, also none; `git *` also for `git` alone. Everything else is itself. */
function globFits(glob: string, text: string): boolean {
  if (!glob.includes("*")) return text === glob || sanitizedEqual(glob, text);
  if (glob.endsWith(" *") && text === glob.slice(0, -2)) return true;
  const parts = glob.split("*");
  const [head = "", tail = ""] = [parts[0], parts.at(-1)];
  const isInside = text.length >= head.length + tail.length && text.startsWith(head) && text.endsWith(tail);
  return isInside && holdsInOrder(text.slice(head.length, text.length - tail.length), parts.slice(1, -1));
}

function holdsInOrder(text: string, parts: readonly string[]): boolean {
  let at = 0;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return true;
}

/** Names of tools come as models see them, and as people write them. */
function sanitizedEqual(glob: string, text: string): boolean {
  return /^[A-Za-z][\w.-]*$/.test(glob) && sanitizeToolName(glob) === text;
}
