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
