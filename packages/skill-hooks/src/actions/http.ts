import { request as requestHttp, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";

import { RedactionService, service, toRedactedJson } from "@boathook/kernel";
import { guard } from "@boathook/tools";
import { z } from "zod";

import type { HookAnswer } from "../answer/hook-answer.ts";
import { objectIn, readAnswer } from "../answer/read-answer.ts";
import { SkillHookFailure, type ActionCall, type ActionType } from "./action-type.ts";

const MAX_BODY_BYTES = 1024 * 1024;
const MAX_REDIRECTS = 3;

const url = z.url({ protocol: /^https?$/, error: "expected an http or https address" });
const headers = z.record(z.string().regex(/^[\w-]+$/), z.string());
const ours = z.strictObject({
  url,
  method: z.enum(["POST", "PUT"]).optional(),
  headers: headers.optional(),
  allowedEnvVars: z.array(z.string()).optional(),
});
const theirs = z.strictObject({ url, headers: headers.optional(), allowedEnvVars: z.array(z.string()).optional() });

/** What an `http` action says. */
type HttpOptions = z.infer<typeof ours>;

/** Sends the event, without secrets, to a server; its answer is read as a command's output is. Only a success is an answer. */
export const httpAction: ActionType<HttpOptions> = {
  type: "http",
  schema: (format) => (format === "boathook" ? ours : theirs),
  run: async (options, call) => {
    const body = JSON.stringify(toRedactedJson(call.json, service(RedactionService)));
    const response = await send(new URL(options.url), { options, body, call, redirects: 0 });
    const text = await textOf(response);
    return answerIn(text, call);
  },
};

/** In Claude Code's format only an object, or nothing, is an answer. */
function answerIn(text: string, { event, source }: ActionCall): HookAnswer {
  if (source.format === "claude-code" && text.trim() !== "" && objectIn(text) === undefined)
    throw new SkillHookFailure("the server's answer is no JSON object");
  return readAnswer(text, { event, format: source.format });
}

interface Sending {
  readonly options: HttpOptions;
  readonly body: string;
  readonly call: ActionCall;
  readonly redirects: number;
}

async function send(target: URL, sending: Sending): Promise<IncomingMessage> {
  const response = await post(target, sending);
  const { statusCode = 0, headers: received } = response;
  if (statusCode >= 200 && statusCode < 300) return response;
  response.destroy();
  const next = received.location === undefined ? undefined : new URL(received.location, target);
  if (![307, 308].includes(statusCode) || next === undefined)
    throw new SkillHookFailure(`the server answered with status ${statusCode}`);
  if (next.host !== target.host || next.protocol !== target.protocol)
    throw new SkillHookFailure(`the server redirects to another host ("${next.host}"); that is not followed`);
  if (sending.redirects >= MAX_REDIRECTS) throw new SkillHookFailure(`more than ${MAX_REDIRECTS} redirects`);
  return send(next, { ...sending, redirects: sending.redirects + 1 });
}

function post(target: URL, { options, body, call }: Sending): Promise<IncomingMessage> {
  const lookup = guard(target, { hosts: undefined, privateHosts: call.services.privateHosts });
  const { method = "POST", headers: given = {}, allowedEnvVars = [] } = options;
  const filled = Object.entries(given).map(([name, value]) => [name, fill(value, allowedEnvVars)] as const);
  const sent = {
    ...Object.fromEntries(filled),
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const request = target.protocol === "https:" ? requestHttps : requestHttp;
    const outgoing = request(target, { method, agent: false, headers: sent, lookup, signal: call.signal }, resolve);
    outgoing.on("error", (cause) => {
      reject(new SkillHookFailure(`"${target.host}" could not be reached: ${cause.message}`, { cause }));
    });
    outgoing.end(body);
  });
}

/** `$NAME` and `${NAME}`, of the allowed ones; another one is not there. */
function fill(value: string, allowed: readonly string[]): string {
  return value.replace(/\$(?:\{(\w+)\}|(\w+))/g, (_match, braced?: string, plain?: string) => {
    const name = braced ?? plain ?? "";
    return allowed.includes(name) ? (process.env[name] ?? "") : "";
  });
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_BODY_BYTES) throw new SkillHookFailure("the server's answer is longer than 1 MiB");
      chunks.push(chunk);
    }
  } catch (cause) {
    if (SkillHookFailure.is(cause)) throw cause;
    throw new SkillHookFailure("the server's answer broke off", { cause });
  } finally {
    response.destroy();
  }
  return Buffer.concat(chunks).toString("utf8");
}
