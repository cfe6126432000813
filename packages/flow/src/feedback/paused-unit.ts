import { BoathookError, NEVER_ABORTED } from "@boathook/kernel";
import { z } from "zod";

import { encodeValue } from "../durable/encode.ts";
import type { StoredUnit } from "../engine/stored-run.ts";
import type { HumanFeedbackRequest } from "./feedback-types.ts";

/** A method that waits for feedback, as the record of a paused run keeps it. */
export interface PendingFeedback {
  /** The key of its unit. */
  readonly key: string;
  readonly methodName: string;
  readonly message: string;
  readonly output: unknown;
  readonly emit: readonly string[];
}

/** A unit that is done, in a run that is not recorded yet. */
export interface FinishedUnit {
  readonly key: string;
  readonly output: unknown;
}

/** Finished units as a record begins with them; the state is that of now. Throws `NotSerializableError` where one cannot be kept. */
export function storedUnits(finished: readonly FinishedUnit[], state: unknown): readonly StoredUnit[] {
  const last = finished.length - 1;
  return finished.map(({ key, output }, index) => ({
    key,
    output: encodeValue(output, `output of ${key}`),
    state: index === last ? encodeValue(state, "state") : undefined,
    at: Date.now(),
  }));
}

/** Ends a unit without an outcome: it has one when somebody resumes the flow. Never seen outside of the run. */
export class PausedUnit extends BoathookError {
  readonly pending: PendingFeedback;

  constructor(pending: PendingFeedback) {
    super(`Method "${pending.methodName}" waits for feedback.`, { code: "flow_unit_paused" });
    this.pending = pending;
  }

  static override is(value: unknown): value is PausedUnit {
    return BoathookError.is(value) && value.code === "flow_unit_paused";
  }
}

/** What the pending part of a record holds. Throws for anything else. */
export function readPending(stored: unknown): readonly PendingFeedback[] {
  return stored === undefined ? [] : schema.parse(stored);
}

/** The request of a paused method, as those who resume it see it. */
export function requestOf(flowId: string, pending: PendingFeedback): HumanFeedbackRequest {
  return { ...shownRequest(flowId, pending), signal: NEVER_ABORTED };
}

/** The request as an event shows it. */
export function shownRequest(
  flowId: string,
  { methodName, message, output, emit }: PendingFeedback,
): Omit<HumanFeedbackRequest, "signal"> {
  return { flowId, methodName, message, output, emit };
}

const schema = z.array(
  z.strictObject({
    key: z.string(),
    methodName: z.string(),
    message: z.string(),
    output: z.unknown(),
    emit: z.array(z.string()),
  }),
);
