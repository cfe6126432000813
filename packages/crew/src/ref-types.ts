import type { Ref } from "@boathook/hooks";

// The classes of this package as its own lower files see them: through the names that `refs.ts` gives hook contexts, so that no file imports what is built on it.
export type AgentRef = Ref<"agent">;
export type TaskRef = Ref<"task">;
export type CrewRef = Ref<"crew">;
