import { CompiledHook, type HookDefinition } from "@boathook/hooks";
import { instanceLike, readOptions, RUNTIME, type RuntimeHandle } from "@boathook/kernel";
import { z } from "zod";

import type { DurableEngine } from "./engine/durable-engine.ts";

/** What a flow is made with. */
export interface FlowOptions {
  /** Default: the name of the class. */
  name?: string | undefined;
  /** How often one method may run in one kickoff; default 100. */
  maxMethodCalls?: number | undefined;
  /** How many methods may be under way at the same time; absent: any number. */
  maxConcurrency?: number | undefined;
  /** True: no events of methods. Default false. */
  suppressFlowEvents?: boolean | undefined;
  /** Hooks of this flow's runs only. */
  hooks?: readonly HookDefinition[] | undefined;
  engine?: DurableEngine | undefined;
  /** Absent: the runtime of the run around it, else the process's. */
  runtime?: RuntimeHandle | undefined;
}

/** Reads the options of a flow. */
export function readFlowOptions(given: unknown): FlowOptions {
  return given === undefined ? {} : readOptions(flowOptionsSchema, given, { subject: "flow options" });
}

/** The fields of `FlowOptions`, for schemas that add their own. */
export const flowOptionsShape = {
  name: z.string().min(1).optional(),
  maxMethodCalls: z.int().positive().optional(),
  maxConcurrency: z.int().positive().optional(),
  suppressFlowEvents: z.boolean().optional(),
  hooks: z
    .array(instanceLike<HookDefinition>("what defineHook gives", (value) => CompiledHook.is(value)))
    .readonly()
    .optional(),
  engine: instanceLike<DurableEngine>("a durable engine", isEngine).optional(),
  runtime: instanceLike<RuntimeHandle>("a runtime made with createRuntime()", isRuntime).optional(),
};

const flowOptionsSchema = z.strictObject(flowOptionsShape);

function isEngine(value: unknown): boolean {
  return typeof value === "object" && value !== null && "openRun" in value;
}

function isRuntime(value: unknown): boolean {
  return typeof value === "object" && value !== null && RUNTIME in value;
}
