import { readOptions } from "@boathook/kernel";
import { z } from "zod";

import { kickoffOptionsShape, type KickoffOptions } from "./kickoff-options.ts";

/** What one kickoff of a flow may be given beside its inputs. */
export interface FlowKickoffOptions extends KickoffOptions {
  /** True: all methods run, also where the run that `id` names has not finished; its newest state is what they begin with. */
  rerun?: boolean | undefined;
  /** The id of a recorded run: this one is a new run that begins with its state. */
  forkFrom?: string | undefined;
  /** With `forkFrom`: begins after this step of its `history`, with the state of then; steps up to it are not done again. */
  step?: number | undefined;
}

const schema = z
  .strictObject({
    ...kickoffOptionsShape,
    rerun: z.boolean().optional(),
    forkFrom: z.string().min(1).optional(),
    step: z.int().nonnegative().optional(),
  })
  .refine(({ rerun, forkFrom }) => rerun !== true || forkFrom === undefined, {
    path: ["rerun"],
    error: "a fork is a new run, so there is nothing to run again",
  })
  .refine(({ step, forkFrom }) => step === undefined || forkFrom !== undefined, {
    path: ["step"],
    error: "it says where a fork begins: give `forkFrom`, too",
  });

/** Reads the options of a flow's kickoff; everything wrong with them is one `ConfigurationError`. */
export function readFlowKickoffOptions(given: unknown): FlowKickoffOptions {
  return given === undefined ? NO_OPTIONS : readOptions(schema, given, { subject: "kickoff options" });
}

const NO_OPTIONS: FlowKickoffOptions = {};
