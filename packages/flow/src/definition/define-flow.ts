import { describeValue, isPlainObject, type Inputs } from "@boathook/hooks";
import { instanceLike, joinPath, readOptions, suggestName, type Fault } from "@boathook/kernel";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { z } from "zod";

import { FlowDefinitionError } from "../errors.ts";
import { flowOptionsShape, type FlowOptions } from "../flow-options.ts";
import type { AskOptions } from "../feedback/ask.ts";
import { Flow } from "../flow.ts";
import type { Condition } from "./condition.ts";
import { declareMethod } from "./declare-method.ts";

/** One method of a flow without decorators: when it runs, and what it does. */
export interface FlowMethod<S extends object = Record<string, unknown>> {
  start?: true | Condition;
  listen?: Condition;
  router?: Condition;
  /** The labels that a router may give. */
  emit?: readonly string[];
  /** `this` is the flow; `input` what triggered it. */
  run(this: DefinedFlow<S>, input?: unknown): unknown;
}

/** What the methods of such a flow see as `this`: a flow, with what only a flow's own methods may use. */
export abstract class DefinedFlow<S extends object = Record<string, unknown>> extends Flow<S> {
  override get signal(): AbortSignal {
    return super.signal;
  }

  override emit(type: string, data?: unknown): void {
    super.emit(type, data);
  }

  override ask(message: string, options?: AskOptions): Promise<string | undefined> {
    return super.ask(message, options);
  }
}

/** What `defineFlow` is told. */
export interface DefineFlowOptions<S extends object = Record<string, unknown>> extends FlowOptions {
  name: string;
  /** A schema that reads the state, or the state that every kickoff begins with. */
  state?: StandardSchemaV1<unknown, S> | Partial<S> | undefined;
  methods: Record<string, FlowMethod<S>>;
}

/**
 * A flow class without decorators, the same to everything as one with them. Throws `FlowDefinitionError` at once with everything that is wrong
 * with it.
 */
export function defineFlow<S extends object = Inputs>(
  options: DefineFlowOptions<S>,
): new (options?: FlowOptions) => Flow<S> {
  const { state, methods, ...standard } = readOptions(schema, options, { subject: "flow" });
  const faults = Object.entries(methods).flatMap(([name, method]) => methodFaults(name, method));
  if (faults.length > 0) throw new FlowDefinitionError(standard.name, faults);
  const { schema: stateSchema, initial } = stateOf(state);
  class Defined extends DefinedFlow<S> {
    static override stateSchema = stateSchema;
    override initialState = initial as Partial<S>; // the author says what its fields are
    constructor(own: FlowOptions = {}) {
      super({ ...standard, ...own });
    }
  }
  Object.defineProperty(Defined, "name", { value: standard.name });
  for (const [name, method] of Object.entries(methods as Record<string, FlowMethod>))
    declareMethod(Defined, name, { ...method, body: Reflect.get(method, "run") });
  new Defined().explain();
  return Defined;
}

const schema = z.strictObject({
  ...flowOptionsShape,
  name: z.string().min(1),
  state: z.unknown().optional(),
  methods: instanceLike<Record<string, unknown>>("a record of methods", isPlainObject),
});

const METHOD_KEYS = ["start", "listen", "router", "emit", "run"];

function methodFaults(name: string, method: unknown): Fault[] {
  const path = joinPath("methods", name);
  if (!isPlainObject(method))
    return [{ path, message: `expected { start, listen or router, run }, got ${describeValue(method)}` }];
  const unknown = Object.keys(method).filter((key) => !METHOD_KEYS.includes(key));
  const faults = unknown.map((key): Fault => {
    const suggestion = suggestName(key, METHOD_KEYS);
    return { path: joinPath(path, key), message: "unknown option", ...(suggestion !== undefined && { suggestion }) };
  });
  if (typeof method.run === "function") return faults;
  return [...faults, { path: joinPath(path, "run"), message: `expected a function, got ${describeValue(method.run)}` }];
}

function stateOf(state: unknown): { readonly schema?: StandardSchemaV1; readonly initial?: object } {
  if (state === undefined) return {};
  if (typeof state === "object" && state !== null && "~standard" in state) return { schema: state as StandardSchemaV1 }; // by its mark
  if (isPlainObject(state)) return { initial: state };
  throw new FlowDefinitionError("", [
    { path: "state", message: `expected a schema or a record, got ${describeValue(state)}` },
  ]);
}
