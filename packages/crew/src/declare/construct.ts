import type { AnyClass } from "@boathook/hooks";
import { ConfigurationError, errorMessage } from "@boathook/kernel";
import { Container, injectFromHierarchy, LazyServiceIdentifier, type Newable, type ServiceIdentifier } from "inversify";

/** Makes an object of the class; its constructor is given what `@inject` or `static inject` says. What the constructor throws comes through as it is. */
export async function construct<T extends object>(container: Container, type: AnyClass<T>): Promise<T> {
  try {
    return await bound(container, type).getAsync(tokenOf(type));
  } catch (error) {
    throw explain(error, type);
  }
}

/** As `construct`, at once: nothing that is injected may be asynchronous. */
export function constructNow<T extends object>(container: Container, type: AnyClass<T>): T {
  try {
    return bound(container, type).get(tokenOf(type));
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
    probe = new Container({ parent: probe });
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
  const own = new Container({ parent: container });
  const tokens = staticInject(type);
  if (tokens === undefined) {
    inheritInjections(type);
    own.bind(tokenOf(type)).toSelf();
  } else {
    own
      .bind(tokenOf(type))
      .toResolvedValue(
        (...parts: unknown[]) => Reflect.construct(type as new () => object, parts) as object,
        tokens as never,
      );
  }
  return own;
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

const OWN_CONSTRUCTOR = /(?<![.\w])constructor\s*\(/;
const HANDS_ALL_ON = /(?<![.\w])constructor\s*\([^)]*\)\s*\{\s*super\(\s*\.\.\./;

/** A class that leaves the constructor to its parent is given what the parent's `@inject` says; the container alone would give it nothing. */
function inheritInjections(type: AnyClass): void {
  if (Object.getPrototypeOf(type) === Function.prototype) return;
  const source = Function.prototype.toString.call(type);
  if (OWN_CONSTRUCTOR.test(source) && !HANDS_ALL_ON.test(source)) return;
  injectFromHierarchy({ extendConstructorArguments: true, extendProperties: true })(type as never);
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
