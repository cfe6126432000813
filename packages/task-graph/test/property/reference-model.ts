import type { Access } from "../../src/index.ts";

/** What an attempt comes to. */
export type Ending = "ok" | "retry now" | "retry later" | "skip" | "skip all" | "fail";

/** A task of a random graph: what each attempt takes and comes to; the last goes for all further ones. */
export interface RandomTask {
  readonly id: string;
  readonly dependencies: readonly string[];
  readonly priority: number;
  readonly access: Access;
  readonly maxRetries: number | undefined;
  readonly attempts: readonly { readonly duration: number; readonly ending: Ending }[];
}

/** A random graph, and how it is run. */
export interface RandomGraph {
  readonly tasks: readonly RandomTask[];
  readonly concurrency: number;
  readonly failFast: boolean;
  readonly cancelAt: number | undefined;
}

/** What can be seen of a run: starts with their times, and how each task ended. */
export interface Observed {
  readonly starts: readonly string[];
  readonly statuses: Readonly<Record<string, string>>;
  readonly status: string;
}

/** Seconds that "retry later" waits. */
export const LATER = 7;
const HOOK_RETRIES = 10;

interface ModelTask extends RandomTask {
  status: string;
  attempt: number;
  readyOrder: number;
}

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly task: ModelTask;
  readonly isDelay: boolean;
}

/** Runs the graph on paper: at every moment, everything is looked at again. */
export function referenceRun(graph: RandomGraph): Observed {
  return new Model(graph).run();
}

class Model {
  readonly #graph: RandomGraph;
  readonly #tasks: ModelTask[];
  readonly #starts: string[] = [];
  #timers: Timer[] = [];
  #now = 0;
  #timerOrder = 0;
  #readyOrder = 0;
  #isStopped = false;
  #isCancelled = false;

  constructor(graph: RandomGraph) {
    this.#graph = graph;
    this.#tasks = graph.tasks.map((task) => ({ ...task, status: "pending", attempt: 0, readyOrder: 0 }));
  }

  run(): Observed {
    if (this.#graph.cancelAt !== undefined) this.#timerOrder += 1; // whoever cancels lay down first
    for (const task of this.#tasks) if (task.dependencies.length === 0) this.#ready(task);
    this.#startAll();
    for (let timer = this.#nextTimer(); timer !== undefined; timer = this.#nextTimer()) {
      this.#now = timer.at;
      if (timer.isDelay) this.#ready(timer.task);
      else this.#ended(timer.task);
      this.#startAll();
    }
    const statuses = Object.fromEntries(this.#tasks.map(({ id, status }) => [id, status]));
    return { starts: this.#starts, statuses, status: this.#overall() };
  }

  #overall(): string {
    if (this.#isCancelled) return "cancelled";
    return this.#tasks.every(({ status }) => ["completed", "skipped"].includes(status)) ? "completed" : "failed";
  }

  #nextTimer(): Timer | undefined {
    const [next] = this.#timers.toSorted((a, b) => a.at - b.at || a.order - b.order);
    const { cancelAt } = this.#graph;
    if (cancelAt !== undefined && !this.#isCancelled && (next === undefined ? this.#isOpen() : cancelAt <= next.at)) {
      this.#isCancelled = true;
      this.#timers = [];
      for (const task of this.#tasks) if (!isEnd(task.status)) task.status = "cancelled";
      return undefined;
    }
    this.#timers = this.#timers.filter((timer) => timer !== next);
    return next;
  }

  #isOpen(): boolean {
    return this.#tasks.some(({ status }) => !isEnd(status));
  }

  #ready(task: ModelTask): void {
    if (this.#isStopped) {
      task.status = "cancelled";
      return;
    }
    this.#readyOrder += 1;
    task.readyOrder = this.#readyOrder;
    task.status = "ready";
  }

  /** The highest rank first; whoever excludes somebody that runs, or has to wait before it, waits. */
  #startAll(): void {
    const ahead = this.#tasks.filter(({ status }) => status === "running");
    let running = ahead.length;
    const ready = this.#tasks
      .filter(({ status }) => status === "ready")
      .toSorted((a, b) => b.priority - a.priority || a.readyOrder - b.readyOrder);
    for (const task of ready) {
      if (running >= this.#graph.concurrency) return;
      const isFree = !ahead.some((other) => excludes(task.access, other.access));
      ahead.push(task);
      if (!isFree) continue;
      running += 1;
      this.#start(task);
    }
  }

  #start(task: ModelTask): void {
    task.status = "running";
    task.attempt += 1;
    this.#starts.push(`${this.#now}: ${task.id}#${task.attempt}`);
    this.#addTimer(task, attemptOf(task, task.attempt).duration, false);
  }

  #addTimer(task: ModelTask, ms: number, isDelay: boolean): void {
    this.#timerOrder += 1;
    this.#timers.push({ at: this.#now + ms, order: this.#timerOrder, task, isDelay });
  }

  #ended(task: ModelTask): void {
    const { ending } = attemptOf(task, task.attempt);
    const mayRetry = task.attempt <= (task.maxRetries ?? HOOK_RETRIES) && !this.#isStopped;
    if (ending === "ok") this.#done(task, "completed");
    else if (ending === "skip") this.#done(task, "skipped");
    else if (ending === "skip all") {
      this.#spread(task, "skipped");
      this.#done(task, "skipped");
    } else if (ending === "retry now" && mayRetry) this.#ready(task);
    else if (ending === "retry later" && mayRetry) {
      task.status = "retrying";
      this.#addTimer(task, LATER * 1_000, true);
    } else this.#failed(task);
  }

  #failed(task: ModelTask): void {
    task.status = "failed";
    this.#spread(task, "blocked");
    if (!this.#graph.failFast) return;
    this.#isStopped = true;
    for (const other of this.#tasks) if (["pending", "ready"].includes(other.status)) other.status = "cancelled";
  }

  #done(task: ModelTask, status: string): void {
    task.status = status;
    for (const other of this.#tasks) {
      if (other.status !== "pending" || !other.dependencies.includes(task.id)) continue;
      if (other.dependencies.every((id) => this.#isDone(id))) this.#ready(other);
    }
  }

  #isDone(id: string): boolean {
    return ["completed", "skipped"].includes(this.#tasks.find((task) => task.id === id)?.status ?? "");
  }

  #spread(from: ModelTask, status: string): void {
    for (const task of this.#tasks) {
      if (task.status !== "pending" || !task.dependencies.includes(from.id)) continue;
      task.status = status;
      this.#spread(task, status);
    }
  }
}

/** What the n-th attempt takes and comes to. */
export function attemptOf(task: RandomTask, n: number): RandomTask["attempts"][number] {
  return task.attempts[Math.min(n, task.attempts.length) - 1] ?? { duration: 1, ending: "ok" };
}

function isEnd(status: string): boolean {
  return !["pending", "ready", "running", "retrying"].includes(status);
}

function excludes(a: Access, b: Access): boolean {
  if (usesNothing(a) || usesNothing(b)) return false;
  if (a === "write" || b === "write") return true;
  return shares(a.writes, [...(b.writes ?? []), ...(b.reads ?? [])]) || shares(b.writes, a.reads ?? []);
}

function usesNothing(access: Access): access is "read" {
  if (typeof access === "string") return access === "read";
  return (access.reads ?? []).length + (access.writes ?? []).length === 0;
}

function shares(some: readonly string[] = [], others: readonly string[]): boolean {
  return some.some((one) => others.includes(one));
}
