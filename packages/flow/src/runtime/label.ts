import { describeValue } from "@boathook/hooks";
import { suggestName } from "@boathook/kernel";

import { FlowDefinitionError } from "../errors.ts";
import type { PlannedMethod } from "../plan/flow-plan.ts";

/** The label that a router's output stands for: a text, number or boolean as text; nothing when it returned nothing. */
export function labelOf(router: PlannedMethod, output: unknown): string | undefined {
  switch (typeof output) {
    case "string":
      return output;
    case "number":
    case "bigint":
    case "boolean":
      return String(output);
    default:
      return undefined;
  }
}

/** Throws when a router of the flow gave something that is none of its labels. */
export function checkLabel(flowName: string, router: PlannedMethod, output: unknown): void {
  if (router.emit === undefined || output === undefined || output === null) return;
  const label = labelOf(router, output);
  if (label !== undefined && router.emit.has(label)) return;
  const suggestion = suggestName(label ?? "", router.emit);
  const fault = {
    path: `methods.${router.name}`,
    message: `the router gave ${describeValue(output)}, which is none of the labels that it declares`,
  };
  throw new FlowDefinitionError(flowName, [suggestion === undefined ? fault : { ...fault, suggestion }]);
}
