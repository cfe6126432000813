import {
  Agent,
  BeforeLlmCall,
  createRuntime,
  CrewBase,
  DefineAgent,
  DefineTask,
  Task,
  type LlmCallHookContext,
  type ModelSource,
} from "boathook";

/** Its hook method is active only while this crew runs. An override of it without a decorator stays a hook. */
@CrewBase
class CarefulCrew {
  readonly rounds: number[] = [];

  @DefineAgent() worker(): Agent {
    return new Agent({ role: "Worker", goal: "Work", backstory: "You work." });
  }

  @DefineTask() work(): Task {
    return new Task({ description: "Work", expectedOutput: "a word", agent: this.worker() });
  }

  @BeforeLlmCall limit(ctx: LlmCallHookContext): boolean {
    this.rounds.push(ctx.iterations);
    return ctx.iterations < 3; // false blocks the call
  }
}

/** Kicks two of these crews off; gives the model rounds that the hook of the first one saw. */
export async function watchOneCrew(llm: ModelSource): Promise<readonly number[]> {
  await using runtime = createRuntime({ llm });
  const [first, second] = [await runtime.crew(CarefulCrew), await runtime.crew(CarefulCrew)];
  await first.kickoff();
  await second.kickoff();
  return (first.instance as CarefulCrew).rounds; // the object of the class that was asked for
}
