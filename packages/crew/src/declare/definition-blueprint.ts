import { ConfigurationError, suggestName } from "@boathook/kernel";
import type { Container } from "inversify";

import type { Agent } from "../agent/agent.ts";
import type { Task } from "../task/task.ts";
import type { Blueprint } from "./blueprint.ts";
import type { FactoryKind } from "./decorators.ts";
import type { CompiledCrew, CrewParts, DefineCrewOptions, PartFactory } from "./define-crew.ts";
import { Factory } from "./factories.ts";

/** Reads a definition made with `defineCrew`; every crew has parts of its own. */
export function definitionBlueprint(definition: CompiledCrew, container: Container): Blueprint {
  const { options } = definition;
  const parts = {
    agent: (name: string) => find("agent", name).value() as Agent, // checked where all parts are
    task: (name: string) => find("task", name).value() as Task, // checked where all parts are
    get: (token) => container.get(token),
  } as CrewParts; // the rest is set while the crew is made
  const factories = factoriesOf(options, parts);
  const find = (kind: FactoryKind, name: string): Factory => findFactory(factories, kind, name);
  const methods = options.methods ?? {};
  return {
    name: definition.name,
    instance: undefined,
    files: definition.files,
    factories,
    methodNamed: (name) => (Object.hasOwn(methods, name) ? methods[name] : undefined),
    methodNames: () => Object.keys(methods),
    set: (name, value) => {
      Object.defineProperty(parts, name, { value, enumerable: true, configurable: true });
    },
    extras: () => ({
      hooks: options.hooks ?? [],
      beforeKickoff: options.beforeKickoff ?? [],
      afterKickoff: options.afterKickoff ?? [],
    }),
  };
}

function factoriesOf(options: DefineCrewOptions, parts: CrewParts): Factory[] {
  const all = (kind: FactoryKind, makers: Record<string, PartFactory<unknown>> | undefined): Factory[] =>
    Object.entries(makers ?? {}).map(([name, make]) => new Factory(kind, name, () => make(parts)));
  return [
    ...all("llm", options.llms),
    ...all("tool", options.tools),
    ...all("agent", options.agents),
    ...all("task", options.tasks),
    ...all("crew", options.crew === undefined ? undefined : { crew: options.crew }),
  ];
}

function findFactory(factories: readonly Factory[], kind: FactoryKind, name: string): Factory {
  const ofKind = factories.filter((factory) => factory.kind === kind);
  const found = ofKind.find((factory) => factory.name === name);
  if (found !== undefined) return found;
  const suggestion = suggestName(
    name,
    ofKind.map((factory) => factory.name),
  );
  const fault = { path: `${kind}s.${name}`, message: `there is no ${kind} "${name}"` };
  throw new ConfigurationError([suggestion === undefined ? fault : { ...fault, suggestion }]);
}
