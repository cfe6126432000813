import { HumanInputService, type HumanInput, type Inputs } from "@boathook/hooks";
import {
  childFrame,
  currentFrame,
  ExecutionTimeoutError,
  IdGeneratorService,
  linkSignals,
  raceSignal,
  processRuntimeHandle,
  RUNTIME,
  RunEnd,
  runInFrame,
  runsOn,
  startTimer,
  throwIfCancelled,
  type EventChannel,
  type Execution,
  type Frame,
  type FrameNames,
  type FrameSlots,
  type LinkedController,
  type RuntimeHandle,
  type RuntimeParts,
  type ServiceKey,
  type ServiceSource,
} from "@boathook/kernel";
import { UsageMeter } from "@boathook/models";

import type { KickoffOptions } from "./kickoff-options.ts";
import { scopeOfRun, type ScopedHooks } from "./run-scopes.ts";

declare module "@boathook/kernel" {
  interface FrameSlots {
    /** The options of the innermost kickoff here, as it was given them. */
    readonly kickoff?: KickoffOptions | undefined;
    /** The kickoff that is inside of no other one. */
    readonly outermost?: OutermostRun | undefined;
    /** The user that the run is for, as the nearest kickoff with a `metadata.userId` says: what is remembered is theirs. */
    readonly userId?: string | undefined;
  }
}

/** What is known of the kickoff around all others. */
export interface OutermostRun {
  /** As it was given them, before any hook. */
  readonly inputs: Inputs;
  /** Aborts when it is cancelled. */
  readonly signal: AbortSignal;
}

/** What makes the frame of one kickoff. */
export interface RunSetup {
  /** Whose run it is; merged over the names around it. */
  readonly names?: Partial<FrameNames>;
  /** The crew's or flow's own channel: it sees every event of the run. */
  readonly channel?: EventChannel | undefined;
  /** Sees every event of this run only: a stream's. */
  readonly watcher?: EventChannel | undefined;
  /** Absent: the runtime of the run around it, else the process's default, else none. */
  readonly runtime?: RuntimeHandle | undefined;
  /** The crew's or flow's own hooks, outermost first; those of `options` come innermost. */
  readonly hooks?: readonly ScopedHooks[];
  /** What else the frame carries. */
  readonly slots?: FrameSlots;
  /** As `readKickoffOptions` gave them. */
  readonly options?: KickoffOptions;
  /** What the kickoff was given; default none. */
  readonly inputs?: Inputs;
}

/** One kickoff while it runs. */
export interface Run {
  readonly frame: Frame;
  /** What the model calls of this run, and of everything nested in it, have used. */
  readonly usage: UsageMeter;
}

/**
 * Runs `body` as one kickoff: in a frame of its own, which has the execution of the run around it (or a new one), a linked signal, the time
 * limit, a usage meter, the stacked scopes of hooks, the channels, and the parts of its runtime. `body` ends as soon as its frame's signal
 * aborts; nothing is left behind when it has ended. With a signal that has aborted already it rejects, and `body` is not called.
 */
export async function withRun<T>(setup: RunSetup, body: (run: Run) => PromiseLike<T> | T): Promise<T> {
  const outer = currentFrame();
  const options = setup.options ?? {};
  const linked = linkFor(outer, options);
  const stopTimer = linked === undefined ? undefined : startTimeLimit(setup, linked);
  const usage = new UsageMeter(outer.usage);
  const frame = frameOf({ setup, options, outer, usage, signal: linked?.signal ?? outer.signal });
  try {
    const ready = readiness(outer, setup.runtime);
    if (ready !== undefined) await raceSignal(ready, frame.signal);
    throwIfCancelled(frame.signal); // a run that never began has no boundaries, no events and asks nobody
    return await runInFrame(frame, body, { frame, usage });
  } finally {
    stopTimer?.();
    linked?.unlink();
    const closing = outer.runEnd === undefined ? runInFrame(frame, closeRun, frame) : undefined;
    if (closing !== undefined) await closing;
  }
}

/** Undefined where nothing was opened, as in nearly every run. */
function closeRun({ runEnd }: Frame): Promise<void> | undefined {
  return runEnd?.close();
}

