import { hooksOfInstance, type HookDefinition, type Inputs } from "@boathook/hooks";
import {
  currentFrame,
  emit,
  errorMessage,
  EventChannel,
  log,
  NEVER_ABORTED,
  type BoathookEvent,
  type EventStreams,
} from "@boathook/kernel";
import { usageOf, type TokenUsage } from "@boathook/models";
import type { StandardSchemaV1 } from "@standard-schema/spec";

import { declaredParts } from "./declarative/declarative-flow.ts";
import { declareMethod } from "./definition/declare-method.ts";
import type { DeclaredFlow, FlowDefinition } from "./definition/flow-definition.ts";
import { historyOf, type HistoryStep } from "./durable/history.ts";
import { Journal } from "./durable/journal.ts";
import { engineOf, recordingOf } from "./durable/recording-of.ts";
import { FlowCustomEvent } from "./events.ts";
import { readAnswer, type FeedbackAnswer } from "./feedback/answer.ts";
import { askQuestion, type AskedQuestion, type AskOptions } from "./feedback/ask.ts";
import type { HumanFeedbackResult } from "./feedback/feedback-types.ts";
import { feedbackOf } from "./feedback/human-feedback.ts";
import { readFlowOptions, type FlowOptions } from "./flow-options.ts";
import { planOfClass } from "./plan/class-plan.ts";
import { plotFlow, type FlowPlot } from "./plot/plot-flow.ts";
import type { KickoffOptions } from "./run/kickoff-options.ts";
import { readFlowKickoffOptions, type FlowKickoffOptions } from "./run/flow-kickoff-options.ts";
import { streamRun, type RunStream } from "./run/run-stream.ts";
import { runtimeOf } from "./run/runtime-of.ts";
import { withRun, type RunSetup } from "./run/with-run.ts";
import { FlowKickoff } from "./runtime/flow-kickoff.ts";
import { FLOW_SEAM, type FlowSeam } from "./runtime/flow-parts.ts";
import { declaresParameter } from "./runtime/parameters.ts";
import { newRecord, recordOf, type FlowRecord, type MethodOutput } from "./state/flow-record.ts";
import { copyInputs, newState } from "./state/flow-state.ts";

declare module "@boathook/hooks" {
  interface RuntimeRefs {
    readonly flow: Flow;
  }
}

const DEFAULT_METHOD_CALLS = 100;
const NO_HOOKS: readonly HookDefinition[] = [];

/**
 * A graph of methods: `@Start` begins, `@Listen` follows, `@Router` decides. `S` are the fields of its state, which always has an `id`; `R` is
 * what a kickoff gives. One object serves any number of kickoffs, also at the same time: each has its own state.
 */
export abstract class Flow<S extends object = Record<string, unknown>, R = unknown> {
  /** Reads the state of every kickoff, once the inputs are in it: zod, or any Standard Schema. Default: any fields. */
  static stateSchema?: StandardSchemaV1 | undefined;
  /** What the constructor is given by a container, in order. */
  static inject?: readonly unknown[];

  /** What every kickoff's state begins with: copied, or made by the function. */
  initialState?: Partial<S> | (() => Partial<S>);

  readonly #options: FlowOptions;
  #channel: EventChannel | undefined;
  #hooks: readonly HookDefinition[] | undefined;
  /** The kickoff that finished last; while none has, the one that began last. */
  #shown: FlowRecord | undefined;
  #isAnyFinished = false;

  constructor(options?: FlowOptions) {
    this.#options = readFlowOptions(options);
  }

  get name(): string {
    return this.#options.name ?? this.constructor.name;
  }

  /** Every event of this flow's runs, and of what runs inside them. */
  get events(): EventStreams {
    return this.#ownChannel();
  }

  /** In a method or hook: this kickoff's. Elsewhere: that of the kickoff that finished last; before the first one a frozen initial state. */
  get state(): S & { id: string } {
    const { state } = this.#record() ?? { state: Object.freeze(newState(this.initialState)) };
    return state as unknown as S & { id: string }; // the flow's author says what its fields are
  }

