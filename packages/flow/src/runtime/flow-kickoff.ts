import { ExecutionBoundary, isPlainObject, type Inputs, type MaybePromise, type Ref } from "@boathook/hooks";
import { closeSpan, currentFrame, isPromiseLike, openSpan, runInFrame, type Span, service } from "@boathook/kernel";

import { encodeValue } from "../durable/encode.ts";
import type { Journal } from "../durable/journal.ts";
import type { Recording } from "../durable/recording.ts";
import { giveSecretsAgain, hideFields, secretFieldsOf } from "../durable/secrets.ts";
import { DurableEngineService } from "../engine/durable-engine-service.ts";
import { FlowFailedEvent, FlowFinishedEvent, FlowPausedEvent, FlowStartedEvent } from "../events.ts";
import type { FeedbackAnswer } from "../feedback/answer.ts";
import { FlowPaused } from "../feedback/flow-paused.ts";
import { requestOf, shownRequest, storedUnits } from "../feedback/paused-unit.ts";
import { mergeInputs, restoreState } from "../state/flow-state.ts";
import { readState } from "../state/read-state.ts";
import type { FlowParts } from "./flow-parts.ts";
import { Orchestrator } from "./orchestrator.ts";

/** The course of one kickoff: EXECUTION_START, INPUT, flow_started, the methods, OUTPUT, EXECUTION_END, flow_finished; or, after a failure, EXECUTION_END and flow_failed. */
export class FlowKickoff {
  readonly #parts: FlowParts;
  readonly #boundary: ExecutionBoundary<unknown>;
  /** The fields of state and inputs that are not stored in clear. */
  readonly #secrets: ReadonlySet<string>;
  /** The inputs as hooks left them, also where one of them aborted. */
  #inputs: Inputs = {};
  #span: Span | undefined;
  /** The flow's own record; undefined: nothing is recorded, or the steps are a part of somebody else's. */
  #journal: Journal | undefined;
  #paused: FlowPaused | undefined;

