import "reflect-metadata"; // where `@inject` writes and the container reads

import { Flow } from "@boathook/flow";
import type { AnyClass } from "@boathook/hooks";
import { ConfigurationError, errorMessage } from "@boathook/kernel";
import { Container, injectFromBase, LazyServiceIdentifier, type Newable, type ServiceIdentifier } from "inversify";

/** Makes an object of the class; its constructor is given what `@inject` or `static inject` says. What the constructor throws comes through as it is. */
export async function construct<T extends object>(container: Container, type: AnyClass<T>): Promise<T> {
  try {
    return await bound(container, type).getAsync(tokenOf(type));
  } catch (error) {
    throw explain(error, type);
  }
}

const NOT_BOUND = Symbol("not-bound");
const PROBE = Symbol("probe");

/** Throws a `ConfigurationError` when something that the class is to be given is not there. Makes nothing. */
export function checkConstructible(container: Container, type: AnyClass): void {
  let probe: Container;
  try {
    probe = bound(container, type);
    // The container plans a whole object before it makes any part of it: a last part that is not there stops it in between.
    probe = new Container({ parent: probe, autobind: true });
    probe.bind(PROBE).toResolvedValue((made: object) => made, [type, NOT_BOUND] as never);
  } catch (error) {
    throw explain(error, type);
  }
  try {
    probe.get(PROBE);
  } catch (error) {
    if (!errorMessage(error).includes(String(NOT_BOUND))) throw explain(error, type);
  }
}

/** A container that can make the class: the given one where the user bound it, else one below it. */
function bound(container: Container, type: AnyClass): Container {
  if (container.isBound(type)) return container;
  // A class that something wants injected needs no binding of its own: the container makes it, from its own @inject.
  const own = new Container({ parent: container, autobind: true });
  const tokens = staticInject(type);
  if (tokens !== undefined) bindParts(own, type, tokens);
  else bindSelf(own, type);
  return own;
}

function bindParts(own: Container, type: AnyClass, tokens: readonly ServiceIdentifier[]): void {
  const make = (...parts: unknown[]): object => Reflect.construct(type as new () => object, parts) as object; // a class makes an object
  own.bind(tokenOf(type)).toResolvedValue(make, tokens as never);
}

function bindSelf(own: Container, type: AnyClass): void {
  inheritInjections(type);
  try {
    own.bind(tokenOf(type)).toSelf();
  } catch (error) {
    // A flow's constructor may take the options of flows, which nobody has to give.
    if (!(type.prototype instanceof Flow) || type.length > 1) throw error;
    bindParts(own, type, []);
  }
}

/** A class names itself; the container makes no difference between abstract ones and others. */
function tokenOf<T extends object>(type: AnyClass<T>): Newable<T> {
  return type as unknown as Newable<T>;
}

function staticInject(type: AnyClass): readonly ServiceIdentifier[] | undefined {
  const { inject } = type as { inject?: unknown };
  if (inject === undefined) return undefined;
  if (!Array.isArray(inject)) throw refuse(type, "`static inject` must be a list of what the constructor is given");
  const missing = inject.findIndex((token) => !isToken(token));
  if (missing >= 0)
    throw refuse(
      type,
      `\`static inject\` holds nothing usable at ${missing}; was its class imported as a type only, or in a circle?`,
    );
  if (inject.length < type.length)
    throw refuse(
      type,
      `\`static inject\` lists ${inject.length} of the ${type.length} things that the constructor takes`,
    );
  return inject as readonly ServiceIdentifier[]; // checked above
}

function isToken(token: unknown): boolean {
  return ["string", "symbol", "function"].includes(typeof token) || LazyServiceIdentifier.is(token);
}

const CONSTRUCTOR = /(?<![.\w])constructor\s*\(/;
const HANDS_ALL_ON = /(?<![.\w])constructor\s*\([^)]*\)\s*\{\s*super\(\s*\.\.\./;

/** A class that leaves the constructor to its parent is given what the parent's `@inject` says; the container alone would give it nothing. */
function inheritInjections(type: AnyClass): void {
  const [, ...heirs] = lineage(type);
  for (const heir of heirs) injectFromBase({ extendConstructorArguments: true, extendProperties: true })(heir as never);
}

/** The class whose constructor makes objects of the type, then those that leave it to it, down to the type itself. */
function lineage(type: AnyClass): AnyClass[] {
  const parent = Object.getPrototypeOf(type) as unknown;
  const source = Function.prototype.toString.call(type);
  const makesItself = CONSTRUCTOR.test(source) && !HANDS_ALL_ON.test(source);
  if (makesItself || parent === Function.prototype || parent === Flow) return [type];
  return [...lineage(parent as AnyClass), type]; // what a class extends is a class
}

const CONTAINER_ERROR = Symbol.for("@inversifyjs/core/InversifyCoreError");

/** The container's own complaints become a configuration fault; everything else is the constructor's. */
function explain(error: unknown, type: AnyClass): unknown {
  if (typeof error !== "object" || error === null || !(CONTAINER_ERROR in error)) return error;
  const [sentence = ""] = errorMessage(error).split("\n");
  return refuse(
    type,
    `${sentence} Bind it (runtime.container.bind(…)), and give every constructor parameter an @inject.`,
    error,
  );
}

function refuse(type: AnyClass, message: string, cause?: unknown): ConfigurationError {
  const options = { subject: `class ${type.name}` };
  return new ConfigurationError(
    [{ path: "constructor", message }],
    cause === undefined ? options : { ...options, cause },
  );
}
