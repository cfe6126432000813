import type { HookDefinition } from "@boathook/hooks";

import type { AfterKickoffCallback, BeforeKickoffCallback } from "../crew/crew-options.ts";
import type { CrewFiles } from "./crew-base.ts";
import type { Factory } from "./factories.ts";

/** A crew that is declared and not made yet: what a decorated class and `defineCrew` have in common. */
export interface Blueprint {
  /** The crew's name where it has none of its own. */
  readonly name: string;
  /** The object of the decorated class, when there is one. */
  readonly instance: object | undefined;
  readonly files: CrewFiles;
  /** In order of definition. */
  readonly factories: readonly Factory[];
  /** The methods that files may name, bound. */
  readonly methodNamed: (name: string) => ((...args: never[]) => unknown) | undefined;
  readonly methodNames: () => readonly string[];
  /** Puts a value where the factories find it. */
  readonly set: (name: "agentsConfig" | "tasksConfig" | "crewConfig" | "agents" | "tasks", value: unknown) => void;
  /** What holds while the crew runs; asked for when everything is made. */
  readonly extras: () => BlueprintExtras;
}

/** Hooks and callbacks of a declared crew. */
export interface BlueprintExtras {
  readonly hooks: readonly HookDefinition[];
  readonly beforeKickoff: readonly BeforeKickoffCallback[];
  readonly afterKickoff: readonly AfterKickoffCallback[];
}
