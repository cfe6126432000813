import type { ModelRequest } from "../model-types.ts";
import { writeAnswer, writeDigest } from "./answer/answer.ts";
import { knowledgeOf } from "./answer/knowledge.ts";
import { fillObject } from "./answer/object.ts";
import type { Brief } from "./brief.ts";
import { forcedCall, planCalls, type PlannedCall } from "./plan/plan.ts";
import { poolOf } from "./plan/pool.ts";
import { sourcesOf, type Source } from "./results/sources.ts";
import { taskTopic } from "./text/concepts.ts";

/** What the model does with a request: calls to make, or an answer. */
export interface Decision {
  readonly calls: readonly PlannedCall[];
  readonly text: string;
  readonly parsed: unknown;
}

/** Plans the next calls; when there is nothing left to ask, writes the answer. */
export function decide(brief: Brief, request: ModelRequest): Decision {
  const sources = sourcesOf(brief);
  const calls =
    request.toolChoice === "none" || request.tools.length === 0 || brief.isLast
      ? []
      : nextCalls(brief, sources, request);
  if (calls.length > 0) return { calls, text: "", parsed: undefined };
  if (brief.answerSchema === undefined) return { calls, text: writeAnswer(brief, sources), parsed: undefined };
  const parsed = fillObject(brief.answerSchema, knowledgeOf(brief, sources));
  // A schema that was only described in the prompt wants its answer as text; one that came with the request, also as an object.
  return { calls, text: JSON.stringify(parsed), parsed: request.outputSchema === undefined ? undefined : parsed };
}

function nextCalls(brief: Brief, sources: readonly Source[], request: ModelRequest): PlannedCall[] {
  const pool = poolOf({
    sources,
    context: brief.context,
    task: brief.task,
    topic: taskTopic(brief.task.slice(0, 12_000)),
    digest: () => writeDigest(brief, sources),
  });
  const planned = planCalls(brief, request.tools, pool);
  if (planned.length > 0 || request.toolChoice !== "required" || brief.calls.length > 0) return planned;
  const forced = forcedCall(brief, request.tools, pool);
  return forced === undefined ? [] : [forced];
}
