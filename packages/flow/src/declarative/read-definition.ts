import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { describeValue, isPlainObject } from "@boathook/hooks";
import {
  errorMessage,
  faultsOf,
  joinPath,
  readSourceText,
  suggestName,
  type Fault,
  type SourceText,
} from "@boathook/kernel";

import type { Condition } from "../definition/condition.ts";
import { FlowDefinitionError } from "../errors.ts";
import "./built-in-actions.ts";
import { flowAction, flowActionTypes, type FlowAction, type ReadAction } from "./flow-action.ts";
import { expressionsIn } from "./template.ts";

/** A flow as a file declares it, read and checked. */
export interface ReadDefinition {
  readonly name: string;
  readonly state: Readonly<Record<string, unknown>>;
  readonly methods: readonly ReadMethod[];
  /** Every expression, with where it stands. */
  readonly expressions: readonly PlacedExpression[];
}

/** Where a definition comes from. */
type DefinitionSource = Pick<SourceText, "value" | "faults" | "placeOf">;

/** One method of it. */
export interface ReadMethod {
  readonly name: string;
  readonly start?: true | Condition;
  readonly listen?: Condition;
  readonly router?: Condition;
  readonly emit?: readonly string[];
  readonly action: ReadAction;
}

/** An expression, and where it stands. */
export interface PlacedExpression {
  readonly expression: string;
  readonly fault: Fault;
}

const TOP_KEYS = ["name", "description", "state", "methods"];
const METHOD_KEYS = ["start", "listen", "router", "emit"];

/** Reads a definition: a YAML or JSON file, or the object itself. Throws `FlowDefinitionError` with everything that is wrong, each with its place. */
export function readDefinition(source: unknown): ReadDefinition {
  return new DefinitionReader(textOf(source)).read();
}

function textOf(source: unknown): DefinitionSource {
  if (typeof source !== "string" && !(source instanceof URL)) return objectSource(source);
  const file = source instanceof URL ? fileURLToPath(source) : source;
  const shown = path.relative(process.cwd(), file);
  try {
    return readSourceText(readFileSync(file, "utf8"), shown.startsWith("..") ? file : shown);
  } catch (error) {
    throw new FlowDefinitionError(
      "",
      [{ path: "", message: `the file cannot be read: ${errorMessage(error)}`, file }],
      { cause: error },
    );
  }
}

function objectSource(value: unknown): DefinitionSource {
  return { value, faults: [], placeOf: () => ({}) as ReturnType<DefinitionSource["placeOf"]> }; // code has no lines
}

class DefinitionReader {
  readonly #text: DefinitionSource;
  readonly #faults: Fault[];
  readonly #expressions: PlacedExpression[] = [];

  constructor(text: DefinitionSource) {
    this.#text = text;
    this.#faults = [...text.faults];
  }

