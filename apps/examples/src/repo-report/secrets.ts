import path from "node:path";

const SECRET_NAMES = [
  /^\.env(\..+)?$/i,
  /\.(pem|key|p12|pfx|jks|keystore)$/i,
  /^id_(rsa|dsa|ecdsa|ed25519)$/i,
  /^\.(npmrc|netrc|pgpass)$/i,
  /^credentials(\.json)?$/i,
];

/** True for a path whose file usually holds secrets. */
export function isSecretFile(file: string): boolean {
  const name = path.posix.basename(file.replaceAll("\\", "/"));
  return SECRET_NAMES.some((pattern) => pattern.test(name));
}

/** The text without what looks like an API key. */
export function withoutKeys(text: string): string {
  return text
    .replace(/\b(sk-|ghp_|gho_|xox[abprs]-|AKIA)[A-Za-z0-9_-]{12,}/g, "[KEY]")
    .replace(
      /(api[_-]?key|secret|password|token)(["']?\s*[:=]\s*["']?)[A-Za-z0-9_\-./+]{8,}/gi,
      (_match, name: string, sign: string) => `${name}${sign}[KEY]`,
    );
}

/** The text without e-mail addresses. */
export function withoutAddresses(text: string): string {
  return text.replace(/\b[\w.+-]+@[\w-]+(\.[\w-]+)+\b/g, "[e-mail]");
}
