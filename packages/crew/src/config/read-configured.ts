import { ConfigurationError, faultsOf, readOptions, type Fault } from "@boathook/kernel";
import type { z } from "zod";

import { mergeOptions } from "../options.ts";
import { optionsOfConfig } from "./config-options.ts";
import { originOf, rememberOrigin } from "./place.ts";

/** How the options of an agent or task are read. */
export interface ConfiguredSchemas<G extends { config?: Record<string, unknown> | undefined }, T> {
  /** What is given to the constructor. */
  readonly options: z.ZodType<G>;
  /** What there must be when `config` is merged in. */
  readonly merged: z.ZodType<T>;
  /** Named in errors. */
  readonly subject: string;
}

/**
 * Reads options that come in part from a `config` entry; those given win. A fault of what the entry says, or does not say, names its file and
 * line. Remembers which entry `owner` was made from.
 */
export function readConfigured<G extends { config?: Record<string, unknown> | undefined }, T>(
  owner: object,
  given: unknown,
  { options, merged, subject }: ConfiguredSchemas<G, T>,
): T {
  const { config, ...own } = readOptions(options, given, { subject });
  rememberOrigin(owner, config);
  const all = mergeOptions(optionsOfConfig(config), own);
  const parsed = merged.safeParse(all);
  if (parsed.success) return parsed.data;
  const faults = faultsOf(parsed.error, merged).map((fault) => {
    const isMissing = !fault.path.includes(".") && all[fault.path] === undefined;
    return located(isMissing ? { ...fault, message: MISSING } : fault, owner, own);
  });
  throw new ConfigurationError(faults, { subject });
}

const MISSING = "it is missing; give it as an option, or in `config`";

function located(fault: Fault, owner: object, own: Readonly<Record<string, unknown>>): Fault {
  const [option = ""] = fault.path.split(".");
  return own[option] === undefined ? { ...fault, ...originOf(owner, option) } : fault;
}
