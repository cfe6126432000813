import {
  CompiledHook,
  describeValue,
  hookMembersOf,
  HookRegistrationError,
  type HookRegistration,
  type HookScope,
} from "@boathook/hooks";

import { checkConstructible } from "../declare/construct.ts";
import type { RunScopes } from "./run-scopes.ts";

type ProviderClass = new (...args: never[]) => object;

/**
 * Puts the hook methods of a class into a scope. A call makes the run's own object of the class, by the container, if there is none yet. Refused
 * at once: a class without hook methods, and one that the container could not make.
 */
export function provideHooks(provider: unknown, scope: HookScope, runs: RunScopes): HookRegistration {
  if (typeof provider !== "function")
    throw refuse(describeValue(provider), "is no class; give the class itself, not an object of it");
  const type = provider as ProviderClass; // whatever is no class has no hook members and is refused by the next lines
  const members = hookMembersOf(type);
  if (members.length === 0) throw refuse(type.name, "holds no hooks; put @On, @BeforeToolCall … on its methods");
  const hooks = members.map(({ name, member: { point, filters, file } }) => {
    const label = `${type.name}.${String(name)}`;
    if (typeof Reflect.get(type.prototype as object, name) !== "function")
      throw refuse(label, "carries a hook decorator but is no method");
    return new CompiledHook({ point, filters, file, name: label, hook: callOn(type, name, runs, label) });
  });
  checkConstructible(runs.example, type);
  const handlers = hooks.map((hook) => hook.addTo(scope.hooks));
  const unregister = (): boolean => handlers.map((handler) => handler.remove()).some((wasIn) => wasIn);
  return {
    point: [...new Set(hooks.map(({ point }) => point))].join(", "),
    name: type.name,
    unregister,
    [Symbol.dispose]: () => {
      unregister();
    },
  };
}

function callOn(
  type: ProviderClass,
  name: string | symbol,
  runs: RunScopes,
  label: string,
): (context: never) => unknown {
  const call = (context: never): unknown => {
    const provider = runs.made(type);
    if (provider !== undefined) return callMethod(provider, name, context);
    return runs.make(type).then((made) => callMethod(made, name, context));
  };
  return Object.defineProperty(call, "name", { value: label }); // it may become the source of an abort
}

function callMethod(provider: object, name: string | symbol, context: never): unknown {
  return (provider as Record<string | symbol, (context: never) => unknown>)[name]?.(context); // a method of its class
}

function refuse(what: string, why: string): HookRegistrationError {
  return new HookRegistrationError(`${what} ${why}.`, { point: "hooks.provide", hook: what });
}
