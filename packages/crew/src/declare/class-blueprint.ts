import { hooksOfInstance, type AnyClass } from "@boathook/hooks";
import { ConfigurationError } from "@boathook/kernel";

import type { AfterKickoffCallback, BeforeKickoffCallback } from "../crew/crew-options.ts";
import type { Blueprint } from "./blueprint.ts";
import { crewFilesOf } from "./crew-base.ts";
import { crewMembersOf, type CrewMembers } from "./crew-members.ts";
import { Factory } from "./factories.ts";

const built = new WeakSet();

/** Refuses a class that declares no crew, before anything is made. */
export function checkCrewClass(type: AnyClass): void {
  if (crewFilesOf(type) === undefined)
    throw new ConfigurationError([{ path: "", message: `${type.name} declares no crew; put @CrewBase on it` }], {
      subject: "crew class",
    });
  crewMembersOf(type);
}

/** Reads a new object of a crew class, and puts a memoised form of every factory on it. */
export function classBlueprint(type: AnyClass, instance: object): Blueprint {
  if (built.has(instance)) throw reused(type);
  built.add(instance);
  const members = crewMembersOf(type);
  const factories = members.factories.map(({ name, kind }) => memoise(instance, name, kind));
  return {
    name: type.name,
    instance,
    files: crewFilesOf(type) ?? { agents: undefined, tasks: undefined, schemas: {} },
    factories,
    methodNamed: (name) => methodOf(instance, name),
    methodNames: () => methodNamesOf(instance),
    set: (name, value) => {
      define(instance, name, value, true);
    },
    extras: () => ({
      hooks: hooksOfInstance(instance),
      beforeKickoff: callbacksOf(instance, members, "before") as BeforeKickoffCallback[], // the decorator checked the method's type
      afterKickoff: callbacksOf(instance, members, "after") as AfterKickoffCallback[], // the decorator checked the method's type
    }),
  };
}

function memoise(instance: object, name: string | symbol, kind: Factory["kind"]): Factory {
  const method = requireMethod(instance, name);
  const factory = new Factory(kind, String(name), () => method.call(instance));
  define(instance, name, () => factory.call(), false);
  return factory;
}

function callbacksOf(instance: object, members: CrewMembers, when: "before" | "after"): unknown[] {
  return members.callbacks
    .filter((callback) => callback.when === when)
    .map(({ name }) =>
      named(requireMethod(instance, name).bind(instance), `${instance.constructor.name}.${String(name)}`),
    );
}

function requireMethod(instance: object, name: string | symbol): () => unknown {
  const method: unknown = Reflect.get(instance, name);
  if (typeof method === "function") return method as () => unknown;
  const message = "it is decorated, but no method on this object: a field, or a subclass, hides it";
  throw new ConfigurationError([{ path: String(name), message }], {
    subject: `crew class ${instance.constructor.name}`,
  });
}

function methodOf(instance: object, name: string): ((...args: never[]) => unknown) | undefined {
  if (name in Object.prototype) return undefined;
  const method: unknown = Reflect.get(instance, name);
  if (typeof method !== "function") return undefined;
  return named(method.bind(instance) as (...args: never[]) => unknown, name);
}

function methodNamesOf(instance: object): string[] {
  const names = new Set<string>();
  for (
    let owner: object | null = instance;
    owner !== null && owner !== Object.prototype;
    owner = Object.getPrototypeOf(owner) as object | null
  ) {
    for (const name of Object.getOwnPropertyNames(owner)) {
      if (name !== "constructor" && typeof Object.getOwnPropertyDescriptor(owner, name)?.value === "function")
        names.add(name);
    }
  }
  return [...names];
}

function named<F>(method: F, name: string): F {
  Object.defineProperty(method, "name", { value: name });
  return method;
}

function define(instance: object, name: string | symbol, value: unknown, enumerable: boolean): void {
  Object.defineProperty(instance, name, { value, enumerable, writable: true, configurable: true });
}

function reused(type: AnyClass): ConfigurationError {
  const message = `the container gave the same ${type.name} twice; every crew is an object of its own: bind the class in transient scope, or not at all`;
  return new ConfigurationError([{ path: "", message }], { subject: "crew class" });
}
