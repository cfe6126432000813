import {
  childFrame,
  currentFrame,
  linkSignals,
  runInFrame,
  serviceKey,
  withDeadline,
  ExecutionTimeoutError,
} from "@boathook/kernel";
import { usageWithin, type TokenUsage } from "@boathook/models";
import type { Tool } from "@boathook/tools";

import type { TaskOutput } from "../output/task-output.ts";
import type { AgentRef, CrewRef } from "../ref-types.ts";
import { runTask } from "../task/run-task.ts";
import { Task } from "../task/task.ts";
import { DelegationError } from "./delegation-error.ts";

/** Work for another agent. */
export interface DelegatedWork {
  readonly description: string;
  /** Default: a complete answer. */
  readonly expectedOutput?: string | undefined;
  /** Everything else the agent is to know; it sees nothing of whoever asks. */
  readonly context?: string | undefined;
  /** Beside the agent's own tools. */
  readonly tools?: readonly Tool[] | undefined;
}

/** Who hands work on, and within which limits. */
export interface DispatchOptions {
  /** Whose work it is a part of. */
  readonly parent?: AgentRef | undefined;
  readonly crew?: CrewRef | undefined;
  /** Cancels this work, beside the run's own signal. */
  readonly signal?: AbortSignal | undefined;
  readonly limits?: DispatchLimits | undefined;
}

/** How far and how long. */
export interface DispatchLimits {
  /** How many agents may wait for one another; default 3. */
  readonly maxDepth?: number | undefined;
  /** Milliseconds for the work; no limit by default. */
  readonly timeoutMs?: number | undefined;
}

/** What came of delegated work. */
export interface DispatchResult {
  readonly text: string;
  readonly output: TaskOutput;
  /** Of the model calls it took, those of further agents included. */
  readonly usage: TokenUsage;
}

/** Hands work to an agent and waits for it. */
export type Dispatch = (agent: AgentRef, work: DelegatedWork, options?: DispatchOptions) => Promise<DispatchResult>;

/** How work is handed on in the current run; by default `dispatchWork`. */
export const DispatchService = serviceKey<Dispatch>("Dispatch", () => dispatchWork);

declare module "@boathook/kernel" {
  interface FrameSlots {
    /** The ids of the agents that wait for what is done here, outermost first. */
    readonly waitingAgents?: readonly string[] | undefined;
  }
}

const DEFAULT_MAX_DEPTH = 3;
const NOBODY: readonly string[] = [];
const ANY_ANSWER = "A complete answer: whoever asked knows nothing but what you say.";

/**
 * Runs an agent on work that is a part of another's: with the events of a task, and through every hook. An agent that waits for this very work,
 * or a chain of more agents than `maxDepth`, is a `DelegationError`; what stops the work is thrown as it is.
 */
export async function dispatchWork(
  agent: AgentRef,
  work: DelegatedWork,
  options: DispatchOptions = {},
): Promise<DispatchResult> {
  const { parent, signal, limits = {} } = options;
  const frame = currentFrame();
  const waitingAgents = waitingFor(parent);
  checkChain(agent, waitingAgents, limits.maxDepth ?? DEFAULT_MAX_DEPTH);
  const linked = signal === undefined || signal === frame.signal ? undefined : linkSignals(frame.signal, signal);
  const deadline = {
    ms: limits.timeoutMs,
    signal: linked?.signal ?? frame.signal,
    timeoutError: (limitMs: number): Error => new ExecutionTimeoutError(`The work of "${agent.role}"`, limitMs),
  };
  try {
    return await withDeadline(deadline, (limited) =>
      runInFrame(childFrame({ signal: limited, waitingAgents }, frame), doWork, agent, work, options.crew),
    );
  } finally {
    linked?.unlink();
  }
}

/** True for an agent that waits for what is done here. */
export function isWaiting(agent: AgentRef): boolean {
  return currentFrame().waitingAgents?.includes(agent.id) === true;
}

function waitingFor(parent: AgentRef | undefined): readonly string[] {
  const around = currentFrame().waitingAgents ?? NOBODY;
  return parent === undefined ? around : [...around, parent.id];
}

function checkChain(agent: AgentRef, waiting: readonly string[], maxDepth: number): void {
  if (waiting.includes(agent.id))
    throw new DelegationError("cycle", `"${agent.role}" waits for this very work and cannot do it.`);
  if (waiting.length > maxDepth)
    throw new DelegationError(
      "depth",
      `The work was handed on ${waiting.length - 1} times, which is as often as it may be. Do it with what is known.`,
    );
}

async function doWork(agent: AgentRef, work: DelegatedWork, crew: CrewRef | undefined): Promise<DispatchResult> {
  const task = new Task({ description: work.description, expectedOutput: work.expectedOutput ?? ANY_ANSWER, agent });
  const { value, usage } = await usageWithin(() =>
    runTask({
      task,
      agent,
      crew,
      context: work.context ?? "",
      store: nothing,
      extraTools: work.tools,
      isDelegated: true,
    }),
  );
  return { text: value.raw, output: value, usage };
}

function nothing(): void {
  // what an agent was asked for by another is the other's to use
}
