import type { GraphPlan } from "../graph/read-graph.ts";
import type { GraphTaskStatus } from "../graph/status.ts";
import type { TaskResult } from "../run/task-state.ts";

const FILLS: Readonly<Partial<Record<GraphTaskStatus, string>>> = {
  completed: "#b7e4c7",
  failed: "#ffb3b3",
  timed_out: "#ffd6a5",
  skipped: "#e9ecef",
  blocked: "#f3d9fa",
  cancelled: "#dee2e6",
  running: "#a5d8ff",
  retrying: "#ffec99",
};

/** A Mermaid flowchart: dependency to dependant. */
export function mermaidOf(plan: GraphPlan, result?: { readonly tasks: Readonly<Record<string, TaskResult>> }): string {
  const statuses = plan.tasks.map(({ id }) => result?.tasks[id]?.status);
  const nodes = plan.tasks.map(({ index, options }) => nodeOf(index, options.subject, statuses[index]));
  const edges = plan.tasks.flatMap(({ index, dependencies }) => dependencies.map((from) => `  t${from} --> t${index}`));
  const classes = Object.entries(FILLS)
    .filter(([status]) => statuses.includes(status as GraphTaskStatus)) // the keys are statuses
    .map(([status, fill]) => `  classDef ${status} fill:${fill},color:#000`);
  return `${["flowchart TD", ...nodes, ...edges, ...classes].join("\n")}\n`;
}

function nodeOf(index: number, subject: string, status: GraphTaskStatus | undefined): string {
  const label = escaped(status === undefined ? subject : `${subject} · ${status}`);
  const mark = status !== undefined && status in FILLS ? `:::${status}` : "";
  return `  t${index}["${label}"]${mark}`;
}

/** Nothing in a subject is read as Mermaid or HTML. */
function escaped(text: string): string {
  return text.replace(/[^\p{L}\p{N} .,:;·()/_-]/gu, (char) => `#${char.codePointAt(0) ?? 32};`);
}
