import { createRequire } from "node:module";

import type * as Yaml from "yaml";

let yaml: typeof Yaml | undefined;

/** The YAML library, loaded when the first file is read: most programs read none. */
export function loadYaml(): typeof Yaml {
  yaml ??= createRequire(import.meta.url)("yaml") as typeof Yaml; // the package that its types describe
  return yaml;
}
