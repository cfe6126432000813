import { recordMember } from "@boathook/hooks";

import type { Condition } from "./condition.ts";
import { FLOW_MEMBER, type FlowMember } from "./decorators.ts";

/** When a method runs, and its body. */
export interface MethodParts {
  readonly start?: true | Condition | undefined;
  readonly listen?: Condition | undefined;
  readonly router?: Condition | undefined;
  readonly emit?: readonly string[] | undefined;
  readonly body: unknown;
}

/** Puts a method on a flow class, and writes down when it runs, as the decorators do. */
export function declareMethod(type: { readonly prototype: object }, name: string, parts: MethodParts): void {
  const { start, listen, router, emit, body } = parts;
  Object.defineProperty(type.prototype, name, { value: body, configurable: true, writable: true });
  const write = (decorator: FlowMember["decorator"], condition: Condition | undefined): void => {
    const data: FlowMember = { decorator, condition, emit };
    recordMember({ target: type }, name, { kind: FLOW_MEMBER, data });
  };
  if (router !== undefined) write("Router", router);
  if (listen !== undefined) write("Listen", listen);
  if (start !== undefined) write("Start", start === true ? undefined : start);
  if (router === undefined && listen === undefined && start === undefined) write("Listen", undefined);
}
