import { joinPath, suggestName, type Fault } from "@boathook/kernel";

import { nameUses, type NameUse } from "../config/config-view.ts";
import type { ConfigFile } from "../config/config-file.ts";
import { optionsOfConfig } from "../config/config-options.ts";
import type { Named } from "../config/entry-kinds.ts";
import type { Blueprint } from "./blueprint.ts";
import type { Factory } from "./factories.ts";

/** What the names in the files of one crew stand for. */
export class NameResolver {
  readonly #blueprint: Blueprint;

  constructor(blueprint: Blueprint) {
    this.#blueprint = blueprint;
  }

  /** Everything that a file names and that is not there. */
  faultsIn(file: ConfigFile): Fault[] {
    return nameUses(file).flatMap((use) =>
      namesOf(use)
        .filter((name) => !this.#isKnown(use, name))
        .map((name) => this.#unknown(use, name, file.section ?? "")),
    );
  }

  /** The thing, or the list of things, that a name in a file stands for. */
  readonly valueOf = (use: NameUse): unknown => {
    const { value } = use.field;
    if (Array.isArray(value)) return value.map((name: string) => this.#valueOf(use, name));
    return typeof value === "string" ? this.#valueOf(use, value) : optionsOfConfig(value as Record<string, unknown>); // settings of a model
  };

  /** The factories that must be done before an entry can be read. */
  needsOf(file: ConfigFile, entryName: string): { readonly use: NameUse; readonly factory: Factory }[] {
    return nameUses(file)
      .filter((use) => use.entry.name === entryName)
      .flatMap((use) => namesOf(use).flatMap((name) => ({ use, factory: this.#factory(use.named.of, name) })))
      .flatMap(({ use, factory }) => (factory === undefined ? [] : [{ use, factory }]));
  }

  #valueOf(use: NameUse, name: string): unknown {
    const factory = this.#factory(use.named.of, name);
    if (factory !== undefined) return factory.value();
    if (use.named.of === "schema") return this.#blueprint.files.schemas[name];
    return (use.named.of === "method" ? this.#blueprint.methodNamed(name) : undefined) ?? name;
  }

  #factory(of: Named, name: string): Factory | undefined {
    return this.#blueprint.factories.find((factory) => factory.kind === of && factory.name === name);
  }

  #isKnown(use: NameUse, name: string): boolean {
    const { of, isOpen } = use.named;
    if (of === "llm") return true; // what is no method is a model's name
    if (of === "schema") return Object.hasOwn(this.#blueprint.files.schemas, name);
    if (of !== "method") return this.#factory(of, name) !== undefined;
    // A criterion for a model is a sentence; a single word was meant to be a method.
    return this.#blueprint.methodNamed(name) !== undefined || (isOpen && !/^[\w$]+$/.test(name));
  }

  #unknown(use: NameUse, name: string, section: string): Fault {
    const { of } = use.named;
    const known = this.#knownNames(of);
    const fault = {
      path: joinPath(section, use.entry.name, use.field.key),
      message: known.length === 0 ? `there is no ${of} "${name}": ${HOW_TO[of]}` : `there is no ${of} "${name}"`,
      ...use.field.place,
    };
    const suggestion = suggestName(name, known);
    return suggestion === undefined ? fault : { ...fault, suggestion };
  }

  #knownNames(of: Named): readonly string[] {
    if (of === "schema") return Object.keys(this.#blueprint.files.schemas);
    if (of === "method") return this.#blueprint.methodNames();
    return this.#blueprint.factories.filter((factory) => factory.kind === of).map((factory) => factory.name);
  }
}

const HOW_TO: Readonly<Record<Named, string>> = {
  agent: "declare one with @DefineAgent, or in `agents` of defineCrew",
  task: "declare one with @DefineTask, or in `tasks` of defineCrew",
  tool: "declare one with @DefineTool, or in `tools` of defineCrew",
  llm: "declare one with @DefineLlm, or in `llms` of defineCrew",
  method: "write one, or name one in `methods` of defineCrew",
  schema: "name one in `schemas` of @CrewBase, or of `files` of defineCrew",
};

function namesOf(use: NameUse): string[] {
  const { value } = use.field;
  if (Array.isArray(value)) return value as string[]; // the file was checked
  return typeof value === "string" ? [value] : [];
}
