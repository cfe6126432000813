import { errorMessage, log } from "@boathook/kernel";
import type { Extract, FinishedWork, Remembered } from "@boathook/memory";
import { z } from "zod";

import { askForObject } from "../output/ask-for-object.ts";
import type { TaskWork } from "../task/task-work.ts";

const INSTRUCTIONS = [
  "You pick out what will still be worth knowing in later work: facts, decisions, preferences, and what was learned, each as one sentence that can be understood alone.",
  'Leave out what anybody knows, what holds only for this moment, and the wording of the answer. `kind` is "entity" for what is said of one person, company or thing, else "long_term";',
  "`importance` is from 0 to 1. An empty list is a good answer where nothing is worth keeping.",
].join("\n");

const factsSchema = z.object({
  facts: z.array(
    z.object({ text: z.string(), kind: z.enum(["long_term", "entity"]), importance: z.number().min(0).max(1) }),
  ),
});

/** Lets the agent's model pick out what is kept of a task. Where it cannot, the task and its result are kept as they are. */
export function factsByModel({ agent, task, crew }: TaskWork): Extract {
  return async (work) => {
    try {
      const answer = await askForObject({
        llm: agent.llm,
        purpose: "summary",
        system: INSTRUCTIONS,
        user: `Task: ${work.task}\n\nResult:\n${work.result}`,
        schema: factsSchema,
        agent,
        task,
        crew,
      });
      if (answer.ok)
        return answer.value.facts.filter((fact) => fact.text.trim() !== "").map((fact) => withPlace(fact, work));
      logFallback(answer.error);
    } catch (error) {
      logFallback(errorMessage(error));
    }
    return undefined;
  };
}

function withPlace(fact: Remembered, { task, agentRole }: FinishedWork): Remembered {
  return { ...fact, metadata: { task, agent: agentRole } };
}

function logFallback(error: string): void {
  log("warn", { error }, "no facts were picked out of a task; it is remembered as it is");
}
