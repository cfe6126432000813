import { callTool, ScriptedModel } from "@boathook/testing";

import type { ReleaseModels } from "./release.ts";

/** What people and models do on a day on which not everything goes well: a proofreader that cannot be reached, a tag that is no version. */
export function offlineModels(version: string): ReleaseModels {
  const down = new Error("not reachable");
  const notes = `# ${version}\n\n- feat: a lamp\n- fix: the switch\n\nSee https://example.org/lamp`;
  const model = (replies: ConstructorParameters<typeof ScriptedModel>[0]["replies"]): ScriptedModel =>
    new ScriptedModel({ replies });
  return {
    classifier: model(["Features: a lamp. Fixes: the switch."]),
    writer: model([
      callTool("write_file", { path: "README.md", content: notes }),
      callTool("write_file", { path: "NOTES.md", content: `${notes}\nInternal only: the price` }),
      callTool("delegate_to_subagent", { subagent: "proofreader", task: "Read the notes", context: notes }),
      callTool("write_file", { path: "NOTES.md", content: notes }),
      "The notes are in NOTES.md.",
    ]),
    proofreader: model([down, down, down]),
    secondReader: model(["They read well."]),
    releaser: model([
      callTool("git_tag", { name: "latest" }),
      callTool("git_tag", { name: version }),
      `${version} is out.`,
    ]),
  };
}
