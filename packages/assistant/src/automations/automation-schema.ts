import { errorMessage } from "@boathook/kernel";
import { Cron } from "croner";
import { z } from "zod";

const text = z.string().min(1);

/** A cron pattern, with seconds or without. */
export const cronSchema = text.superRefine((pattern, context) => {
  const problem = cronProblem(pattern);
  if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
});

/** When an automation runs by itself. */
const scheduleSchema = z.union(
  [
    z.strictObject({
      cron: cronSchema,
      /** An IANA name like `Europe/Berlin`; default the machine's. */
      timezone: text.refine(isTimezone, { error: "expected the name of a time zone, like Europe/Berlin" }).optional(),
    }),
    z.strictObject({ every: z.number().min(1).max(31_536_000) }),
    z.strictObject({ watch: text }),
  ],
  { error: "expected { cron, timezone? }, { every: seconds }, or { watch: file or folder }" },
);

/** One automation of a profile: a message that the assistant is given on its own. */
export const automationSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[A-Za-z0-9][\w.-]{0,63}$/, { error: "expected letters, digits, dots, hyphens and underscores" }),
  /** What the assistant is to do. `{payload}` is what it was called with. */
  prompt: text,
  /** Absent: it runs when it is called. */
  schedule: scheduleSchema.optional(),
  enabled: z.boolean().default(true),
  /** Further attempts after a failed one; default 0. */
  retries: z.int().min(0).max(10).default(0),
  /** Seconds before the first further attempt, doubled for each; default 5. */
  retryDelay: z.number().min(0).max(3_600).default(5),
  /** Seconds for one attempt; default 600. */
  timeout: z.number().positive().max(86_400).default(600),
  /** Runs that fell due while nobody was there: `skip` (default) leaves them out, `once` makes up for all of them by one. */
  missed: z.enum(["skip", "once"]).default("skip"),
});

/** See `automationSchema`. */
export type Automation = z.output<typeof automationSchema>;
/** When it runs. */
export type Schedule = z.output<typeof scheduleSchema>;

function cronProblem(pattern: string): string | undefined {
  try {
    new Cron(pattern, { paused: true }).stop();
    return undefined;
  } catch (error) {
    return `expected a cron pattern like "0 3 * * *" (${errorMessage(error)})`;
  }
}

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