  constructor(parts: FlowParts) {
    this.#parts = parts;
    this.#secrets = secretFieldsOf(parts.seam.stateSchema);
    hideFields(parts.record.state, this.#secrets);
    // The record holds the flow as a plain object.
    this.#boundary = new ExecutionBoundary<unknown>({ flow: parts.record.flow as Ref<"flow"> }, parts.seam.readOutput);
  }

  /** Runs in the frame of the run. */
  async run(inputs: Inputs, answer?: FeedbackAnswer): Promise<unknown> {
    try {
      this.#keep(inputs);
      const { recording } = this.#parts;
      if (recording === undefined) await this.#enter(inputs);
      else if (answer === undefined) await this.#enterRecorded(inputs, recording);
      else await this.#goOn(await recording.paused(answer.id));
      const result = await runInFrame(this.#open(), () => this.#work(answer?.feedback));
      if (this.#paused !== undefined) return this.#paused;
      if (this.#span !== undefined) closeSpan(this.#span, FlowFinishedEvent, { result });
      return result;
    } catch (error) {
      await this.#fail(error);
      throw error;
    } finally {
      if (this.#journal !== undefined) await this.#journal.release();
    }
  }

  /** EXECUTION_START and INPUT. */
  async #enter(inputs: Inputs): Promise<void> {
    this.#keep(await this.#boundary.start(inputs, this.#keep));
    this.#keep(await this.#boundary.input(this.#inputs, this.#keep));
  }

  /** They are the first unit of a recorded run: one that a process left behind goes on without them. */
  async #enterRecorded(inputs: Inputs, recording: Recording): Promise<void> {
    const { state } = this.#parts.record;
    const askedId = recording.askedId(inputs);
    this.#journal = await recording.interrupted(askedId);
    if (this.#journal === undefined) {
      if (typeof askedId === "string" && askedId !== "") state.id = askedId;
      await this.#enter(inputs);
      const asked = { askedId, inputs: this.#inputs };
      this.#journal = await recording.open(asked, state, () => this.#merge());
      return;
    }
    await this.#goOn(this.#journal);
    await this.#journal.resume();
  }

  /** EXECUTION_START and INPUT were dispatched when the run began. */
  async #goOn(journal: Journal): Promise<void> {
    const { state } = this.#parts.record;
    const given = this.#inputs;
    this.#journal = journal;
    this.#boundary.resume();
    this.#keep(journal.inputs);
    restoreState(state, journal.state);
    giveSecretsAgain(state, given);
    giveSecretsAgain(this.#inputs, given);
  }

  async #work(feedback: string | undefined): Promise<unknown> {
    const { seam } = this.#parts;
    const engine = this.#parts.engine ?? service(DurableEngineService);
    const merging = seam.manners.inputsAreState && this.#journal === undefined ? this.#merge() : undefined;
    if (merging !== undefined) await merging;
    await seam.prepare(this.#inputs);
    const opened = engine.openRun();
    const units = isPromiseLike(opened) ? await opened : opened;
    const orchestrator = new Orchestrator(this.#parts, units, this.#journal ?? seam.journal, feedback);
    const last = await orchestrator.run();
    if (orchestrator.waiting.length > 0) return this.#pause(orchestrator);
    return this.#leave(await seam.result(last));
  }

  /** Keeps what the run waits for; no OUTPUT and no EXECUTION_END: the run is not over. */
  async #pause({ waiting, finished }: Orchestrator): Promise<void> {
    const { record, openJournal } = this.#parts;
    const { state } = record;
    const [first] = waiting;
    if (first === undefined) return;
    if (this.#journal === undefined) {
      this.#journal = await openJournal(state.id);
      await this.#journal.begin({
        askedId: state.id,
        inputs: this.#inputs,
        state,
        units: storedUnits(finished, state),
      });
    }
    await this.#journal.pause(waiting, state);
    if (this.#span !== undefined) closeSpan(this.#span, FlowPausedEvent, { request: shownRequest(state.id, first) });
    const flow = record.flow as { resume(id: string, feedback: string): Promise<unknown> }; // the record holds the flow as a plain object
    this.#paused = new FlowPaused(state.id, requestOf(state.id, first), (id, feedback) => flow.resume(id, feedback));
  }

  /** Puts the inputs into the state, and reads it by the flow's schema. */
  #merge(): MaybePromise<void> {
    const { record, seam } = this.#parts;
    mergeInputs(record.state, this.#inputs);
    if (seam.stateSchema !== undefined) return readState(record.state, seam.stateSchema);
  }

  /** OUTPUT and EXECUTION_END, the last unit of a recorded run. What cannot be stored fails the run while it can still fail. */
  async #leave(last: unknown): Promise<unknown> {
    const output = await this.#boundary.output(last);
    if (this.#journal === undefined) return this.#boundary.complete(output);
    encodeValue(output, "result");
    const result = await this.#boundary.complete(output);
    await this.#journal.finish(result, this.#parts.record.state);
    return result;
  }

  async #fail(error: unknown): Promise<void> {
    const { id } = this.#inputs;
    if (typeof id === "string" && id !== "") this.#parts.record.state.id = id;
    await runInFrame(this.#open(), () => this.#boundary.fail(error));
    if (this.#journal !== undefined) await this.#journal.fail(error);
    if (this.#span !== undefined) closeSpan(this.#span, FlowFailedEvent, { error });
  }

  /** Emits the started event, once; gives the frame of what comes after it. */
  #open(): ReturnType<typeof currentFrame> {
    if (!this.#parts.seam.manners.announcesRuns) return currentFrame();
    const inputs = this.#inputs;
    this.#span ??= openSpan(FlowStartedEvent, () => ({ inputs: { ...inputs } }));
    return this.#span.frame;
  }

  /** A replacement that cannot stand there is not kept: the events show what was there before. */
  readonly #keep = (payload: unknown): void => {
    if (!isPlainObject(payload)) return;
    hideFields(payload, this.#secrets);
    this.#inputs = payload;
  };
}
