import type { RuntimePlugin } from "@boathook/crew";
import type { HumanInput } from "@boathook/hooks";
import { instanceLike, type Logger } from "@boathook/kernel";
import type { ModelSource } from "@boathook/models";
import { isTool, type Tool } from "@boathook/tools";
import type { SkillHooksOptions } from "@boathook/skill-hooks";
import { z } from "zod";

import { PERMISSION_MODES, type PermissionMode } from "./permissions/permission-rules.ts";

/** What an assistant is made with, beside its profile. */
export interface AssistantOptions {
  /** In place of the profile's `model`. */
  readonly llm?: ModelSource | undefined;
  /** Tools that the profile may name. */
  readonly tools?: readonly Tool[] | undefined;
  readonly logger?: Logger | undefined;
  /**
   * Where conversations, memories and the state of hooks and automations are kept. Default: `.boathook/assistants/<id>` beside the profile's file; for a
   * profile written in code, and with `false`, nothing outlives the process.
   */
  readonly dataDir?: string | false | undefined;
  /** What paths in the profile are relative to, and the folder that file tools are confined to. Default: the profile's folder, else the working directory. */
  readonly folder?: string | undefined;
  /** Who is asked where a permission says to ask. Default: the terminal; where nobody can be asked, the answer is no. */
  readonly humanInput?: HumanInput | undefined;
  /** In place of the profile's: the only way to `"bypass"`. */
  readonly permissionMode?: PermissionMode | undefined;
  /** Skill hooks from files; absent or false: none. */
  readonly skillHooks?: SkillHooksOptions | false | undefined;
  /** More plugins of its runtime. */
  readonly use?: readonly RuntimePlugin[] | undefined;
  /** Default true: a profile's file that changes is read again. */
  readonly watch?: boolean | undefined;
  /** True: the schedules of its automations run. Default false: they run when called. */
  readonly automations?: boolean | undefined;
}

/** The schema of `AssistantOptions`. */
export const assistantOptionsSchema = z.strictObject({
  llm: z.custom<ModelSource>(() => true).optional(),
  tools: z.array(instanceLike<Tool>("a tool", isTool)).readonly().optional(),
  logger: instanceLike<Logger>("a logger with debug, info, warn and error", hasMethod("warn")).optional(),
  dataDir: z.union([z.string().min(1), z.literal(false)]).optional(),
  folder: z.string().min(1).optional(),
  humanInput: instanceLike<HumanInput>("an object with an `ask` method", hasMethod("ask")).optional(),
  permissionMode: z.enum(PERMISSION_MODES).optional(),
  skillHooks: z.union([z.custom<SkillHooksOptions>(isObject), z.literal(false)]).optional(),
  use: z
    .array(instanceLike<RuntimePlugin>("a plugin", hasMethod("install")))
    .readonly()
    .optional(),
  watch: z.boolean().optional(),
  automations: z.boolean().optional(),
});

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

function hasMethod(name: string): (value: unknown) => boolean {
  return (value) => typeof value === "object" && value !== null && typeof Reflect.get(value, name) === "function";
}
