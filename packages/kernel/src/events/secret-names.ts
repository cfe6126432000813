/** Words that make a field's name a secret's, when the name ends with them: `OPENAI_API_KEY`, `x-api-key`, `userPassword`, `token`. */
const SECRETS = [
  "api key",
  "access key",
  "secret key",
  "private key",
  "signing key",
  "encryption key",
  "password",
  "passwd",
  "pwd",
  "passphrase",
  "secret",
  "token",
  "authorization",
  "cookie",
  "credential",
  "credentials",
  "connection string",
] as const;

/** Matches the names of fields that hold secrets. Counts of tokens (`tokens`, `inputTokens`) are none. */
export const SECRET_NAMES = new RegExp(SECRETS.map(alternatives).join("|"));

function alternatives(secret: string): string {
  const words = secret.split(" ");
  const alone = `(?:^|[^A-Za-z0-9])${words.map(inAnyCase).join("[^A-Za-z0-9]?")}$`;
  const atTheEndOfCamelCase = `[a-z0-9]${words.map(capitalised).join("")}$`;
  return `${alone}|${atTheEndOfCamelCase}`;
}

function inAnyCase(word: string): string {
  return word.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
