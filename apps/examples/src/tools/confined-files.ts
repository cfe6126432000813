import { Agent, listFilesTool, readFileTool, searchFilesTool, writeFileTool, type ModelSource } from "boathook";

/** Reads everything below one folder, and writes below another one: no path, link or race leads out of them. */
export function confinedFiles(llm: ModelSource, folders: { docs: string; drafts: string }): Agent {
  const { docs, drafts } = folders;
  const tools = [
    listFilesTool({ root: docs }),
    searchFilesTool({ root: docs }),
    readFileTool({ root: docs }),
    writeFileTool({ root: drafts, overwrite: false }),
  ];
  return new Agent({ role: "Writer", goal: "Write the summary", backstory: "You read before you write.", llm, tools });
}
