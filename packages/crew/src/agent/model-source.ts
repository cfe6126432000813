import { ConfigurationError } from "@boathook/kernel";
import { llm, type ModelSource } from "@boathook/models";
import { z } from "zod";

/** A model in options: everything that is wrong with it is said when the options are read. Whether a name is known is looked at when a run begins. */
export function modelSource(): z.ZodType<ModelSource> {
  return z
    .custom<ModelSource>(() => true)
    .check(({ value, issues }) => {
      try {
        llm(value);
      } catch (thrown) {
        if (!ConfigurationError.is(thrown)) throw thrown;
        for (const { path, message } of thrown.faults)
          issues.push({ code: "custom", input: value, message, path: path === "" ? [] : path.split(".") });
      }
    });
}
