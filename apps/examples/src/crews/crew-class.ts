import {
  Agent,
  BeforeKickoff,
  Crew,
  CrewBase,
  createRuntime,
  DefineAgent,
  DefineCrew,
  DefineTask,
  Task,
  type AgentsConfig,
  type CrewOutput,
  type Inputs,
  type ModelSource,
  type TasksConfig,
} from "boathook";

/** Texts stand in files; what connects them stands here. */
@CrewBase({
  base: new URL("../..", import.meta.url),
  agents: "config/crews/agents.yaml",
  tasks: "config/crews/tasks.yaml",
})
class LetterCrew {
  declare agentsConfig: AgentsConfig;
  declare tasksConfig: TasksConfig;
  declare agents: Agent[];
  declare tasks: Task[];

  @DefineAgent() writer(): Agent {
    return new Agent({ config: this.agentsConfig["writer"] });
  }

  @DefineTask() draft(): Task {
    return new Task({ config: this.tasksConfig["draft"] });
  }

  @DefineTask() polish(): Task {
    return new Task({ config: this.tasksConfig["polish"] });
  }

  @DefineCrew() crew(): Crew {
    return new Crew({ agents: this.agents, tasks: this.tasks });
  }

  @BeforeKickoff() addYear(inputs: Inputs): Inputs {
    return { year: 2026, ...inputs };
  }

  /** `guardrail: isPolite` in the file means this method. */
  isPolite({ raw }: { raw: string }): { ok: true } | { ok: false; error: string } {
    return raw.startsWith("Dear") ? { ok: true } : { ok: false, error: 'begin with "Dear"' };
  }
}

/** `kickoff(LetterCrew, inputs)` does the same on the default runtime. */
export async function writeLetter(llm: ModelSource, to: string): Promise<CrewOutput> {
  await using runtime = createRuntime({ llm });
  const crew = await runtime.crew(LetterCrew);
  return await crew.kickoff({ to });
}
