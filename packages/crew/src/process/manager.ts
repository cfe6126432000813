import type { CrewOptions } from "../crew/crew-options.ts";
import { Agent } from "../agent/agent.ts";

/** Who leads a hierarchical crew: the given manager, else one made for `managerLlm`; undefined in a sequential crew. */
export function managerOf(options: Readonly<CrewOptions>): Agent | undefined {
  if (options.process !== "hierarchical") return undefined;
  return options.managerAgent ?? new Agent({ ...GENERATED, llm: options.managerLlm });
}

const GENERATED = {
  role: "Crew Manager",
  goal: "See to it that every task of the crew is done as well as the crew can do it",
  backstory: [
    "You lead a crew of specialists. You know who is good at what, and you give each piece of work to the one who fits it best, with everything that is needed to do it.",
    "You read what comes back with care: what is not good enough you hand back with what is missing, and in the end you answer for the whole.",
  ].join("\n"),
  allowDelegation: true,
};
