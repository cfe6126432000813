import { mkdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";

import { createRuntime, HookDispatchedEvent, type CrewOutput } from "boathook";

import type { ReportRequest } from "./arguments.ts";
import { dispatchTable } from "./dispatch-table.ts";
import { showProgress } from "./progress.ts";
import { Announcer, ReportCrew } from "./report-crew.ts";
import { Folder } from "./tools/folder.ts";

/** How the run talks to whoever started it. */
export interface Terminal {
  readonly write: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Reads the folder with the crew, writes the report, and shows what the hooks did. */
export async function runReport(request: ReportRequest, terminal: Terminal): Promise<CrewOutput> {
  const startedAt = performance.now();
  if (!(await isFolder(request.folder)))
    throw new Error(`There is no folder "${request.folder}". Give the path of one: npm start -- <folder>`);
  await using runtime = createRuntime({ llm: request.model });
  runtime.container.bind(Folder).toConstantValue(await Folder.open(request.folder));
  runtime.container.bind(Announcer).toConstantValue(new Announcer(terminal.write));
  const dispatches: HookDispatchedEvent[] = [];
  const watching = runtime.events.on(HookDispatchedEvent).subscribe((event) => dispatches.push(event));
  const stopProgress = showProgress(runtime.events, terminal.write);
  try {
    terminal.write(
      `model: ${request.model}${request.model === "offline" ? " (no language model: plans from the tools and quotes what they find)" : ""}`,
    );
    const crew = await runtime.crew(ReportCrew);
    const inputs = { folder: request.folder, name: path.basename(request.folder) };
    const output = await crew.kickoff(inputs, { signal: terminal.signal });
    await mkdir(path.dirname(request.out), { recursive: true });
    await writeFile(request.out, `${output.raw.trimEnd()}\n`);
    terminal.write(`\nHook dispatches\n${dispatchTable(dispatches)}`);
    terminal.write(`\nReport: ${request.out}\nTime: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    terminal.write(`Tokens: ${output.usage.totalTokens} in ${output.usage.requests} model calls`);
    return output;
  } finally {
    stopProgress();
    watching.unsubscribe();
  }
}

async function isFolder(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined);
  return found?.isDirectory() === true;
}
