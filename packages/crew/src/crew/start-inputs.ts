import { copyInputs } from "@boathook/flow";
import type { Inputs } from "@boathook/hooks";

import type { CrewRef } from "../ref-types.ts";

/** What a kickoff starts with: a copy of the inputs it was given, on top of the crew's own. */
export function startInputs(crew: CrewRef, given: Inputs): Inputs {
  const { inputs } = crew.options;
  return inputs === undefined ? copyInputs(given) : { ...copyInputs(inputs), ...copyInputs(given) };
}
