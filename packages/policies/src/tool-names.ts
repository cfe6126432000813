import { sanitizeToolName } from "@boathook/hooks";
import { z } from "zod";

/** Names of tools in any spelling, at least one, each of which can match. */
export const toolNames = z
  .array(z.string().refine((name) => sanitizeToolName(name) !== "", "nothing of this is left as a tool's name"))
  .min(1);
