import type { Logger } from "@boathook/kernel";

import type { DetachedJob } from "./detached-queue.ts";
import { frozenCopy } from "./copy-data.ts";
import type { Publication, Publisher } from "./publisher.ts";
import type { PublishRun } from "./publish-run.ts";

/** A publish that runs later, on a copy of what its host gave, with the hooks of now. */
export function detachedJob(
  publisher: Publisher,
  { event, plan, options }: Publication,
  log: (level: keyof Logger, data: object, message: string) => void,
): DetachedJob {
  const copied = { ...options, payload: options.payload && frozenCopy(options.payload, true) };
  const ids = plan.hooks.map(({ id }) => id);
  let run: PublishRun | undefined;
  return {
    event,
    lane: laneOf(options),
    unfinished: () => run?.unfinished() ?? ids,
    async run() {
      const onRun = (begun: PublishRun): void => {
        run = begun;
      };
      const { status, by, reason } = await publisher.publish({ event, plan, options: copied, onRun });
      // An abort has its line already.
      if (status === "skipped") log("info", { event, hook: by, reason }, "a lifecycle hook ended a detached publish");
    },
  };
}

function laneOf({ conversationId, agentId }: Publication["options"]): string | undefined {
  if (conversationId !== undefined) return `conversation ${conversationId}`;
  return agentId === undefined ? undefined : `agent ${agentId}`;
}
