import { ExecutionTimeoutError, readOptions, withDeadline } from "@boathook/kernel";
import { z } from "zod";

import { tool } from "../define-tool.ts";
import { ToolFailure } from "../tool-failure.ts";
import type { Tool } from "../tool.ts";
import { cutText } from "./cut-text.ts";
import type { HostRules } from "./fetch/address-guard.ts";
import { FetchRefusal } from "./fetch/fetch-refusal.ts";
import { getPage } from "./fetch/get-page.ts";
import { htmlToText } from "./fetch/html-to-text.ts";
import { readText } from "./fetch/read-text.ts";

/** What `fetchUrlTool` is told. */
export interface FetchUrlOptions {
  /** When given, no other hosts are asked: `"example.com"`, `"*.example.com"`. */
  hosts?: readonly string[] | undefined;
  /** Hosts that may be asked although their address is not public: `"localhost:3000"`, `"intranet"`. Default none. */
  privateHosts?: readonly string[] | undefined;
  /** Bytes of a page, unpacked; the rest is cut. Default 1 000 000. */
  maxBytes?: number | undefined;
  /** Milliseconds for everything, redirects included; default 20 000. */
  timeoutMs?: number | undefined;
}

const optionsSchema = z.strictObject({
  hosts: z.array(z.string().min(1)).readonly().optional(),
  privateHosts: z.array(z.string().min(1)).readonly().optional(),
  maxBytes: z.int().positive().optional(),
  timeoutMs: z.number().positive().optional(),
});

const inputSchema = z.object({
  url: z.string().max(8_000).describe("An http or https address"),
  raw: z.boolean().optional().describe("True: HTML as it is; default false: the text of a page"),
});

/** What a model writes to fetch a page. */
export type FetchUrlInput = z.infer<typeof inputSchema>;

/** `fetch_url`: the text of a page on the public internet. Addresses of this machine and of private nets are refused, also by way of DNS and redirects. */
export function fetchUrlTool(options: FetchUrlOptions = {}): Tool<FetchUrlInput, string | ToolFailure> {
  const read = readOptions(optionsSchema, options, { subject: "fetch_url tool" });
  const { hosts, privateHosts = [], maxBytes = 1_000_000, timeoutMs = 20_000 } = read;
  const limits = { rules: { hosts, privateHosts }, maxBytes };
  return tool({
    name: "fetch_url",
    description: "Fetches a page or file from the web by its URL and gives its text.",
    inputSchema,
    access: "read",
    execute: (input, { signal }) => {
      const timeoutError = (ms: number): Error => new ExecutionTimeoutError(`Fetching ${input.url}`, ms);
      return withDeadline({ ms: timeoutMs, signal, timeoutError }, (limited) => fetchText(input, limits, limited));
    },
  });
}

interface Limits {
  readonly rules: HostRules;
  readonly maxBytes: number;
}

async function fetchText(input: FetchUrlInput, limits: Limits, signal: AbortSignal): Promise<string | ToolFailure> {
  try {
    if (!URL.canParse(input.url)) throw new FetchRefusal("refused", "This is no URL; it must begin with https://.");
    const { url, response } = await getPage(new URL(input.url), limits.rules, signal);
    const { text, isCut, isHtml } = await readText(response, limits.maxBytes);
    const shown = isHtml && input.raw !== true ? htmlToText(text, url) : text;
    const { statusCode = 0 } = response;
    if (statusCode < 200 || statusCode > 299) return badStatus(statusCode, shown);
    return isCut ? `${shown}\n[cut after ${limits.maxBytes} bytes]` : shown;
  } catch (thrown) {
    if (!FetchRefusal.is(thrown)) throw thrown;
    return new ToolFailure({ reason: thrown.reason, message: thrown.message, retryable: thrown.isRetryable });
  }
}

function badStatus(status: number, text: string): ToolFailure {
  const message = `The server answered with status ${status}: ${cutText(text, 500)}`;
  return new ToolFailure({
    reason: "http_status",
    code: String(status),
    message,
    retryable: status === 429 || status >= 500,
  });
}