  /** Every method's output so far, in the order in which they finished. */
  get methodOutputs(): readonly MethodOutput[] {
    return this.#record()?.outputs ?? [];
  }

  /** What the model calls of the kickoff, and of everything nested in it, have used so far. */
  get usage(): TokenUsage {
    return this.#record()?.usage?.total() ?? usageOf({});
  }

  /** In a method: aborts when the kickoff is cancelled, a sibling failed, or the method lost a race. */
  protected get signal(): AbortSignal {
    return recordOf(this) === undefined ? NEVER_ABORTED : currentFrame().signal;
  }

  /** Tells whoever watches this run; `type` and `data` are yours. */
  protected emit(type: string, data?: unknown): void {
    emit(FlowCustomEvent, { name: type, data });
  }

  /** What people have said of methods in this kickoff, in the order in which it came. */
  get humanFeedback(): readonly HumanFeedbackResult[] {
    return this.#record()?.feedback ?? [];
  }

  /** What `this.ask` asked in this kickoff, in the order in which it was answered. */
  get askHistory(): readonly AskedQuestion[] {
    return this.#record()?.asked ?? [];
  }

  /** Asks the people of the run. Undefined when `timeoutMs` is over; an empty text is an answer. Rejects with `HumanInputUnavailableError` when nobody can be asked. */
  protected async ask(message: string, options?: AskOptions): Promise<string | undefined> {
    const asked = await askQuestion(message, options);
    recordOf(this)?.asked.push(asked);
    return asked.answer;
  }

  /**
   * A flow that is declared rather than written: a YAML or JSON file, or the object. Its methods' actions are names of what was registered, and
   * expressions; never code. Throws `FlowDefinitionError` with everything that is wrong with it.
   */
  static fromDefinition(source: string | URL | FlowDefinition | DeclaredFlow, options?: FlowOptions): Flow {
    const { name, state, methods, prepare } = declaredParts(source);
    class Declared extends Flow {
      override initialState = state;

      protected override [FLOW_SEAM](): FlowSeam {
        return { ...super[FLOW_SEAM](), prepare };
      }
    }
    for (const method of methods) declareMethod(Declared, method.name, method);
    const flow = new Declared({ name, ...options });
    flow.explain(); // says what is wrong with the graph
    return flow;
  }

  /** The graph as data. Throws `FlowDefinitionError` with everything that is wrong with it. */
  explain(): FlowDefinition {
    return { ...this[FLOW_SEAM]().plan.definition, name: this.name };
  }

  /** The graph as a picture: Mermaid, and a page that opens without a network. With the events of one run it shows what ran, in which order, and how long. */
  plot(run?: Iterable<BoathookEvent>): FlowPlot {
    return plotFlow(this.explain(), run);
  }

  /** Runs the flow once; gives what OUTPUT and EXECUTION_END leave. Rejects with the very error that stopped it. */
  kickoff(inputs?: Inputs, options?: FlowKickoffOptions): Promise<R> {
    return this.#run(inputs, options);
  }

