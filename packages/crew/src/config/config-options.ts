import { ConfigurationError, instanceLike, type Fault } from "@boathook/kernel";
import { isPlainObject } from "@boathook/hooks";
import type { z } from "zod";

import { optionOf } from "./option-names.ts";

/** The `config` option of agents and tasks. It is passed on as it is: an entry knows the file it comes from. */
export const configEntry: z.ZodType<Record<string, unknown>> = instanceLike(
  "an entry of a configuration file, or a plain object",
  isPlainObject,
);

/**
 * The options that an entry stands for, under their names in code; keys without a value are left out. An option that stands there in two
 * spellings is a `ConfigurationError`.
 */
export function optionsOfConfig(config: Readonly<Record<string, unknown>> | undefined): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  const faults: Fault[] = [];
  for (const [key, given] of Object.entries(config ?? {})) {
    if (given === undefined || given === null) continue;
    const { option, value } = optionOf(key, given);
    if (Object.hasOwn(options, option)) faults.push({ path: `config.${key}`, message: twiceMessage(option) });
    options[option] = value;
  }
  if (faults.length > 0) throw new ConfigurationError(faults, { subject: "config" });
  return options;
}

/** What is said of an option that stands in an entry in two spellings. */
export function twiceMessage(option: string): string {
  return `"${option}" is given twice, in two spellings; keep one of them`;
}
