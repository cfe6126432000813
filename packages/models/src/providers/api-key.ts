import { ConfigurationError } from "@boathook/kernel";

/** The key given, else the one in the environment; without either the error names the variable. */
export function requireApiKey(given: string | undefined, keyName: string, model: string): string {
  const key = given ?? process.env[keyName];
  if (key !== undefined && key.trim() !== "") return key;
  throw new ConfigurationError(
    [
      {
        path: "apiKey",
        message: `the model "${model}" needs an API key, and there is none. Set the environment variable ${keyName}, or pass the option "apiKey"`,
      },
    ],
    { subject: "model" },
  );
}
