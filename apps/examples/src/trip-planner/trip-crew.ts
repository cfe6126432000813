import { checkToolInput, requireApproval } from "@boathook/policies";
import {
  Agent,
  ConditionalTask,
  Crew,
  CrewBase,
  DefineAgent,
  DefineCrew,
  DefineTask,
  DefineTool,
  HookAborted,
  InterceptionPoint,
  On,
  Task,
  type AgentsConfig,
  type InputContext,
  type TaskOutput,
  type TasksConfig,
  type Tool,
} from "boathook";
import { z } from "zod";

import { Bookings, bookRoom } from "./tools/book-room.ts";
import { forecast } from "./tools/forecast.ts";

const MOST_NIGHTS = 14;

/** A guide who plans, and a clerk who books what a person allows. */
@CrewBase({
  base: new URL("../..", import.meta.url),
  agents: "config/trip-planner/agents.yaml",
  tasks: "config/trip-planner/tasks.yaml",
})
export class TripCrew {
  declare agentsConfig: AgentsConfig;
  declare tasksConfig: TasksConfig;
  declare agents: Agent[];
  declare tasks: Task[];

  static readonly inject = [Bookings];

  constructor(private readonly bookings: Bookings) {}

  @DefineTool() forecast(): Tool {
    return forecast;
  }

  @DefineTool() book_room(): Tool {
    return bookRoom(this.bookings);
  }

  @DefineAgent() guide(): Agent {
    return new Agent({ config: this.agentsConfig["guide"] });
  }

  @DefineAgent() clerk(): Agent {
    return new Agent({ config: this.agentsConfig["clerk"] });
  }

  /** A person reads it; what they say goes back to the guide. */
  @DefineTask() plan(): Task {
    return new Task({ config: this.tasksConfig["plan"] });
  }

  /** Done only where the plan that the person accepted has rain in it. */
  @DefineTask() rainy_days(): Task {
    return new ConditionalTask({ config: this.tasksConfig["rainy_days"] });
  }

  @DefineTask() booking(): Task {
    return new Task({ config: this.tasksConfig["booking"] });
  }

  @DefineCrew() crew(): Crew {
    return new Crew({
      agents: this.agents,
      tasks: this.tasks,
      // Money is spent only within reason, and only with a person's "yes".
      hooks: [
        checkToolInput("book_room", z.object({ nights: z.number().max(MOST_NIGHTS) })),
        requireApproval({ tools: ["book_room"], prompt: ({ toolInput }) => `Book this? ${JSON.stringify(toolInput)}` }),
      ],
    });
  }

  /** `condition: hasRain` in the file means this method. */
  hasRain({ raw }: TaskOutput): boolean {
    return /\brain\b/i.test(raw);
  }

  @On(InterceptionPoint.INPUT) checkDays(ctx: InputContext): void {
    const { days } = ctx.payload;
    if (!Number.isInteger(days) || Number(days) < 1 || Number(days) > MOST_NIGHTS)
      throw new HookAborted(`days must be a whole number from 1 to ${MOST_NIGHTS}, got ${String(days)}`, "trip-check");
  }
}
