import type { PlannedTask } from "../graph/read-graph.ts";
import { mayMove, type GraphTaskStatus } from "../graph/status.ts";
import type { TaskView } from "../graph/task-view.ts";
import type { Item } from "./agenda.ts";
import { usesOf, type Use } from "./uses.ts";

const DEFAULT_PRIORITY = 5;

/** What became of a task. */
export interface TaskResult {
  readonly status: GraphTaskStatus;
  readonly output: unknown;
  /** Why it failed, timed out, was skipped, blocked or cancelled. */
  readonly error: unknown;
  readonly attempts: number;
}

/** One task of one run. */
export class TaskState implements Item {
  readonly plan: PlannedTask;
  readonly priority: number;
  readonly uses: readonly Use[];
  /** When it became ready, as a number that counts up; of equal priority the first comes first. */
  order = 0;
  status: GraphTaskStatus = "pending";
  attempts = 0;
  output: unknown = undefined;
  error: unknown = undefined;
  /** Dependencies that are not done yet. */
  open: number;

  constructor(plan: PlannedTask) {
    this.plan = plan;
    this.priority = plan.options.priority ?? DEFAULT_PRIORITY;
    this.uses = usesOf(plan.options.access);
    this.open = plan.dependencies.length;
  }

  get id(): string {
    return this.plan.id;
  }

  /** To another status; one that cannot follow is a fault of the scheduler. */
  move(to: GraphTaskStatus): void {
    if (!mayMove(this.status, to)) throw new Error(`task "${this.id}" cannot go from ${this.status} to ${to}`);
    this.status = to;
  }

  view(): TaskView {
    const { options } = this.plan;
    return {
      id: this.id,
      subject: options.subject,
      description: options.description ?? options.subject,
      dependencies: options.dependencies ?? [],
      priority: this.priority,
      status: this.status,
      retryCount: Math.max(0, this.attempts - 1),
      maxRetries: options.maxRetries ?? 0,
      timeoutMs: options.timeoutMs,
      acceptanceCriteria: options.acceptanceCriteria ?? [],
      metadata: options.metadata ?? {},
    };
  }

  result(): TaskResult {
    return { status: this.status, output: this.output, error: this.error, attempts: this.attempts };
  }
}
