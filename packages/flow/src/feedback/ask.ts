import { askPerson } from "@boathook/hooks";
import {
  cancellationOf,
  childFrame,
  ClockService,
  currentFrame,
  linkSignals,
  readOptions,
  runInFrame,
  service,
  startTimer,
} from "@boathook/kernel";
import { z } from "zod";

/** Options of `this.ask`. */
export interface AskOptions {
  /** Milliseconds; past it nobody has answered. Default: no limit. */
  timeoutMs?: number | undefined;
  /** Kept with the answer in `askHistory`. */
  metadata?: Record<string, unknown> | undefined;
}

/** One question that a flow asked, and what came of it. */
export interface AskedQuestion {
  readonly message: string;
  /** Undefined: nobody answered in time. */
  readonly answer: string | undefined;
  /** When it was asked, in milliseconds since 1970. */
  readonly askedAt: number;
  readonly metadata: Record<string, unknown>;
}

/** Asks the people of the run; undefined when nobody answers in time. Rejects with `HumanInputUnavailableError` when nobody can be asked. */
export async function askQuestion(message: string, given: AskOptions | undefined): Promise<AskedQuestion> {
  const { timeoutMs, metadata = {} } = readOptions(schema, given ?? {}, { subject: "ask" });
  const askedAt = service(ClockService).now();
  const answer = await answerWithin(message, timeoutMs);
  return { message, answer, askedAt, metadata };
}

async function answerWithin(prompt: string, ms: number | undefined): Promise<string | undefined> {
  const question = { prompt, defaultMessage: "Your answer:" };
  if (ms === undefined) return askPerson(question);
  const { signal } = currentFrame();
  const limited = linkSignals(signal);
  const stopTimer = startTimer(ms, () => {
    limited.abort(new Error(`nobody answered within ${ms} ms`));
  });
  try {
    return await runInFrame(childFrame({ signal: limited.signal }), askPerson, question);
  } catch (error) {
    if (signal.aborted) throw cancellationOf(signal);
    if (limited.signal.aborted) return undefined;
    throw error;
  } finally {
    stopTimer();
    limited.unlink();
  }
}

const schema = z.strictObject({
  timeoutMs: z.number().positive().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});
