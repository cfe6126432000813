import type { HookDefinition } from "@boathook/hooks";
import type { RuntimeHandle } from "@boathook/kernel";

import type { AfterKickoffCallback, BeforeKickoffCallback } from "./crew-options.ts";

/** What a crew class adds to the crew it declares. */
export interface CrewAttachment {
  /** Undefined for a crew declared without a class. */
  readonly instance: object | undefined;
  readonly className: string;
  readonly hooks: readonly HookDefinition[];
  readonly beforeKickoff: readonly BeforeKickoffCallback[];
  readonly afterKickoff: readonly AfterKickoffCallback[];
  readonly runtime: RuntimeHandle | undefined;
}

const attachments = new WeakMap<object, CrewAttachment>();

/** Ties a crew to the object of the class that declared it. Its own options come first where both say something. */
export function attach(crew: object, attachment: CrewAttachment): void {
  attachments.set(crew, attachment);
}

/** What was attached to a crew; undefined for one made by hand. */
export function attachmentOf(crew: object): CrewAttachment | undefined {
  return attachments.get(crew);
}
