import { ConfigurationError, service } from "@boathook/kernel";

import { DurableEngineService } from "../engine/durable-engine-service.ts";
import type { DurableEngine } from "../engine/durable-engine.ts";
import type { FlowKickoffOptions } from "../run/flow-kickoff-options.ts";
import { persistenceOf, type Persistence } from "./persist.ts";
import { Recording } from "./recording.ts";

/** A flow as its recording sees it. */
export interface RecordedFlow {
  readonly type: object;
  readonly name: string;
  /** The one it was made with. */
  readonly engine: DurableEngine | undefined;
}

/**
 * The recording that `@Persist`, the flow's own engine or the kickoff's `durable` ask for; undefined: none. `durable: false` wins over all. Called
 * in the frame of the run, whose runtime's engine it is where no other is named.
 */
export function recordingOf(flow: RecordedFlow, options: FlowKickoffOptions): Recording | undefined {
  const persistence = persistenceOf(flow.type);
  const isAsked = options.durable ?? (persistence !== undefined || flow.engine !== undefined);
  if (!isAsked) {
    refuseRecordOptions(options);
    return undefined;
  }
  const { rerun = false, forkFrom, step, runId } = options;
  return new Recording({
    engine: engineOf(flow, persistence),
    name: flow.name,
    savesAfter: savesAfter(persistence, options.durable === true),
    rerun,
    forkFrom,
    step,
    runId,
  });
}

/** The engine that keeps the flow's records, whether or not this kickoff is recorded. */
export function engineOf({ engine, type }: RecordedFlow, persistence = persistenceOf(type)): DurableEngine {
  return engine ?? persistence?.engine ?? service(DurableEngineService);
}

function savesAfter(persistence: Persistence | undefined, isEvery: boolean): (method: string) => boolean {
  if (isEvery || persistence === undefined || persistence.always) return () => true;
  return (method) => persistence.methods.has(method);
}

function refuseRecordOptions({ rerun, forkFrom }: FlowKickoffOptions): void {
  const given = forkFrom !== undefined ? "forkFrom" : rerun === true ? "rerun" : undefined;
  if (given === undefined) return;
  const message = "this kickoff is not recorded; give `durable: true`, or put @Persist() on the flow";
  throw new ConfigurationError([{ path: given, message }], { subject: "kickoff options" });
}
