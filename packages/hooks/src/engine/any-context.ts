/** A context as the engine sees it: an object whose fields it reads by name. */
export type AnyContext = Record<string, unknown>;
