import { readKickoffOptions, withRun, type KickoffOptions } from "@boathook/flow";
import { describeValue, ExecutionBoundary, InvalidHookResultError, isPlainObject, type Inputs } from "@boathook/hooks";
import { closeSpan, openSpan, runInFrame, type FrameSlots, type Span } from "@boathook/kernel";

import { checkModels } from "../agent/check-models.ts";
import { CrewKickoffCompletedEvent, CrewKickoffFailedEvent, CrewKickoffStartedEvent } from "../events.ts";
import { CrewOutput } from "../output/crew-output.ts";
import { drainMemories } from "../memory/remember-task.ts";
import { attachmentOf } from "./attach.ts";
import { CrewFlow } from "./crew-flow.ts";
import { readCrewOutput } from "./read-crew-output.ts";
import { filesOfKickoff, prepareParts, type RunExtras, type RunParts } from "./run-parts.ts";
import type { AgentRef, CrewRef } from "../ref-types.ts";

/** One kickoff of a crew: its frame, its boundary, and inside of them the inner flow that does the tasks. */
export function runCrew(
  crew: CrewRef,
  inputs: Inputs,
  given: KickoffOptions,
  extras: RunExtras = NO_EXTRAS,
): Promise<CrewOutput> {
  const options = readKickoffOptions(given);
  const { watcher } = extras;
  const attachment = attachmentOf(crew);
  const definitions = [...(crew.options.hooks ?? []), ...(attachment?.hooks ?? [])];
  const setup = {
    names: { crewName: crew.name },
    channel: crew.channel,
    runtime: crew.options.runtime ?? attachment?.runtime,
    hooks: [{ kind: "crew" as const, definitions }],
    options,
    inputs,
    watcher,
    slots: slotsOf(crew, watcher !== undefined),
  };
  const files = filesOfKickoff(options);
  return withRun(setup, async () => {
    checkModels(everybodyIn(crew), `crew "${crew.name}"`, { planningLlm: crew.options.planningLlm });
    return new CrewRun(crew, await prepareParts(crew, inputs, { options, files, extras })).run(inputs);
  });
}

const NO_EXTRAS: RunExtras = {};

function everybodyIn({ agents, tasks, manager }: CrewRef): AgentRef[] {
  return [...agents, ...tasks.flatMap((task) => task.agent ?? []), ...(manager === undefined ? [] : [manager])];
}

function slotsOf({ rateLimit }: CrewRef, isWatched: boolean): FrameSlots {
  return {
    ...(rateLimit !== undefined && { rateLimit, crewRateLimit: rateLimit }),
    // Whoever watches piece by piece wants answers as they are written.
    ...(isWatched && { streaming: true }),
  };
}

/** The steps of a kickoff, from EXECUTION_START to the closing event. */
class CrewRun {
  readonly #crew: CrewRef;
  readonly #parts: RunParts;
  readonly #boundary: ExecutionBoundary<CrewOutput>;
  #span: Span | undefined;
  /** The inputs as hooks left them, also where one aborted. */
  #inputs: unknown;

  constructor(crew: CrewRef, parts: RunParts) {
    this.#crew = crew;
    this.#parts = parts;
    this.#boundary = new ExecutionBoundary<CrewOutput>({ crew }, readCrewOutput);
  }

  async run(inputs: Inputs): Promise<CrewOutput> {
    this.#inputs = inputs;
    try {
      const span = this.#started(await this.#enter(inputs));
      const output = await runInFrame(span.frame, async () => this.#close(await this.#doTasks()));
      if (this.#parts.durable !== undefined) await this.#parts.durable.finish(output);
      closeSpan(span, CrewKickoffCompletedEvent, { output, usage: output.usage });
      return output;
    } catch (error) {
      const span = this.#span ?? this.#started(isPlainObject(this.#inputs) ? this.#inputs : {});
      await runInFrame(span.frame, () => this.#boundary.fail(error));
      if (this.#parts.durable !== undefined) await this.#parts.durable.fail(error);
      closeSpan(span, CrewKickoffFailedEvent, { error });
      throw error;
    } finally {
      if (this.#parts.durable !== undefined) await this.#parts.durable.release();
    }
  }

  /** The boundary of a run that an earlier process began was opened there. */
  async #enter(inputs: Inputs): Promise<Inputs> {
    const { durable } = this.#parts;
    if (durable === undefined) return this.#open(inputs);
    const interrupted = await durable.interrupted();
    if (interrupted === undefined) return durable.begin(await this.#open(inputs));
    this.#boundary.resume();
    return interrupted;
  }

  async #open(inputs: Inputs): Promise<Inputs> {
    const keep = (payload: unknown): void => {
      this.#inputs = payload;
    };
    const checked = await this.#boundary.start(inputs, keep);
    const prepared = await this.#beforeKickoff(checked);
    keep(prepared);
    return this.#boundary.input(prepared, keep);
  }

  #started(inputs: Inputs): Span {
    this.#inputs = inputs;
    this.#span = openSpan(CrewKickoffStartedEvent, () => ({ inputs: { ...inputs } }));
    return this.#span;
  }

  async #doTasks(): Promise<CrewOutput> {
    try {
      const keep = await this.#parts.record?.(); // a run that hooks have let begin
      const output = await new CrewFlow(this.#crew, this.#parts, keep).kickoff(this.#inputs as Inputs); // what `input` gave is a plain object
      return await this.#afterKickoff(output);
    } finally {
      const saves = drainMemories(this.#crew);
      if (saves !== undefined) await saves;
    }
  }

  async #close(given: CrewOutput): Promise<CrewOutput> {
    const output = await this.#boundary.output(given);
    this.#parts.durable?.check(output); // what cannot be kept fails the run while it can still fail
    return this.#boundary.complete(output);
  }

  async #beforeKickoff(inputs: Inputs): Promise<Inputs> {
    let current = inputs;
    const callbacks = [...(this.#crew.options.beforeKickoff ?? []), ...(attachmentOf(this.#crew)?.beforeKickoff ?? [])];
    for (const callback of callbacks) {
      const next: unknown = (await callback(current)) ?? current;
      if (!isPlainObject(next)) throw badCallback("beforeKickoff", callback.name, "the inputs, a plain object", next);
      current = next;
    }
    return current;
  }

  async #afterKickoff(output: CrewOutput): Promise<CrewOutput> {
    let current = output;
    const callbacks = [...(this.#crew.options.afterKickoff ?? []), ...(attachmentOf(this.#crew)?.afterKickoff ?? [])];
    for (const callback of callbacks) {
      const next: unknown = (await callback(current)) ?? current;
      if (!CrewOutput.is(next)) throw badCallback("afterKickoff", callback.name, "a CrewOutput", next);
      current = next;
    }
    return current;
  }
}

function badCallback(point: string, name: string, expected: string, value: unknown): InvalidHookResultError {
  return new InvalidHookResultError(expected, describeValue(value), { point, hook: name === "" ? "anonymous" : name });
}
