import { dispatch, type HookPoints } from "@boathook/hooks";

import { defaultContext } from "./default-context.ts";

/**
 * Tries the hooks of one point without a run: what the context leaves out is filled in plainly. Gives the context as the hooks left it; an
 * abort rejects.
 */
export async function dispatchTo<P extends keyof HookPoints>(
  point: P,
  context: Partial<HookPoints[P]["context"]> = {},
): Promise<HookPoints[P]["context"]> {
  const whole: unknown = defaultContext(point, context);
  return dispatch(point, whole as HookPoints[P]["context"]); // filled in for this very point
}
