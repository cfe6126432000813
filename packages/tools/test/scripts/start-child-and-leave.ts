// Run by a test as a process of its own: a tool call is under way when the process ends by itself.
import { events } from "@boathook/kernel";

import { runTool, shellTool, Toolbox, ToolUsageProgressEvent } from "../../src/index.ts";

const shell = shellTool({ allow: [process.execPath], cwd: process.cwd() });
events.on(ToolUsageProgressEvent).subscribe(({ message }) => {
  process.stdout.write(message);
  process.exit(0);
});
const code = "console.log('pid ' + process.pid); setInterval(() => {}, 1_000)";
await runTool(
  { id: "1", name: "shell", input: { program: process.execPath, args: ["-e", code] } },
  new Toolbox({ tools: [shell] }),
);
