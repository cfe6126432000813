import { expect, it } from "@jest/globals";
import { callTool, ScriptedModel } from "@boathook/testing";
import "@boathook/testing/reset";
import { tool } from "boathook";
import { z } from "zod";

import { research } from "../../src/subagents/research-desk.ts";

it("asks the archivist, who may only read, where the scout fails", async () => {
  const ran: string[] = [];
  const make = (name: string) =>
    tool({
      name,
      description: "d",
      inputSchema: z.object({}),
      execute: () => {
        ran.push(name);
        return "1889";
      },
    });
  const down = new Error("no network");
  const archivist = new ScriptedModel({ replies: [callTool("burn_archive"), callTool("read_archive"), "In 1889."] });
  const models = {
    lead: new ScriptedModel({
      replies: [callTool("delegate_to_subagent", { subagent: "scout", task: "When?" }), "1889."],
    }),
    scout: new ScriptedModel({ replies: [down, down, down] }),
    archivist,
  };
  expect(await research("When was it built?", models, [make("read_archive"), make("burn_archive")])).toBe("1889.");
  expect(ran).toEqual(["read_archive"]);
  expect(models.lead.requests[1]?.messages.at(-1)?.content).toBe("In 1889.");
  expect(archivist.requests[1]?.messages.at(-1)?.content).toContain("may not use burn_archive");
});
