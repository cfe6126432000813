import { fileURLToPath } from "node:url";

import { Assistant } from "@boathook/assistant";
import { HookResult } from "@boathook/lifecycle-hooks";
import type { Logger, ModelSource } from "boathook";

const PROFILE = fileURLToPath(new URL("../../config/personal-assistant/ada.json", import.meta.url));
const CARD_NUMBER = /\b\d(?:[ -]?\d){12,18}\b/g;

/** What Ada is opened with. */
export interface AdaSetting {
  readonly model: ModelSource;
  /** Where her conversations and memories are kept; false: nowhere. */
  readonly dataDir: string | false;
  readonly logger?: Logger | undefined;
}

/** Ada, as her profile says, with one hook more: no card number is ever remembered. */
export async function openAda({ model, dataDir, logger }: AdaSetting): Promise<Assistant> {
  const ada = await Assistant.fromProfile(PROFILE, { llm: model, dataDir, logger, watch: false });
  ada.lifecycle.register({
    id: "custom:mask-cards",
    event: "pre_memory_store",
    priority: 5, // before the profile's filter looks
    failurePolicy: "abort",
    handler: ({ payload: { content = "" } }) =>
      HookResult.ContinueWith({ content: content.replaceAll(CARD_NUMBER, "[CARD]") }),
  });
  return ada;
}
