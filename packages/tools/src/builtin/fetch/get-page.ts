import { request as requestHttp, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";

import { guard, type HostRules } from "./address-guard.ts";
import { FetchRefusal } from "./fetch-refusal.ts";

const MAX_REDIRECTS = 5;

/** An answer whose body has not been read yet. */
export interface Page {
  readonly url: URL;
  readonly response: IncomingMessage;
}

/** Gets a page; every address on the way, also after a redirect, passes the guard. */
export async function getPage(start: URL, rules: HostRules, signal: AbortSignal): Promise<Page> {
  let url = start;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await send(url, rules, signal);
    const next = redirectOf(response, url);
    if (next === undefined) return { url, response };
    response.destroy();
    if (url.protocol === "https:" && next.protocol === "http:") {
      throw new FetchRefusal("refused", `"${url.host}" redirects to an unprotected connection; that is not followed.`);
    }
    url = next;
  }
  throw new FetchRefusal("refused", `More than ${MAX_REDIRECTS} redirects.`);
}

/** What a server is told of us. */
const HEADERS = {
  "accept-encoding": "gzip, deflate, br",
  accept: "text/*, application/json, */*;q=0.5",
  "user-agent": "boathook",
};

function send(url: URL, rules: HostRules, signal: AbortSignal): Promise<IncomingMessage> {
  const lookup = guard(url, rules);
  return new Promise((resolve, reject) => {
    const request = url.protocol === "https:" ? requestHttps : requestHttp;
    // `agent: false`: a connection of its own, looked up now, not one that is kept for the same name.
    const outgoing = request(url, { agent: false, headers: HEADERS, lookup, signal, maxHeaderSize: 16_384 }, resolve);
    outgoing.on("error", (cause) => {
      reject(FetchRefusal.is(cause) ? cause : unreachable(url, cause));
    });
    outgoing.end();
  });
}

function unreachable(url: URL, cause: Error): FetchRefusal {
  const { code = cause.message } = cause as { code?: string }; // errors of Node carry one
  return new FetchRefusal("network", `"${url.host}" could not be reached: ${code}.`, { cause, isRetryable: true });
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined) return undefined;
  if (!URL.canParse(headers.location, from.href)) throw new FetchRefusal("refused", "It redirects to what is no URL.");
  return new URL(headers.location, from);
}
