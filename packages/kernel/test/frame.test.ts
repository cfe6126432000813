import { describe, expect, it } from "@jest/globals";

import {
  childFrame,
  currentFrame,
  DetachedWork,
  executionFor,
  IdGeneratorService,
  isRootFrame,
  log,
  LoggerService,
  newId,
  RunCancelledError,
  runInFrame,
  service,
  serviceKey,
  toRedactedJson,
  type Frame,
  type Logger,
} from "../src/index.ts";
import { recordingLogger, withService } from "./support/services.ts";

describe("frames", () => {
  it("follow the code through awaits, timers and concurrent branches", async () => {
    const nameOf = async (name: string): Promise<string | undefined> =>
      runInFrame(childFrame({ names: { taskName: name } }), async () => {
        await new Promise((resolve) => setTimeout(resolve, name === "a" ? 6 : 2));
        return currentFrame().names.taskName;
      });
    await expect(Promise.all([nameOf("a"), nameOf("b")])).resolves.toEqual(["a", "b"]);
    expect(isRootFrame(currentFrame())).toBe(true);
  });

  it("inherit what they do not replace; names are merged", () => {
    const outer = childFrame({ names: { crewName: "c", agentRole: "r" }, execution: { id: "x", sequence: 4 } });
    const inner = runInFrame(outer, () => childFrame({ names: { taskName: "t" }, signal: AbortSignal.abort() }));
    expect(inner.names).toMatchObject({ crewName: "c", agentRole: "r", taskName: "t" });
    expect(inner.execution).toBe(outer.execution);
    expect(outer.names.taskName).toBeUndefined();
  });

  it("pass arguments to the work", () => {
    const frame: Frame = childFrame({});
    expect(runInFrame(frame, (a: number, b: string) => [currentFrame() === frame, a, b], 1, "two")).toEqual([
      true,
      1,
      "two",
    ]);
  });
});

describe("services", () => {
  it("have one default per process, made on first use", () => {
    let made = 0;
    const key = serviceKey("Test", () => ({ number: (made += 1) }));
    expect(made).toBe(0);
    expect(service(key)).toBe(service(key));
    expect(made).toBe(1);
  });

  it("are the frame's own inside of it", () => {
    const ids = withService(IdGeneratorService, () => "fixed");
    const inside = runInFrame(childFrame({ services: ids }), () => [newId(), executionFor().id]);
    expect(inside).toEqual(["fixed", "fixed"]);
    expect(newId()).not.toBe("fixed");
  });

  it("give nested work the execution it is in", () => {
    const execution = { id: "outer", sequence: 3 };
    expect(executionFor(childFrame({ execution }))).toBe(execution);
  });
});

describe("the log", () => {
  it("goes to the run's logger", () => {
    const { logger, lines } = recordingLogger();
    runInFrame(childFrame({ services: withService(LoggerService, logger) }), log, "warn", { a: 1 }, "careful");
    expect(lines).toEqual([["warn", { a: 1 }, "careful"]]);
  });

  it("survives a logger that throws", () => {
    const broken = (): never => {
      throw new Error("disk full");
    };
    const logger: Logger = { debug: broken, info: broken, warn: broken, error: broken };
    const services = withService(LoggerService, logger);
    expect(() => runInFrame(childFrame({ services }), log, "debug", "text")).not.toThrow();
  });
});

describe("detached work", () => {
  it("is waited for, also what is added meanwhile; a failure is one log line", async () => {
    const { logger, lines } = recordingLogger();
    const work = new DetachedWork();
    const done: string[] = [];
    const later = async (name: string, next?: () => void): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 2));
      done.push(name);
      next?.();
    };
    runInFrame(childFrame({ services: withService(LoggerService, logger) }), () => {
      work.add(
        "first",
        later("first", () => {
          work.add("second", later("second"));
        }),
      );
      work.add("bad", Promise.reject(new Error("lost")));
    });
    await work.drain();
    expect(done).toEqual(["first", "second"]);
    expect(lines).toEqual([["error", { error: "lost" }, "bad failed in the background"]]);
    expect(work.size).toBe(0);
  });

  it("can be given up waiting for", async () => {
    const work = new DetachedWork();
    work.add("endless", new Promise(() => undefined));
    const controller = new AbortController();
    const draining = work.drain(controller.signal);
    controller.abort();
    await expect(draining).rejects.toThrow(RunCancelledError);
    expect(work.size).toBe(1);
  });
});

describe("a logger that writes JSON", () => {
  it("can show anything without its secrets", () => {
    expect(toRedactedJson({ apiKey: "abc", note: "Bearer abcdefghijklmnopqrst" })).toEqual({
      apiKey: "[REDACTED]",
      note: "[REDACTED]",
    });
  });
});
