/**
 * The runtime's own types, as hook contexts show them. The packages that own them fill the names in by declaration merging: `models` gives
 * `message`, `llm` and `toolCall`; `tools` gives `tool` and `toolFailure`; `flow` gives `flow`; `crew` gives `agent`, `task`, `crew`,
 * `executor`, `taskOutput` and `crewOutput`.
 */

export interface RuntimeRefs {}

/** A type of `RuntimeRefs`; `unknown` where the package that owns it is not used. */
export type Ref<K extends string> = K extends keyof RuntimeRefs ? RuntimeRefs[K] : unknown;

/** As `Ref`, where there may be none. */
export type OptionalRef<K extends string> = Ref<K> | undefined;
