import { z } from "zod";

import { answerOf } from "../answer/hook-answer.ts";
import type { ActionType } from "./action-type.ts";

const schema = z.strictObject({
  decision: z.enum(["allow", "deny", "ask"]),
  reason: z.string().min(1).optional(),
  suggestions: z.unknown().optional(),
});

/** Decides by itself. */
export const permissionAction: ActionType<z.infer<typeof schema>> = {
  type: "permission",
  schema: (format) => (format === "boathook" ? schema : undefined),
  run: ({ decision, reason }) =>
    Promise.resolve(answerOf({ decision, reason: reason ?? (decision === "deny" ? "Hook denied" : undefined) })),
};
