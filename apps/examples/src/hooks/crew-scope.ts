import {
  Agent,
  BeforeLlmCall,
  CrewBase,
  DefineAgent,
  DefineTask,
  Task,
  type LlmCallHookContext,
  type ModelSource,
} from "boathook";

/** Where the example's model comes from. */
export const models: { current: ModelSource } = { current: "offline" };

/** A hook method of a crew class: active only while that crew runs. An override of it without a decorator stays a hook. */
@CrewBase
export class CarefulCrew {
  readonly rounds: number[] = [];

  @DefineAgent() worker(): Agent {
    return new Agent({ role: "Worker", goal: "Work", backstory: "You work.", llm: models.current });
  }

  @DefineTask() work(): Task {
    return new Task({ description: "Work", expectedOutput: "a word", agent: this.worker() });
  }

  @BeforeLlmCall limit(ctx: LlmCallHookContext): boolean {
    this.rounds.push(ctx.iterations);
    return ctx.iterations <= 10; // false blocks the call
  }
}
