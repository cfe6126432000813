import { z } from "zod";

/** One step of a plan. */
export interface PlanStep {
  readonly id: string;
  readonly task: string;
  /** The steps whose results it needs. */
  readonly after: readonly string[];
}

/** What came of a step. */
export interface StepResult {
  readonly step: PlanStep;
  /** The result, or what went wrong. */
  readonly text: string;
  readonly ok: boolean;
}

/** Reads a plan that may build on steps which are `done` and uses none of the ids in `used`; what is wrong with it is said in words that a model can act on. */
export function planSchema(
  done: ReadonlySet<string>,
  maxSteps: number,
  used: ReadonlySet<string> = done,
): z.ZodType<{ steps: PlanStep[] }> {
  return z
    .object({
      steps: z.array(
        z.object({
          id: z.string().min(1).describe("a short name"),
          task: z.string().min(1).describe("what is to be done, complete in itself"),
          after: z.array(z.string()).describe("the ids of the steps whose results it needs"),
        }),
      ),
    })
    .check(({ value, issues }) => {
      for (const message of problemsIn(value.steps, { done, used, maxSteps }))
        issues.push({ code: "custom", input: value, path: ["steps"], message });
    });
}

/** The steps that can begin: what they need is there. */
export function readySteps(steps: readonly PlanStep[], done: ReadonlySet<string>): PlanStep[] {
  return steps.filter((step) => step.after.every((id) => done.has(id)));
}

interface Known {
  readonly done: ReadonlySet<string>;
  /** Ids of all steps so far. */
  readonly used: ReadonlySet<string>;
  readonly maxSteps: number;
}

function problemsIn(steps: readonly PlanStep[], { done, used, maxSteps }: Known): string[] {
  const problems: string[] = [];
  if (steps.length === 0) problems.push("there is no step");
  if (steps.length > maxSteps) problems.push(`there are ${steps.length} steps, and at most ${maxSteps} are allowed`);
  const ids = new Set(steps.map(({ id }) => id));
  if (ids.size < steps.length) problems.push("two steps have the same id");
  problems.push(...steps.flatMap((step) => problemsOf(step, ids, { done, used, maxSteps })));
  if (problems.length === 0 && hasCircle(steps, done)) problems.push("some steps wait for one another in a circle");
  return problems;
}

function problemsOf({ id, after }: PlanStep, ids: ReadonlySet<string>, { done, used }: Known): string[] {
  const missing = after.filter((other) => !ids.has(other) && !done.has(other));
  return [
    ...(used.has(id) ? [`there was a step "${id}" already; give new steps new ids`] : []),
    ...missing.map((other) => `step "${id}" needs "${other}", which is no step`),
  ];
}

function hasCircle(steps: readonly PlanStep[], done: ReadonlySet<string>): boolean {
  const reached = new Set(done);
  let left = [...steps];
  for (;;) {
    const ready = readySteps(left, reached);
    if (ready.length === 0) return left.length > 0;
    for (const { id } of ready) reached.add(id);
    left = left.filter((step) => !ready.includes(step));
  }
}
