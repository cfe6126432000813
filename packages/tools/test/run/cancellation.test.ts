import { describe, expect, it } from "@jest/globals";
import { childFrame, DetachedWork, DetachedWorkService, raceSignal, runInFrame, whenAborted } from "@boathook/kernel";
import { z } from "zod";

import { runTool, tool, Toolbox, type Tool, type ToolContext } from "../../src/index.ts";
import { callOf, frameWith } from "../support/kit.ts";

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function working(execute: (context: ToolContext) => Promise<unknown>, timeoutMs?: number): Toolbox {
  const work: Tool = tool({
    name: "work",
    description: "Works.",
    inputSchema: z.object({}),
    timeoutMs,
    execute: (_input, context) => execute(context),
  });
  return new Toolbox({ tools: [work] });
}

describe("a cancelled tool call", () => {
  it("ends after what the tool does on its way out", async () => {
    const trail: string[] = [];
    const controller = new AbortController();
    const toolbox = working(async ({ signal }) => {
      try {
        await raceSignal(new Promise(() => undefined), signal);
      } finally {
        await pause(30);
        trail.push("cleaned up");
      }
    });
    const running = runInFrame(childFrame({ signal: controller.signal }), () => runTool(callOf("work"), toolbox));
    setTimeout(() => {
      controller.abort("enough");
    }, 5);
    await expect(running).rejects.toMatchObject({ code: "run_cancelled", cause: "enough" });
    trail.push("call ended");
    expect(trail).toEqual(["cleaned up", "call ended"]);
  });

  it("does the same when its time is up", async () => {
    const trail: string[] = [];
    const toolbox = working(async ({ signal }) => {
      await new Promise<void>((resolve) => whenAborted(signal, resolve));
      await pause(20);
      trail.push("cleaned up");
    }, 10);
    const { failure } = await runTool(callOf("work"), toolbox);
    expect([failure?.reason, trail]).toEqual(["timeout", ["cleaned up"]]);
  });

  it("waits half a second for a tool that takes no notice, then leaves it to the detached work with a line in the log", async () => {
    const detached = new DetachedWork();
    const { frame, warnings } = frameWith(DetachedWorkService, detached);
    let stop = (): void => undefined;
    const toolbox = working(
      () =>
        new Promise<void>((resolve) => {
          stop = resolve;
        }),
      10,
    );
    const started = performance.now();
    const { failure } = await runInFrame(frame, () => runTool(callOf("work"), toolbox));
    const ms = performance.now() - started;
    expect([failure?.reason, ms > 450 && ms < 2_000]).toEqual(["timeout", true]);
    expect(warnings).toEqual([
      [{ work: 'tool "work"', limitMs: 500 }, "cancelled work does not stop; it is left running in the background"],
    ]);
    expect(detached.size).toBe(1);
    stop();
    await detached.drain();
    expect(detached.size).toBe(0);
  });
});
