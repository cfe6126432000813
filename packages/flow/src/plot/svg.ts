import { createRequire } from "node:module";

import type { FlowGraph, GraphEdge, GraphNode } from "./flow-graph.ts";
import { escapeHtml } from "./escape-html.ts";
import { describeMark, type RunMark } from "./run-marks.ts";

const require = createRequire(import.meta.url);
const CHAR_WIDTH = 8;
const LINE_HEIGHT = 18;

/** The graph laid out in layers, as one SVG element. */
export function svgOf(graph: FlowGraph, marks: ReadonlyMap<string, RunMark> | undefined): string {
  const layout = layOut(graph, marks);
  const { width = 0, height = 0 } = layout.graph();
  const edges = graph.edges.map((edge, index) =>
    edgeSvg(edge, layout.edge({ v: edge.from, w: edge.to, name: String(index) })),
  );
  const nodes = graph.nodes.map((node) => nodeSvg(node, layout.node(node.id), marks?.get(node.id)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${Math.ceil(width)} ${Math.ceil(height)}" role="img" aria-label="${escapeHtml(graph.name)}">`,
    '<defs><marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L10 5L0 10z"/></marker></defs>',
    ...edges,
    ...nodes,
    "</svg>",
  ].join("\n");
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Route {
  readonly points: readonly { readonly x: number; readonly y: number }[];
  readonly x?: number;
  readonly y?: number;
}

/** What is used of the library: its own types cannot be resolved under Node's rules for modules. */
interface Dagre {
  readonly graphlib: { readonly Graph: new (options: { multigraph: boolean }) => DagreGraph };
  readonly layout: (graph: DagreGraph) => void;
}

interface DagreGraph {
  setGraph(options: Readonly<Record<string, unknown>>): void;
  setNode(id: string, size: Readonly<Record<string, unknown>>): void;
  setEdge(from: string, to: string, size: Readonly<Record<string, unknown>>, name: string): void;
}

interface Layout {
  graph(): { readonly width?: number; readonly height?: number };
  node(id: string): Place;
  edge(edge: { v: string; w: string; name: string }): Route;
}

/** The layout library is loaded when the first picture is drawn. */
function layOut({ nodes, edges }: FlowGraph, marks: ReadonlyMap<string, RunMark> | undefined): Layout {
  const { graphlib, layout } = require("@dagrejs/dagre") as Dagre; // its main module
  const graph = new graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: "TB", nodesep: 40, ranksep: 50, marginx: 20, marginy: 20 });
  for (const node of nodes) graph.setNode(node.id, sizeOf(node, marks?.get(node.id)));
  for (const [index, { from, to, label }] of edges.entries()) {
    const size = label === undefined ? {} : { width: label.length * CHAR_WIDTH, height: LINE_HEIGHT, labelpos: "c" };
    graph.setEdge(from, to, size, String(index));
  }
  layout(graph);
  return graph as unknown as Layout; // the layout has put places on every node and edge
}

function sizeOf({ text, kind }: GraphNode, mark: RunMark | undefined): { width: number; height: number } {
  if (kind === "join") return { width: 44, height: 26 };
  const longest = Math.max(text.length, mark === undefined ? 0 : describeMark(mark).length);
  return { width: longest * CHAR_WIDTH + 28, height: mark === undefined ? 36 : 36 + LINE_HEIGHT };
}

function nodeSvg({ id, text, kind }: GraphNode, { x, y, width, height }: Place, mark: RunMark | undefined): string {
  const radius = kind === "join" || kind === "start" ? height / 2 : 4;
  const box = `<rect x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" rx="${radius}"/>`;
  const lines = mark === undefined ? [text] : [text, describeMark(mark)];
  const texts = lines.map((line, index) => {
    const top = y + (index - (lines.length - 1) / 2) * LINE_HEIGHT;
    return `<text x="${x}" y="${top}"${index === 0 ? "" : ' class="mark"'}>${escapeHtml(line)}</text>`;
  });
  const classes = ["node", kind, ...(mark === undefined ? [] : [mark.status])].join(" ");
  return `<g class="${classes}" data-id="${escapeHtml(id)}" tabindex="0"><title>${escapeHtml(`${kind}: ${text}`)}</title>${box}${texts.join("")}</g>`;
}

function edgeSvg({ from, to, label }: GraphEdge, { points, x = 0, y = 0 }: Route): string {
  const path = points.map((point, index) => `${index === 0 ? "M" : "L"}${round(point.x)} ${round(point.y)}`).join("");
  const text =
    label === undefined ? "" : `<text x="${round(x)}" y="${round(y)}" class="label">${escapeHtml(label)}</text>`;
  return `<g class="edge" data-from="${escapeHtml(from)}" data-to="${escapeHtml(to)}"><path d="${path}" marker-end="url(#arrow)"/>${text}</g>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
