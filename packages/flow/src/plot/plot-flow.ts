import type { BoathookEvent } from "@boathook/kernel";

import type { FlowDefinition } from "../definition/flow-definition.ts";
import { graphOf } from "./flow-graph.ts";
import { pageOf } from "./html.ts";
import { mermaidOf } from "./mermaid.ts";
import { marksOf } from "./run-marks.ts";
import { svgOf } from "./svg.ts";

/** A flow as a picture. */
export interface FlowPlot {
  /** A Mermaid flowchart. */
  readonly mermaid: string;
  /** A page that opens without a network. */
  readonly html: string;
}

/** Draws a definition; with the events of a run, what ran in which order, and how long. */
export function plotFlow(definition: FlowDefinition, run?: Iterable<BoathookEvent>): FlowPlot {
  const graph = graphOf(definition);
  const marks = run === undefined ? undefined : marksOf(run);
  return {
    mermaid: mermaidOf(graph, marks),
    get html() {
      return pageOf(graph.name, svgOf(graph, marks));
    },
  };
}
