import type { Condition } from "./condition.ts";

/** When one method of a flow runs. With `emit` it is a router: what it returns is the label that decides what runs next. */
export interface MethodDefinition {
  /** True: runs when the flow starts. A condition: runs when it is met, or at the start when no method has `true`. */
  readonly start?: true | Condition;
  readonly listen?: Condition;
  readonly router?: Condition;
  /** The labels that a router may give. */
  readonly emit?: readonly string[];
}

/** The graph of a flow as data. */
export interface FlowDefinition {
  readonly name: string;
  readonly methods: Readonly<Record<string, MethodDefinition>>;
}

/** A flow whose methods say what they do: one action each, under the key of its kind (`call`, `expression`, `value`, `set`, `each`, and what others register). */
export interface DeclaredFlow {
  readonly name: string;
  /** What every kickoff's state begins with. */
  readonly state?: Readonly<Record<string, unknown>>;
  readonly methods: Readonly<Record<string, MethodDefinition & Readonly<Record<string, unknown>>>>;
}