  read(): ReadDefinition {
    const given = this.#record([], this.#text.value, "a flow");
    this.#unknownKeys(given, TOP_KEYS, []);
    const name = typeof given.name === "string" ? given.name : "";
    if (name === "" && this.#text.faults.length === 0) this.#fault(["name"], "a flow has a name");
    const state = given.state === undefined ? {} : this.#record(["state"], given.state, "fields");
    const methods = this.#record(["methods"], given.methods, "methods by name");
    const read = Object.entries(methods).map(([method, parts]) => this.#method(method, parts));
    if (this.#faults.length > 0) throw new FlowDefinitionError(name, this.#faults);
    return { name, state, methods: read.filter((method) => method !== undefined), expressions: this.#expressions };
  }

  /** A record, or nothing and a fault; a file that is broken anyway has faults enough. */
  #record(at: readonly string[], value: unknown, what: string): Record<string, unknown> {
    if (isPlainObject(value)) return value;
    if (this.#text.faults.length === 0) this.#fault(at, `expected ${what}, got ${describeValue(value)}`);
    return {};
  }

  #method(name: string, parts: unknown): ReadMethod | undefined {
    const at = ["methods", name];
    if (!isPlainObject(parts)) {
      this.#fault(at, `expected when it runs and what it does, got ${describeValue(parts)}`);
      return undefined;
    }
    const rest = Object.fromEntries(Object.entries(parts).filter(([key]) => !METHOD_KEYS.includes(key)));
    const action = this.#action(rest, at);
    if (action === undefined) return undefined;
    const { start, listen, router, emit } = parts as Partial<ReadMethod>; // conditions and labels are checked with the graph
    return { name, action, ...defined({ start, listen, router, emit }) };
  }

  /** Exactly one of its keys names the action; the others are its options. */
  #action(given: unknown, at: readonly string[]): ReadAction | undefined {
    if (!isPlainObject(given)) {
      this.#fault(at, `expected an action, got ${describeValue(given)}`);
      return undefined;
    }
    const types = Object.keys(given).filter((key) => flowAction(key) !== undefined);
    const kind = types[0] === undefined ? undefined : flowAction(types[0]);
    if (kind === undefined || types.length > 1) {
      this.#noAction(given, types, at);
      return undefined;
    }
    const parsed = kind.schema.safeParse(given);
    if (!parsed.success) {
      for (const fault of faultsOf(parsed.error, kind.schema)) {
        const key = fault.path === "" ? [] : fault.path.split(".");
        this.#fault([...at, ...key], fault.message, fault.suggestion);
      }
      return undefined;
    }
    const problem = kind.check?.(parsed.data);
    if (problem !== undefined) this.#fault([...at, kind.type], problem);
    return this.#withNested(kind, parsed.data, at);
  }

  #withNested(kind: FlowAction, options: unknown, at: readonly string[]): ReadAction | undefined {
    const inner = kind.nested?.(options) ?? {};
    const own = isPlainObject(options)
      ? Object.fromEntries(Object.entries(options).filter(([key]) => !(key in inner)))
      : options;
    this.#collect(kind.expressions?.(options) ?? [], own, at);
    const nested: Record<string, ReadAction> = {};
    for (const [key, action] of Object.entries(inner)) {
      const read = this.#action(action, [...at, key]);
      if (read === undefined) return undefined;
      nested[key] = read;
    }
    return { action: kind, options, nested };
  }

  #collect(own: readonly string[], options: unknown, at: readonly string[]): void {
    for (const expression of own) this.#expressions.push({ expression, fault: this.#at(at, "") });
    for (const { path: inside, expression } of expressionsIn(options, "")) {
      const place = [...at, ...inside.split(".").filter((part) => part !== "")];
      if (own.includes(expression ?? "")) continue;
      if (expression === undefined) this.#fault(place, "a `${` has no end; write `$${` for the characters themselves");
      else this.#expressions.push({ expression, fault: this.#at(place, "") });
    }
  }

  #noAction(given: Record<string, unknown>, types: readonly string[], at: readonly string[]): void {
    if (types.length > 1) {
      this.#fault(at, `it has several actions (${types.join(", ")}); use one`);
      return;
    }
    const [key] = Object.keys(given);
    const suggestion = key === undefined ? undefined : suggestName(key, flowActionTypes());
    this.#fault(at, `it has no action (${flowActionTypes().join(", ")})`, suggestion);
  }

  #unknownKeys(given: Record<string, unknown>, known: readonly string[], at: readonly string[]): void {
    for (const key of Object.keys(given)) {
      if (!known.includes(key)) this.#fault([...at, key], "unknown option", suggestName(key, known));
    }
  }

  #fault(at: readonly string[], message: string, suggestion?: string): void {
    this.#faults.push(this.#at(at, message, suggestion));
  }

  #at(at: readonly string[], message: string, suggestion?: string): Fault {
    return {
      path: joinPath(...at),
      message,
      ...this.#text.placeOf(at),
      ...(suggestion !== undefined && { suggestion }),
    };
  }
}

function defined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  }; // the same fields, less some
}
