import { on } from "@boathook/hooks";
import type { BoathookEvent } from "@boathook/kernel";
import { recordEvents } from "@boathook/testing";

import { line } from "./kit.ts";

/** Keeps what happens from now on: events, and on request what hooks at the three points of a tool call see. */
export class Watcher {
  readonly trail: string[] = [];
  readonly #recorder = recordEvents();

  get events(): readonly BoathookEvent[] {
    return this.#recorder.events;
  }

  lines(): string[] {
    return this.events.map(line);
  }

  stop(): void {
    this.#recorder.stop();
  }

  watchAllPoints(): void {
    on("pre_tool_call", (context) => {
      this.trail.push(`pre ${context.toolName} ${JSON.stringify(context.toolInput)} ${String(context.tool?.name)}`);
    });
    on("tool_permission", (context) => {
      this.trail.push(`permission ${context.toolName} ${JSON.stringify(context.toolInput)}`);
    });
    on("post_tool_call", (context) => {
      const raw = JSON.stringify(context.rawToolResult);
      this.trail.push(`post ${context.toolResult} raw=${raw} blocked=${context.blocked}`);
    });
  }
}
