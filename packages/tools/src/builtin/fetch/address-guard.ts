import { lookup, type LookupAddress, type LookupOptions } from "node:dns";
import { isIP } from "node:net";

import { FetchRefusal } from "./fetch-refusal.ts";
import { isPublicAddress } from "./public-address.ts";

/** Which hosts may be asked. */
export interface HostRules {
  /** When given, no others: `example.com`, `*.example.com`. */
  readonly hosts: readonly string[] | undefined;
  /** Hosts that may have an address that is not public, as `host` or `host:port`. */
  readonly privateHosts: readonly string[];
}

type LookupDone = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** Finds the address of a host for one connection: what is checked is what the connection is made to. */
export type GuardedLookup = (host: string, options: LookupOptions, done: LookupDone) => void;

/** Checks a URL, before anything is sent, and gives the lookup that checks its addresses. */
export function guard(url: URL, rules: HostRules): GuardedLookup {
  if (!/^https?:$/.test(url.protocol)) {
    throw new FetchRefusal("refused", `Only http and https are fetched, not "${url.protocol}".`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new FetchRefusal("refused", "A URL with a user name or password is not fetched.");
  }
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (rules.hosts?.some((pattern) => isHost(host, pattern)) === false) {
    throw new FetchRefusal("refused", `This host is not among those that may be fetched: ${host}.`);
  }
  if (rules.privateHosts.some((allowed) => allowed === host || allowed === `${host}:${portOf(url)}`)) return lookup;
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw notPublic(host); // Node looks up names only
  return checkedLookup;
}

const checkedLookup: GuardedLookup = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error !== null) {
      done(error, "");
      return;
    }
    const [first] = addresses;
    // One that is not public is enough: who answers so wants to be reached inside.
    const isFine = first !== undefined && addresses.every(({ address }) => isPublicAddress(address));
    if (!isFine) done(notPublic(host), "");
    else if (options.all === true) done(null, addresses);
    else done(null, first.address, first.family);
  });
};

function notPublic(host: string): FetchRefusal {
  return new FetchRefusal("refused", `"${host}" has no public address; private ones are not fetched.`);
}

function isHost(host: string, pattern: string): boolean {
  return pattern.startsWith("*.") ? host.endsWith(pattern.slice(1)) : host === pattern;
}

function portOf(url: URL): string {
  if (url.port !== "") return url.port;
  return url.protocol === "https:" ? "443" : "80";
}
