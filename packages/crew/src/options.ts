import { instanceLike } from "@boathook/kernel";
import { z } from "zod";

/** A function of the user's. */
export function functionLike<T>(): z.ZodType<T> {
  return instanceLike<T>("a function", (value) => typeof value === "function");
}

/** Anything: checked where it is used. */
export function unchecked<T>(): z.ZodType<T> {
  return z.custom<T>(() => true);
}

/** `over` on top of `base`, where `undefined` in `over` counts as not given. */
export function mergeOptions(base: Readonly<Record<string, unknown>>, over: object): Record<string, unknown> {
  const given = Object.entries(over).filter(([, value]) => value !== undefined);
  return { ...base, ...Object.fromEntries(given) };
}
