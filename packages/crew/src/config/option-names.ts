import { isPlainObject } from "@boathook/hooks";

/** A key of an entry as the option that it stands for. */
export interface NamedOption {
  readonly option: string;
  readonly value: unknown;
}

/**
 * The option that a key of a YAML entry stands for: snake_case and camelCase are the same; `max_execution_time` is in seconds; `output_pydantic`,
 * and `output_json` where it is no boolean, are the schema of the output.
 */
export function optionOf(key: string, value: unknown): NamedOption {
  const option = camelCase(key);
  switch (option) {
    case "maxExecutionTime":
      return { option: "maxExecutionTimeMs", value: typeof value === "number" ? value * 1000 : value };
    case "planning":
      return { option, value: isPlainObject(value) ? namedAsInCode(value) : value };
    case "outputPydantic":
      return { option: "outputSchema", value };
    case "outputJson":
      return { option: typeof value === "boolean" ? option : "outputSchema", value };
    default:
      return { option, value };
  }
}

/** The documented spelling of an option in a file. */
export function snakeCase(option: string): string {
  if (option === "maxExecutionTimeMs") return "max_execution_time";
  return option.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** How an agent plans: the same spellings, and `step_timeout` in seconds. */
function namedAsInCode(settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings).map(([key, value]) =>
      camelCase(key) === "stepTimeout" && typeof value === "number"
        ? ["stepTimeoutMs", value * 1000]
        : [camelCase(key), value],
    ),
  );
}

function camelCase(key: string): string {
  return key.replace(/_+([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}
