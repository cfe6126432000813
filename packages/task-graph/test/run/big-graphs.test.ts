import { describe, expect, it } from "@jest/globals";
import { graph, statuses, tasks } from "../support/graphs.ts";

describe("big graphs", () => {
  it("10 000 tasks in a chain, and as a fan, and 100 000 dependencies", async () => {
    const chain = Array.from({ length: 10_000 }, (_, i) => ({
      id: `t${i}`,
      subject: "x",
      run: () => i,
      dependencies: i === 0 ? [] : [`t${i - 1}`],
    }));
    const fan = Array.from({ length: 10_000 }, (_, i) => ({
      id: `t${i}`,
      subject: "x",
      run: () => i,
      dependencies: i === 0 ? [] : ["t0"],
    }));
    const layers = Array.from({ length: 1_001 }, (_, i) => ({
      id: `t${i}`,
      subject: "x",
      run: () => i,
      dependencies: Array.from(
        { length: i < 100 ? 0 : 111 },
        (__, k) => `t${(i % 100 === 0 ? 0 : Math.floor(i / 100) * 100 - 100) + (k % 100)}`,
      ),
    }));
    for (const list of [chain, fan, layers]) {
      const result = await graph({ tasks: list, concurrency: 100 }).run();
      expect([result.status, Object.keys(result.tasks).length]).toEqual(["completed", list.length]);
    }
  }, 60_000);

  it("10 000 writers of one thing, one at a time", async () => {
    let atOnce = 0;
    let most = 0;
    const run = async (): Promise<void> => {
      most = Math.max(most, (atOnce += 1));
      await Promise.resolve();
      atOnce -= 1;
    };
    const writers = Array.from(
      { length: 10_000 },
      (_, i) => ({ id: `t${i}`, subject: "x", access: "write", run }) as const,
    );
    const result = await graph({ tasks: writers, concurrency: 100 }).run();
    expect([result.status, most]).toEqual(["completed", 1]);
  }, 60_000);
});

describe("a picture", () => {
  it("is a flowchart from dependencies to dependants, with what became of each task", async () => {
    const pair = graph({
      tasks: [...tasks({ a: [], b: ["a"] }), { id: "c", subject: 'say "hi" <b>', run: () => undefined }],
    });
    expect(pair.plot().mermaid).toBe(
      ["flowchart TD", '  t0["task a"]', '  t1["task b"]', '  t2["say #34;hi#34; #60;b#62;"]', "  t0 --> t1", ""].join(
        "\n",
      ),
    );
    const result = await pair.run();
    expect(statuses(result)).toEqual({ a: "completed", b: "completed", c: "completed" });
    expect(pair.plot(result).mermaid).toContain('  t1["task b · completed"]:::completed\n');
  });
});