  /** A kickoff to be watched: it starts when the stream is read, or its `result` asked for, and is cancelled when the reader leaves. */
  stream(inputs?: Inputs, options?: FlowKickoffOptions): RunStream<R> {
    const read = readFlowKickoffOptions(options);
    return streamRun((watcher, signal) => this.#run(inputs, { ...read, signal }, { watcher }), read.signal);
  }

  /**
   * The recorded steps of a run: after which methods it was written, and the state then. `kickoff({}, { forkFrom: id, step })` starts again after
   * one. Rejects with `UnknownRunError` when there is no record of this id.
   */
  history(id: string): Promise<readonly HistoryStep[]> {
    const runtime = this.#options.runtime ?? runtimeOf(this);
    return withRun({ runtime }, () => historyOf(engineOf(this.#recorded()), id));
  }

  /**
   * Goes on with a run that waits for a person, also in another process. Rejects with `UnknownRunError` when there is no record of this id, and with
   * `StateConflictError` when the run does not wait, or somebody else resumes it.
   */
  async resume(id: string, feedback: string, options?: KickoffOptions): Promise<R> {
    return this.#run(undefined, options, { answer: readAnswer(id, feedback) });
  }

  async #run(inputs: unknown, options: unknown, { watcher, answer }: RunExtras = NO_EXTRAS): Promise<R> {
    const given = copyInputs(inputs);
    const kickoffOptions = readFlowKickoffOptions(options);
    const seam = this[FLOW_SEAM]();
    const record = newRecord(this, this.initialState);
    if (!this.#isAnyFinished) this.#shown = record;
    const { maxMethodCalls = DEFAULT_METHOD_CALLS, maxConcurrency = Infinity, engine, runtime } = this.#options;
    const setup: RunSetup = {
      names: seam.manners.announcesRuns ? { flowName: this.name } : {},
      channel: seam.channel,
      watcher,
      hooks: [{ kind: "flow", definitions: seam.hooks }],
      slots: { flowRecord: record },
      options: kickoffOptions,
      inputs: given,
      runtime: runtime ?? runtimeOf(this),
    };
    try {
      const result = await withRun(setup, ({ usage }) => {
        record.usage = usage;
        const kept = answer === undefined ? kickoffOptions : { ...kickoffOptions, durable: true };
        const recording = recordingOf(this.#recorded(), kept);
        const openJournal = (id: string) => Journal.open(engineOf(this.#recorded()), id, this.name);
        const parts = { seam, record, engine, recording, openJournal, maxMethodCalls, maxConcurrency };
        return new FlowKickoff(parts).run(given, answer);
      });
      return result as R; // the flow's author says what it gives
    } finally {
      this.#shown = record;
      this.#isAnyFinished = true;
    }
  }

  /** What this flow brings to a kickoff; only a class whose steps are no methods of its own overrides it. */
  protected [FLOW_SEAM](): FlowSeam {
    const { plan, hasHooks } = planOfClass(this.constructor, isReserved);
    this.#hooks ??= [...(hasHooks ? hooksOfInstance(this) : NO_HOOKS), ...(this.#options.hooks ?? NO_HOOKS)];
    return {
      plan,
      manners: this.#options.suppressFlowEvents === true ? QUIET : OPEN,
      channel: this.#ownChannel(),
      hooks: this.#hooks,
      stateSchema: (this.constructor as typeof Flow).stateSchema,
      feedback: feedbackOf(this.constructor),
      prepare: () => undefined,
      takesInput: (method) => declaresParameter(Reflect.get(this, method)),
      runMethod: (method, args) => {
        const body = Reflect.get(this, method) as (...given: readonly unknown[]) => unknown; // the plan names methods only
        return body.apply(this, [...args]);
      },
      result: (last) => last,
      readOutput: (payload) => payload,
    };
  }

  #recorded() {
    return { type: this.constructor, name: this.name, engine: this.#options.engine };
  }

  #ownChannel(): EventChannel {
    this.#channel ??= new EventChannel((error) => {
      log("error", { error: errorMessage(error), flow: this.name }, "a subscriber of a flow's events failed");
    });
    return this.#channel;
  }

  #record(): FlowRecord | undefined {
    return recordOf(this) ?? this.#shown;
  }
}

interface RunExtras {
  /** Sees every event of this run only. */
  readonly watcher?: EventChannel;
  /** What a person says to a run that waits for it. */
  readonly answer?: FeedbackAnswer;
}

const NO_EXTRAS: RunExtras = {};
const OPEN = { announcesRuns: true, announcesMethods: true, dispatchesSteps: true, inputsAreState: true };
const QUIET = { ...OPEN, announcesMethods: false };

function isReserved(name: string): boolean {
  return name in Flow.prototype;
}
