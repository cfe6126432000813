import type { FlowGraph, GraphNode } from "./flow-graph.ts";
import { describeMark, type RunMark } from "./run-marks.ts";

const SHAPES: Readonly<Record<GraphNode["kind"], readonly [string, string]>> = {
  start: ["([", "])"],
  listener: ["[", "]"],
  router: ["{{", "}}"],
  join: ["((", "))"],
};

/** The graph as a Mermaid flowchart; with marks, what ran, when, and how long. */
export function mermaidOf({ nodes, edges }: FlowGraph, marks: ReadonlyMap<string, RunMark> | undefined): string {
  const ids = new Map(nodes.map(({ id }, index) => [id, `n${index}`]));
  const lines = nodes.map(({ id, text, kind }) => {
    const [open, close] = SHAPES[kind];
    const mark = marks?.get(id);
    const shown = mark === undefined ? escaped(text) : `${escaped(text)}<br/>${escaped(describeMark(mark))}`;
    return `  ${ids.get(id) ?? ""}${open}"${shown}"${close}${mark === undefined ? "" : `:::${mark.status}`}`;
  });
  const links = edges.map(({ from, to, label }) => {
    const arrow = label === undefined ? "-->" : `-->|"${escaped(label)}"|`;
    return `  ${ids.get(from) ?? ""} ${arrow} ${ids.get(to) ?? ""}`;
  });
  const classes = marks === undefined ? [] : CLASSES;
  return `${["flowchart TD", ...lines, ...links, ...classes].join("\n")}\n`;
}

const CLASSES = [
  "  classDef finished fill:#b7e4c7,color:#000",
  "  classDef failed fill:#ffb3b3,color:#000",
  "  classDef running fill:#a5d8ff,color:#000",
];

/** Nothing in a name is read as Mermaid or HTML. */
function escaped(text: string): string {
  return text.replace(/[^\p{L}\p{N} .,:·()/_-]/gu, (char) => `#${char.codePointAt(0) ?? 32};`);
}
