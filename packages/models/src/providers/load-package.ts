import { errorMessage, isError } from "@boathook/kernel";

import { ProviderNotInstalledError } from "../errors/model-errors.ts";

/** An npm package that makes model objects. */
export interface ProviderPackage {
  readonly packageName: string;
  /** The version range to install: the newest line that runs on Node 20. */
  readonly range: string;
  readonly load: () => Promise<unknown>;
}

/** Imports a provider's package; when it is not installed, the error says how to install it. Anything else that goes wrong passes as it is. */
export async function loadPackage(wanted: ProviderPackage, model: string): Promise<unknown> {
  try {
    return await wanted.load();
  } catch (thrown) {
    if (!isMissing(thrown, wanted.packageName)) throw thrown;
    throw new ProviderNotInstalledError(model, wanted.packageName, { range: wanted.range, cause: thrown });
  }
}

/** The package itself is missing, not something that it imports. */
function isMissing(thrown: unknown, packageName: string): boolean {
  if (!isError(thrown)) return false;
  const { code } = thrown as { code?: unknown };
  const isNotFound = code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND";
  return isNotFound && errorMessage(thrown).includes(`'${packageName}'`);
}
