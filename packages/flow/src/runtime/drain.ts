import { cancellationOf, leaveRunning, startTimer } from "@boathook/kernel";

import type { UnitLog } from "../engine/durable-engine.ts";
import type { Unit } from "./unit.ts";

/**
 * Waits for units that were cancelled, and closes each. Those that are not done at the limit (in milliseconds) are closed as failed and left to
 * the run's detached work, with a line in the log: no method can keep a run from ending.
 */
export async function drain(unitLog: UnitLog, units: Map<string, Unit>, limitMs: number): Promise<void> {
  if (units.size === 0) return;
  const stopTimer = startTimer(limitMs, () => {
    unitLog.interrupt(TOO_LATE);
  });
  try {
    while (units.size > 0) {
      const outcome = await unitLog.first();
      const unit = units.get(outcome.key);
      units.delete(outcome.key);
      if (outcome.isOk) unit?.finished(outcome.value);
      else unit?.failed(outcome.error);
    }
  } catch (thrown) {
    if (thrown !== TOO_LATE) throw thrown;
    for (const unit of units.values()) abandon(unit, limitMs);
  } finally {
    stopTimer();
  }
}

const TOO_LATE = Symbol("too late");

function abandon(unit: Unit, limitMs: number): void {
  if (unit.pending !== undefined) leaveRunning({ what: `flow method "${unit.name}"`, limitMs }, unit.pending);
  unit.failed(cancellationOf(unit.frame.signal));
}
