import { Agent, Crew, defineHook, Task, tool, type ModelSource } from "boathook";
import { z } from "zod";

const search = tool({
  name: "webSearch",
  description: "Searches",
  inputSchema: z.object({ query: z.string() }),
  execute: ({ query }) => `found ${query}`,
});

/** Only the researcher's searches are written down. Roles match as they are after `{placeholders}` are filled, tool names in any spelling. */
export async function watchOneAgent(models: {
  readonly researcher: ModelSource;
  readonly writer: ModelSource;
}): Promise<string[]> {
  const seen: string[] = [];
  const make = (role: string, llm: ModelSource): Agent =>
    new Agent({ role, goal: "g", backstory: "b", llm, tools: [search] });
  const tasks = [make("{topic} researcher", models.researcher), make("Writer", models.writer)].map(
    (agent) => new Task({ description: "Work on {topic}", expectedOutput: "a note", agent }),
  );
  const watch = defineHook("post_tool_call", { agents: ["Tides researcher"], tools: ["web_search"] }, (ctx) => {
    seen.push(`${ctx.agentRole ?? ""}: ${ctx.toolResult}`);
  });
  await new Crew({ tasks, hooks: [watch] }).kickoff({ topic: "Tides" });
  return seen;
}
