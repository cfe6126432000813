import type { Condition } from "../definition/condition.ts";
import type { FlowDefinition, MethodDefinition } from "../definition/flow-definition.ts";

/** A point of the picture: a method, or where the parts of a condition come together. */
export interface GraphNode {
  readonly id: string;
  /** The method's name, or `or`, `and`, `race`. */
  readonly text: string;
  readonly kind: "start" | "listener" | "router" | "join";
}

/** What leads from one to another; with a label where a router's answer does. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly label: string | undefined;
}

/** A flow as nodes and edges. */
export interface FlowGraph {
  readonly name: string;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** The picture of a definition: every method, a join for every compound condition, an edge from whatever a condition names. */
export function graphOf({ name, methods }: FlowDefinition): FlowGraph {
  return new GraphMaker(name, Object.entries(methods)).make();
}

class GraphMaker {
  readonly #name: string;
  readonly #methods: readonly (readonly [string, MethodDefinition])[];
  readonly #nodes: GraphNode[] = [];
  readonly #edges: GraphEdge[] = [];

  constructor(name: string, methods: readonly (readonly [string, MethodDefinition])[]) {
    this.#name = name;
    this.#methods = methods;
  }

  make(): FlowGraph {
    for (const [name, method] of this.#methods) this.#nodes.push({ id: name, text: name, kind: kindOf(method) });
    for (const [name, { start, listen, router }] of this.#methods) {
      for (const condition of [start, listen, router]) {
        if (condition !== undefined && condition !== true) this.#connect(condition, name);
      }
    }
    return { name: this.#name, nodes: this.#nodes, edges: this.#edges };
  }

  /** Leads whatever the condition names to `target`. */
  #connect(condition: Condition, target: string): void {
    if (typeof condition === "string") {
      this.#edges.push(...this.#sourcesOf(condition).map(({ from, label }) => ({ from, to: target, label })));
      return;
    }
    const [kind, parts] = groupOf(condition);
    const join = { id: `${target} ${kind} ${this.#nodes.length}`, text: kind, kind: "join" } as const; // a method's name has no spaces
    this.#nodes.push(join);
    this.#edges.push({ from: join.id, to: target, label: undefined });
    for (const part of parts) this.#connect(part, join.id);
  }

  /** The method of that name, and every router that may give that label. */
  #sourcesOf(name: string): { readonly from: string; readonly label: string | undefined }[] {
    const method = this.#methods.filter(([own]) => own === name).map(() => ({ from: name, label: undefined }));
    const routers = this.#methods
      .filter(([, { emit }]) => emit?.includes(name))
      .map(([from]) => ({ from, label: name }));
    return [...method, ...routers];
  }
}

function kindOf({ start, emit }: MethodDefinition): GraphNode["kind"] {
  if (emit !== undefined) return "router";
  return start === undefined ? "listener" : "start";
}

function groupOf(condition: Exclude<Condition, string>): readonly ["or" | "and" | "race", readonly Condition[]] {
  if ("or" in condition) return ["or", condition.or];
  return "and" in condition ? ["and", condition.and] : ["race", condition.race];
}