/** A signal of its own costs more than the rest of the frame: it is made only when something of the run's own may abort it. */
function linkFor(outer: Frame, options: KickoffOptions): LinkedController | undefined {
  if (options.signal === undefined && options.timeoutMs === undefined) return undefined;
  return linkSignals(outer.signal, options.signal);
}

function startTimeLimit({ names, options }: RunSetup, linked: LinkedController): (() => void) | undefined {
  const ms = options?.timeoutMs;
  if (ms === undefined) return undefined;
  return startTimer(ms, () => {
    linked.abort(new ExecutionTimeoutError(subjectOf(names ?? {}), ms));
  });
}

/** Whose run it is, at the beginning of a sentence. */
function subjectOf({ crewName, flowName, agentRole }: Partial<FrameNames>): string {
  if (crewName !== undefined) return `Crew "${crewName}"`;
  if (flowName !== undefined) return `Flow "${flowName}"`;
  return agentRole === undefined ? "The run" : `Agent "${agentRole}"`;
}

interface FrameParts {
  readonly setup: RunSetup;
  readonly options: KickoffOptions;
  readonly outer: Frame;
  readonly usage: UsageMeter;
  readonly signal: AbortSignal;
}

function frameOf({ setup, options, outer, usage, signal }: FrameParts): Frame {
  const { services, channel, hookScope, ready: _ready, ...slots } = newParts(outer, setup.runtime) ?? NO_PARTS;
  const all = withHumanInput(services ?? outer.services, options.humanInput);
  return childFrame(
    {
      ...slots,
      ...setup.slots,
      execution: outer.execution ?? newExecution(all),
      services: all,
      channels: withChannels(outer.channels, channel, setup.channel, setup.watcher),
      hookScope: scopeOfRun(outer, hookScope, scopesOf(setup.hooks, options.hooks)),
      runtime: runtimeFor(outer, setup.runtime),
      kickoff: options,
      userId: options.metadata?.["userId"] ?? outer.userId,
      outermost: outer.outermost ?? { inputs: setup.inputs ?? NO_INPUTS, signal },
      runEnd: outer.runEnd ?? new RunEnd(),
      names: setup.names ?? {},
      usage,
      signal,
    },
    outer,
  );
}

const NO_INPUTS: Inputs = {};
const NO_PARTS: Partial<RuntimeParts> = {};

/** What the runtime gives that the frame around does not have yet. */
function newParts(outer: Frame, given: RuntimeHandle | undefined): RuntimeParts | undefined {
  const handle = given ?? (outer.runtime === undefined ? processRuntimeHandle() : undefined);
  return handle === undefined || runsOn(outer, handle) ? undefined : handle[RUNTIME];
}

/** Undefined: nothing is still being installed. */
function readiness(outer: Frame, given: RuntimeHandle | undefined): Promise<void> | undefined {
  return newParts(outer, given)?.ready?.();
}

function runtimeFor(outer: Frame, given: RuntimeHandle | undefined): object | undefined {
  return given ?? outer.runtime ?? processRuntimeHandle();
}

function newExecution(services: ServiceSource): Execution {
  return { id: services.get(IdGeneratorService)(), sequence: 0 };
}

function withChannels(
  around: readonly EventChannel[],
  ...added: readonly (EventChannel | undefined)[]
): readonly EventChannel[] {
  let channels = around;
  for (const channel of added) {
    if (channel !== undefined && !channels.includes(channel)) channels = [...channels, channel];
  }
  return channels;
}

const NO_SCOPES: readonly ScopedHooks[] = [];

function scopesOf(
  own: readonly ScopedHooks[] = NO_SCOPES,
  definitions: KickoffOptions["hooks"] = [],
): readonly ScopedHooks[] {
  return definitions.length === 0 ? own : [...own, { kind: "run", definitions }];
}

/** The services around, with one replaced for this run. */
function withHumanInput(services: ServiceSource, humanInput: HumanInput | undefined): ServiceSource {
  if (humanInput === undefined) return services;
  return {
    get<T>(key: ServiceKey<T>): T {
      return (key as ServiceKey<unknown>) === HumanInputService ? (humanInput as T) : services.get(key); // the key says that T is HumanInput
    },
  };
}
