import { linkSignals, whenAborted, type LinkedController } from "./signals.ts";
import { startTimer } from "./timer.ts";

/** A signal for clean-up work that must still run although the run is cancelled: it aborts only `ms` after `signal` did. Call `unlink` when the work is over. */
export function graceAfter(signal: AbortSignal, ms: number): LinkedController {
  const linked = linkSignals();
  let stopTimer: (() => void) | undefined;
  const unlink = whenAborted(signal, () => {
    stopTimer = startTimer(ms, () => {
      linked.abort(signal.reason);
    });
  });
  return {
    ...linked,
    unlink: () => {
      unlink();
      stopTimer?.();
    },
  };
}
