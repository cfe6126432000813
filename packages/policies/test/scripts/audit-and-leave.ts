// Run by a test as a process of its own: one run under an audit log, then the process ends at once.
import { Agent, Crew, Task } from "@boathook/crew";
import { ScriptedModel } from "@boathook/testing";

import { auditLog } from "../../src/index.ts";

const [, , file = "", how] = process.argv;
const agent = new Agent({ role: "r", goal: "g", backstory: "b", llm: new ScriptedModel({ replies: ["done"] }) });
const task = new Task({ description: "d", expectedOutput: "e", agent });
await new Crew({ tasks: [task], hooks: auditLog({ file }) }).kickoff();
if (how === "exit") process.exit(0);
