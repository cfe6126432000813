import { RetryDecision, TaskGraph, type GraphResult, type TaskHookContext, type TaskHooks } from "@boathook/task-graph";
import { HookAborted, on } from "boathook";

/** Tries what failed again, a little later each time, then goes on without it where it is not needed. */
export class PatientHooks implements TaskHooks {
  readonly log: string[] = [];

  beforeExecute({ task, attempt }: TaskHookContext): void {
    this.log.push(`${task.id}: attempt ${attempt}`);
  }

  onFailure({ task, attempt }: TaskHookContext): RetryDecision {
    if (attempt < 3) return RetryDecision.Retry({ delaySecs: 0.01 * attempt });
    return task.metadata["optional"] === true ? RetryDecision.Skip() : RetryDecision.Fail();
  }
}

/** Nothing is published on a Friday: a gate for every graph of the process. */
export function noFridays(today: () => number): { unregister(): boolean } {
  return on("task_before_execute", { onError: "abort" }, ({ task }) => {
    if (task.id === "publish" && today() === 5) throw new HookAborted("not on a Friday", "release policy");
  });
}

/** A check that may fail, a build that needs patience, and a publication that the gate watches. */
export function publish(build: () => string, hooks: TaskHooks): Promise<GraphResult> {
  return new TaskGraph({
    hooks: [hooks],
    tasks: [
      { id: "build", subject: "Build", run: build },
      {
        id: "links",
        subject: "Check the links",
        metadata: { optional: true },
        run: () => Promise.reject(new Error("no network")),
      },
      {
        id: "publish",
        subject: "Publish",
        dependencies: ["build", "links"],
        run: ({ inputs }) => `published ${String(inputs["build"])}`,
      },
    ],
  }).run();
}
