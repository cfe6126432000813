import { ExecutionBoundary, isPlainObject, type Inputs, type Ref } from "@boathook/hooks";
import { closeSpan, currentFrame, isPromiseLike, openSpan, runInFrame, type Span, service } from "@boathook/kernel";

import { DurableEngineService } from "../engine/durable-engine-service.ts";
import { FlowFailedEvent, FlowFinishedEvent, FlowStartedEvent } from "../events.ts";
import { mergeInputs } from "../state/flow-state.ts";
import type { FlowParts } from "./flow-parts.ts";
import { Orchestrator } from "./orchestrator.ts";

/** The course of one kickoff: EXECUTION_START, INPUT, flow_started, the methods, OUTPUT, EXECUTION_END, flow_finished; or, after a failure, EXECUTION_END and flow_failed. */
export class FlowKickoff {
  readonly #parts: FlowParts;
  readonly #boundary: ExecutionBoundary<unknown>;
  /** The inputs as hooks left them, also where one of them aborted. */
  #inputs: Inputs = {};
  #span: Span | undefined;

  constructor(parts: FlowParts) {
    this.#parts = parts;
    // The record holds the flow as a plain object.
    this.#boundary = new ExecutionBoundary<unknown>({ flow: parts.record.flow as Ref<"flow"> }, parts.seam.readOutput);
  }

  /** Runs in the frame of the run. */
  async run(inputs: Inputs): Promise<unknown> {
    try {
      this.#keep(inputs);
      this.#keep(await this.#boundary.start(inputs, this.#keep));
      this.#keep(await this.#boundary.input(this.#inputs, this.#keep));
      const result = await runInFrame(this.#open(), () => this.#work());
      if (this.#span !== undefined) closeSpan(this.#span, FlowFinishedEvent, { result });
      return result;
    } catch (error) {
      await this.#fail(error);
      throw error;
    }
  }

  async #work(): Promise<unknown> {
    const { record, seam } = this.#parts;
    const engine = this.#parts.engine ?? service(DurableEngineService);
    if (seam.manners.inputsAreState) mergeInputs(record.state, this.#inputs);
    await seam.prepare(this.#inputs);
    const opened = engine.openRun();
    const last = await new Orchestrator(this.#parts, isPromiseLike(opened) ? await opened : opened).run();
    return this.#boundary.complete(await this.#boundary.output(await seam.result(last)));
  }

  async #fail(error: unknown): Promise<void> {
    const { id } = this.#inputs;
    if (typeof id === "string" && id !== "") this.#parts.record.state.id = id;
    await runInFrame(this.#open(), () => this.#boundary.fail(error));
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
    if (isPlainObject(payload)) this.#inputs = payload;
  };
}
