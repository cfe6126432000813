import { instanceLike } from "@boathook/kernel";
import { Knowledge, Memory } from "@boathook/memory";
import { z } from "zod";

/** What agents and crews may be given to remember with, and to look things up in. */
export interface RecollectionOptions {
  /** Recalled before a task, saved to after it. True: the runtime's memory. An agent's own comes before its crew's; false is none. */
  memory?: boolean | Memory | undefined;
  /** Looked through before a task: the agent's first, then the crew's. */
  knowledge?: Knowledge | undefined;
}

/** The schema's fields of `RecollectionOptions`. */
export const recollectionShape = {
  memory: z
    .union([z.boolean(), instanceLike<Memory>("a Memory", (value) => Memory.is(value))], {
      error: "expected true, false, or a Memory made with new Memory({ … })",
    })
    .optional(),
  knowledge: instanceLike<Knowledge>("a Knowledge made with new Knowledge({ … })", (value) =>
    Knowledge.is(value),
  ).optional(),
};
