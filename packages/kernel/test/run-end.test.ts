import { describe, expect, it } from "@jest/globals";

import { childFrame, defaultServices, LoggerService, RunEnd, runInFrame } from "../src/index.ts";

describe("the end of a run", () => {
  it("closes what was opened, once per owner, and waits for all of it", async () => {
    const trail: string[] = [];
    const end = new RunEnd();
    expect(new RunEnd().close()).toBeUndefined();
    const [one, other] = [{}, {}];
    const closing = (name: string) => async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      trail.push(name);
    };
    end.add(one, closing("one"));
    end.add(one, closing("one again"));
    expect(end.add(other, closing("other"))).toBe(true);
    await end.close();
    expect(trail).toEqual(["one", "other"]);
    expect([end.close(), end.add({}, closing("too late"))]).toEqual([undefined, false]);
  });

  it("closes the rest when one cannot be closed, and says so", async () => {
    const lines: unknown[] = [];
    const none = (): void => undefined;
    const error = (data: unknown): void => void lines.push(data);
    const logger = { debug: none, info: none, warn: none, error };
    const frame = childFrame({
      services: { get: (key) => ((key as unknown) === LoggerService ? logger : defaultServices.get(key)) as never },
    });
    const end = new RunEnd();
    let isClosed = false;
    end.add({}, () => Promise.reject(new Error("stuck")));
    end.add({}, async () => {
      await Promise.resolve();
      isClosed = true;
    });
    await runInFrame(frame, () => end.close());
    expect([isClosed, lines]).toEqual([true, [{ error: "stuck" }]]);
  });
});
