import { HookRegistrationError } from "../errors.ts";
import { recordMember, type MemberRecord, type MemberStore } from "./members.ts";

/** Stands on a method in legacy and in standard mode, and checks the method's type. */
export interface MethodDecoratorOf<M extends (...args: never[]) => unknown> {
  (value: M, context: ClassMethodDecoratorContext): void;
  <T extends M>(target: object, key: string | symbol, descriptor: TypedPropertyDescriptor<T>): void;
}

/** A method decorator that writes the record down and stops. It refuses fields, accessors, static and `#private` members. */
export function methodDecorator<M extends (...args: never[]) => unknown>(
  label: string,
  record: MemberRecord,
): MethodDecoratorOf<M> {
  return (...args: readonly unknown[]) => {
    const { store, name } = readDecorated(label, args);
    recordMember(store, name, record);
  };
}

/** True when these are the arguments with which the runtime applies a decorator, rather than options given by a user. */
export function isDecoratorCall(args: readonly unknown[]): boolean {
  const [first, second] = args;
  if (typeof second === "string" || typeof second === "symbol")
    return typeof first === "object" || typeof first === "function";
  return typeof second === "object" && second !== null && "kind" in second && "name" in second;
}

function readDecorated(label: string, args: readonly unknown[]): { store: MemberStore; name: string | symbol } {
  const [first, second, descriptor] = args;
  if (typeof second === "string" || typeof second === "symbol")
    return readLegacy({ label, target: first, name: second, descriptor });
  return readStandard(label, second as ClassMemberDecoratorContext); // the second shape in which a decorator is applied
}

function readLegacy(decorated: { label: string; target: unknown; name: string | symbol; descriptor: unknown }): {
  store: MemberStore;
  name: string | symbol;
} {
  const { label, target, name, descriptor } = decorated;
  if (typeof target === "function") refuse(label, name, "a static member");
  const value = (descriptor as PropertyDescriptor | undefined)?.value as unknown;
  if (typeof value !== "function") refuse(label, name, "no method");
  return { store: { target: (target as object).constructor }, name };
}

function readStandard(
  label: string,
  context: ClassMemberDecoratorContext,
): { store: MemberStore; name: string | symbol } {
  if (context.kind !== "method")
    refuse(label, context.name, `no method but ${context.kind === "accessor" ? "an" : "a"} ${context.kind}`);
  if (context.static) refuse(label, context.name, "a static member");
  if (context.private) refuse(label, context.name, "a #private member");
  // A compiler that gives none leaves nowhere to write.
  if (typeof (context.metadata as unknown) !== "object")
    refuse(label, context.name, "in a class compiled without decorator metadata");
  return { store: { metadata: context.metadata }, name: context.name };
}

function refuse(label: string, name: string | symbol, what: string): never {
  throw new HookRegistrationError(
    `@${label} stands on "${String(name)}", which is ${what}. Put it on a public method of instances.`,
    {
      point: label,
      hook: String(name),
    },
  );
}
