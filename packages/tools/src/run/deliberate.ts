import { HookAborted } from "@boathook/hooks";
import { cancellationOf, RunCancelledError } from "@boathook/kernel";

/** Rethrows what no tool's error may hide: a hook's abort, from however deep, and the cancellation of the run. */
export function rethrowIfDeliberate(thrown: unknown, signal: AbortSignal): void {
  if (HookAborted.is(thrown) || RunCancelledError.is(thrown)) throw thrown;
  if (signal.aborted) throw cancellationOf(signal);
}
