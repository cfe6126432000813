import { subagentHooks, SubagentRegistry, SubagentRetryDecision } from "@boathook/subagents";
import { Agent, createRuntime, Crew, defineCrew, Task, type ModelSource, type Tool } from "boathook";

/** Models by the name of who asks them. */
export type DeskModels = Readonly<Record<"lead" | "scout" | "archivist", ModelSource>>;

/** A scout that looks things up, and an archivist who may only read, for when the scout fails. */
function researchers(models: DeskModels, tools: readonly Tool[]): SubagentRegistry {
  return new SubagentRegistry({ maxConcurrent: 2 })
    .register({
      name: "scout",
      description: "looks things up in the world outside",
      instructions: "Look it up, and say where you found it.",
      llm: models.scout,
      tools,
      timeoutMs: 60_000,
      maxTokens: 50_000,
    })
    .register({
      name: "archivist",
      description: "knows the archive",
      instructions: "Answer from the archive alone.",
      llm: models.archivist,
      tools,
      allowTools: ["read_archive"],
    });
}

/** What the scout cannot find the archivist is asked, with the same words. */
const askTheArchivist = subagentHooks([
  {
    onFailure: ({ subagentName }) =>
      subagentName === "scout" ? SubagentRetryDecision.Delegate({ alternativeAgent: "archivist" }) : undefined,
  },
]);

/** Answers a question by a lead who has others look things up. */
export async function research(question: string, models: DeskModels, tools: readonly Tool[]): Promise<string> {
  const lead = new Agent({
    role: "Lead",
    goal: "Answer questions",
    backstory: "You have others look things up.",
    llm: models.lead,
    tools: [researchers(models, tools).tool()],
  });
  const runtime = createRuntime({ use: [askTheArchivist] });
  const crew = await runtime.crew(
    defineCrew({
      name: "research desk",
      agents: { lead: () => lead },
      tasks: { answer: () => new Task({ description: "{question}", expectedOutput: "an answer", agent: lead }) },
      crew: ({ agents, tasks }) => new Crew({ agents, tasks }),
    }),
  );
  try {
    return (await crew.kickoff({ question })).raw;
  } finally {
    await runtime.close();
  }
}
