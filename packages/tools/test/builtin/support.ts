import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll } from "@jest/globals";

import { runTool, Toolbox, type Tool, type ToolRunResult } from "../../src/index.ts";
import { callOf } from "../support/kit.ts";

/** A folder of its own, gone when the file's tests are over. */
export async function freshFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "boathook-tools-")));
  made.push(folder);
  return folder;
}

const made: string[] = [];
afterAll(() => Promise.all(made.map((folder) => rm(folder, { recursive: true, force: true }))));

/** Calls a tool as a model does. */
export function use<I>(tool: Tool<I>, input: Record<string, unknown>): Promise<ToolRunResult> {
  return runTool(callOf(tool.name, input), new Toolbox({ tools: [tool] })); // its input is read by its schema
}

/** What the model reads, and the reason of the failure if it is one. */
export async function answer<I>(tool: Tool<I>, input: Record<string, unknown>): Promise<[string, string | undefined]> {
  const { text, failure } = await use(tool, input);
  return [text, failure?.reason];
}
