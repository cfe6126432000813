import { redact } from "@boathook/policies";
import {
  Agent,
  Crew,
  CrewBase,
  DefineAgent,
  DefineCrew,
  DefineTask,
  HookAborted,
  InterceptionPoint,
  Knowledge,
  Memory,
  On,
  Process,
  Task,
  type AgentsConfig,
  type InputContext,
  type TasksConfig,
} from "boathook";

const CARD_NUMBER = /\b\d(?:[ -]?\d){12,18}\b/;

/** A lead who hands each question to the one who knows, and remembers what every customer was told. */
@CrewBase({
  base: new URL("../..", import.meta.url),
  agents: "config/support-desk/agents.yaml",
  tasks: "config/support-desk/tasks.yaml",
})
export class DeskCrew {
  declare agentsConfig: AgentsConfig;
  declare tasksConfig: TasksConfig;
  declare agents: Agent[];
  declare tasks: Task[];

  static readonly inject = [Memory, Knowledge];

  constructor(
    private readonly memory: Memory,
    private readonly handbook: Knowledge,
  ) {}

  @DefineAgent() clerk(): Agent {
    return new Agent({ config: this.agentsConfig["clerk"] });
  }

  @DefineAgent() technician(): Agent {
    return new Agent({ config: this.agentsConfig["technician"] });
  }

  /** It has no agent of its own: the lead decides who does it. */
  @DefineTask() answer(): Task {
    return new Task({ config: this.tasksConfig["answer"] });
  }

  @DefineCrew() crew(): Crew {
    return new Crew({
      name: "desk",
      agents: this.agents,
      tasks: this.tasks,
      process: Process.hierarchical,
      managerAgent: this.lead(),
      memory: this.memory,
      knowledge: this.handbook,
      // Neither a model nor the memory ever sees a card number.
      hooks: redact({ patterns: [CARD_NUMBER], replacement: "[CARD]" }),
    });
  }

  @On(InterceptionPoint.INPUT) needsQuestion(ctx: InputContext): void {
    const { question } = ctx.payload;
    if (typeof question !== "string" || question.trim() === "")
      throw new HookAborted("a customer has to ask something", "desk-check");
  }

  /** No member of the crew, and so no factory. */
  private lead(): Agent {
    return new Agent({
      role: "Desk lead",
      goal: "See to it that every customer is answered by the one who knows",
      backstory: "You hand questions on with all that is known of them.",
      allowDelegation: true,
    });
  }
}
