import { describeValue, type ReadOutput } from "@boathook/hooks";

import { CrewOutput } from "../output/crew-output.ts";

/** What OUTPUT and EXECUTION_END hooks may leave: a CrewOutput, or a text, which becomes the new `raw`. */
export const readCrewOutput: ReadOutput<CrewOutput> = (payload, original, invalid) => {
  if (CrewOutput.is(payload)) return payload;
  if (typeof payload === "string") return original.with({ raw: payload });
  throw invalid("a CrewOutput or a text", describeValue(payload));
};
