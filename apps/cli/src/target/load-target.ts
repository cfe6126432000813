import { readFile } from "node:fs/promises";

import { loadCrew, type Crew, type CrewDefinition, type CrewFileOptions, type Runtime } from "@boathook/crew";
import { Flow } from "@boathook/flow";
import { isPlainObject, type AnyClass } from "@boathook/hooks";
import { readSourceText } from "@boathook/kernel";

import { UsageError } from "../io/failure.ts";
import { existingFile } from "../io/given.ts";
import { importModule } from "./import-module.ts";

/** What a file turned out to be, made on a runtime. */
export type Target =
  { readonly kind: "crew"; readonly crew: Crew } | { readonly kind: "flow"; readonly flow: Flow<object> };

/** Which file, and what is to be taken of it. */
export interface TargetGiven {
  readonly file: string;
  readonly export?: string | undefined;
  readonly with?: string | undefined;
}

/** Makes the crew or flow of a file: YAML or JSON, or a module that exports one, its class, its definition, or a function that gives one of these. */
export async function loadTarget(given: TargetGiven, runtime: Runtime): Promise<Target> {
  const file = existingFile("<file>", given.file);
  if (/\.(?:ya?ml|json)$/i.test(file)) return loadDeclared(file, given, runtime);
  if (!/\.[cm]?[jt]sx?$/i.test(file)) {
    throw new UsageError(`"${given.file}": expected a .yaml, .json, .ts or .js file`);
  }
  const exported = exportOf(await importModule("<file>", file), given);
  const target = await targetOf(exported, runtime);
  if (target !== undefined) return target;
  throw new UsageError(
    `"${given.file}": what it exports is neither a crew nor a flow. Name another export with --export.`,
  );
}

async function loadDeclared(file: string, given: TargetGiven, runtime: Runtime): Promise<Target> {
  const named = given.with === undefined ? {} : await importModule("--with", given.with);
  const { value } = readSourceText(await readFile(file, "utf8"), file);
  // What is wrong in the file is told by whoever reads it whole.
  if (isPlainObject(value) && "methods" in value && !("tasks" in value)) {
    return { kind: "flow", flow: Flow.fromDefinition(file, { runtime }) };
  }
  const { tools, methods, llms, schemas } = named as CrewFileOptions; // read by the crew
  return { kind: "crew", crew: await loadCrew(file, { runtime, tools, methods, llms, schemas }) };
}

function exportOf(module: Readonly<Record<string, unknown>>, given: TargetGiven): unknown {
  const names = Object.keys(module);
  const known = names.length === 0 ? "nothing" : names.join(", ");
  if (given.export !== undefined) {
    if (names.includes(given.export)) return module[given.export];
    throw new UsageError(`--export: "${given.file}" has no export "${given.export}"; it exports ${known}.`);
  }
  if ("default" in module) return module["default"];
  const fitting = names.filter((name) => isTarget(module[name]));
  const [only = ""] = fitting;
  if (fitting.length === 1) return module[only];
  throw new UsageError(`"${given.file}" has no default export, so say which one with --export; it exports ${known}.`);
}

function isTarget(value: unknown): boolean {
  return isCrew(value) || isFlow(value) || isFlowClass(value) || isClass(value) || isDefinition(value);
}

async function targetOf(value: unknown, runtime: Runtime): Promise<Target | undefined> {
  if (isCrew(value)) return { kind: "crew", crew: value };
  if (isFlow(value)) return { kind: "flow", flow: value };
  if (isFlowClass(value)) return { kind: "flow", flow: await runtime.flow(value) };
  if (isClass(value)) return { kind: "crew", crew: await runtime.crew(value) };
  if (isDefinition(value)) return { kind: "crew", crew: await runtime.crew(value) };
  if (typeof value !== "function") return undefined;
  return targetOf(await (value as (runtime: Runtime) => unknown)(runtime), runtime);
}

/** By their shape: the project may have a copy of its own of the packages. */
function isCrew(value: unknown): value is Crew {
  return has(value, "kickoff") && has(value, "replay");
}

function isFlow(value: unknown): value is Flow<object> {
  return has(value, "kickoff") && has(value, "explain") && has(value, "plot");
}

function isFlowClass(value: unknown): value is AnyClass<Flow<object>> {
  return typeof value === "function" && isFlow(value.prototype);
}

function isClass(value: unknown): value is AnyClass {
  return typeof value === "function" && /^class\b/.test(Function.prototype.toString.call(value));
}

function isDefinition(value: unknown): value is CrewDefinition {
  return typeof value === "object" && value !== null && Symbol.for("boathook:crew-definition") in value;
}

function has(value: unknown, method: string): boolean {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, method) === "function";
}
