/**
 * The options that an entry of a YAML file stands for: snake_case keys become camelCase, `undefined` is left out.
 */
export function optionsOfConfig(config: Readonly<Record<string, unknown>> | undefined): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(config ?? {})) {
    if (value !== undefined) options[camelCase(key)] = value;
  }
  return options;
}

function camelCase(key: string): string {
  return key.replace(/_+([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}
