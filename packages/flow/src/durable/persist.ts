import { ClassMark, membersOf, methodDecorator, type ClassDecoratorOf, type MethodDecoratorOf } from "@boathook/hooks";
import { instanceLike, readOptions } from "@boathook/kernel";
import { z } from "zod";

import type { DurableEngine } from "../engine/durable-engine.ts";

/** Options of `@Persist`. */
export interface PersistOptions {
  /** Where it is recorded; absent: the flow's own engine, else its runtime's, else an embedded file. */
  engine?: DurableEngine | undefined;
}

/** What a flow class says about being recorded. */
export interface Persistence {
  /** True: the run is recorded after every method. */
  readonly always: boolean;
  /** Else: after these. */
  readonly methods: ReadonlySet<string>;
  readonly engine: DurableEngine | undefined;
}

/** Stands on a flow class, or on some of its methods. */
export type PersistDecorator = MethodDecoratorOf<(...args: never[]) => unknown> & ClassDecoratorOf;

/** The flow's runs are recorded: on the class after every method, on a method after that one (with all that finished before it). */
export function Persist(options?: PersistOptions): PersistDecorator {
  const read = options === undefined ? {} : readOptions(schema, options, { subject: "@Persist" });
  const onMethod = methodDecorator("Persist", { kind: PERSIST_MEMBER, data: read }) as (...args: unknown[]) => void;
  const decorator = (...args: readonly unknown[]): void => {
    const [target, second] = args;
    if (typeof target === "function" && !isMember(second)) mark.write(target, read);
    else onMethod(...args);
  };
  return decorator as PersistDecorator; // both things it may stand on, in both modes
}

/** What stands on the class and its methods, parents included; undefined: nothing. */
export function persistenceOf(type: object): Persistence | undefined {
  const known = read.get(type);
  if (known !== undefined) return known.found;
  const onClass = mark.read(type);
  const members = membersOf(type).flatMap(
    ({ name, records }) =>
      records
        .filter(({ kind }) => kind === PERSIST_MEMBER)
        .map(({ data }) => ({ name: String(name), options: data as PersistOptions })), // written by our decorator only
  );
  const found =
    onClass === undefined && members.length === 0
      ? undefined
      : {
          always: onClass !== undefined,
          methods: new Set(members.map(({ name }) => name)),
          engine: onClass?.engine ?? members.find(({ options }) => options.engine !== undefined)?.options.engine,
        };
  read.set(type, { found });
  return found;
}

const PERSIST_MEMBER = "flow-persist";
const mark = new ClassMark<PersistOptions>("flow-persist");
const read = new WeakMap<object, { readonly found: Persistence | undefined }>();

const schema = z.strictObject({
  engine: instanceLike<DurableEngine>(
    "a durable engine",
    (value) => typeof value === "object" && value !== null && "openRun" in value,
  ).optional(),
});

/** What the runtime hands a decorator beside the target when that is no class: a name, or the context of a member. */
function isMember(second: unknown): boolean {
  if (typeof second === "string" || typeof second === "symbol") return true;
  return typeof second === "object" && second !== null && (second as { kind?: unknown }).kind !== "class";
}
