import { createRequire } from "node:module";

import { describe, expect, it } from "@jest/globals";
import { childFrame, LoggerService, RunEnd, runInFrame } from "@boathook/kernel";
import { recordEvents } from "@boathook/testing";
import { z } from "zod";

import {
  expandTools,
  isToolSet,
  mcpServer,
  runTool,
  tool,
  Toolbox,
  ToolUsageProgressEvent,
  type Tool,
} from "../../src/index.ts";
import { callOf, frameWith } from "../support/kit.ts";
import { ends, isRunning } from "../support/processes.ts";
import { asRun, call, closedAfter, pidIn, stdioServer, testServer } from "./support.ts";

const require = createRequire(import.meta.url);

const names = (tools: readonly Tool[]): string[] => tools.map(({ name }) => name);

describe("a real server from the registry", () => {
  it("gives its tools, which are checked, called and described", async () => {
    const file = require.resolve("@modelcontextprotocol/server-everything/package.json");
    const command = { command: process.execPath, args: [file.replace("package.json", "dist/index.js"), "stdio"] };
    const recorded = recordEvents();
    const results = await asRun(async () => {
      const server = mcpServer(command, {
        name: "everything",
        tools: ["echo", "get-sum", "get-tiny-image", "trigger-long-running-operation"],
      });
      const toolbox = new Toolbox({ tools: await expandTools([server]) });
      const run = async (name: string, input: Record<string, unknown>): Promise<string> =>
        (await runTool(callOf(name, input), toolbox)).text;
      return {
        names: toolbox.toolsForModel().map(({ name }) => name),
        echo: await run("echo", { message: "grüße $& {x}" }),
        sum: await run("get_sum", { a: 2, b: 3 }),
        wrong: await run("get_sum", { a: "two" }),
        image: await run("get_tiny_image", {}),
        long: await run("trigger_long_running_operation", { duration: 0.2, steps: 2 }),
      };
    });
    recorded.stop();
    expect(results.names).toEqual(["echo", "get_sum", "get_tiny_image", "trigger_long_running_operation"]);
    expect(results.echo).toBe("Echo: grüße $& {x}");
    expect(results.sum).toContain("5");
    expect(results.wrong).toMatch(/^Invalid arguments for tool 'get_sum': .*'b'.*/);
    expect(results.image).toMatch(/\[image image\/png, \d+ bytes\]/);
    expect(results.long).toContain("completed");
    expect(recorded.of(ToolUsageProgressEvent).map(({ data }) => data)).toEqual([
      { progress: 1, total: 2 },
      { progress: 2, total: 2 },
    ]);
  }, 30_000);
});

describe("the tools of a server", () => {
  it("are asked for when somebody needs them, all pages, without those that cannot be used", async () => {
    const recorded = recordEvents();
    const server = stdioServer();
    expect([isToolSet(server), recorded.types()]).toEqual([true, []]);
    const { frame, warnings } = frameWith();
    const tools = await runInFrame(frame, () => server.list());
    recorded.stop();
    expect(names(tools)).toEqual(
      "pid add die hang grow fail parts structured huge cancelled child environment evil".split(" "),
    );
    expect(warnings).toEqual([
      [
        { server: "test", tool: "no object", error: 'inputSchema.type: Invalid input: expected "object"' },
        "a tool of an MCP server cannot be used",
      ],
      [
        { server: "test", tool: "漢字", error: "name: nothing is left of it as models are shown it" },
        "a tool of an MCP server cannot be used",
      ],
    ]);
    expect(recorded.types()).toEqual(["mcp_connection_started", "mcp_connection_completed"]);
    expect(tools.map(({ access }) => access).slice(0, 2)).toEqual(["read", "write"]);
    expect(tools[1]?.description).toBe("Adds.[31m");
    expect(tools[0]?.description).toBe('The tool "pid" of a server.');
    expect(await server.list()).toBe(tools);
  }, 30_000);

  it("are filtered, prefixed, and numbered where another tool has the name", async () => {
    const own = tool({ name: "x_pid", description: "Own.", inputSchema: z.object({}), execute: () => "own" });
    const { frame, warnings } = frameWith();
    const expanded = await runInFrame(frame, async () =>
      expandTools([
        own,
        stdioServer({ tools: ["pid", "gone"], prefix: "x" }),
        stdioServer({ tools: (name) => name === "pid", prefix: "x" }),
      ]),
    );
    const toolbox = new Toolbox({ tools: expanded });
    expect(toolbox.toolsForModel().map(({ name }) => name)).toEqual(["x_pid", "x_pid_2", "x_pid_3"]);
    const texts = await Promise.all(
      ["x_pid", "x_pid_2", "x_pid_3"].map(async (name) => (await runTool(callOf(name), toolbox)).text),
    );
    expect([texts[0], pidIn(texts[1] ?? "") > 0, texts[1] === texts[2]]).toEqual(["own", true, false]);
    expect(warnings).toContainEqual([
      expect.objectContaining({ missing: ["gone"] }),
      "an MCP server does not have tools that were asked for",
    ]);
  }, 30_000);

  it("are looked up anew after the server says that they have changed", async () => {
    const server = stdioServer({ tools: (name) => name.startsWith("gro") });
    expect(names(await server.list())).toEqual(["grow"]);
    expect(await call(server, "grow")).toEqual(["grown", undefined]);
    expect(names(await server.list())).toEqual(["grow", "grown"]);
  }, 30_000);

  it("are checked before anything is sent, as far as their schema can be used", async () => {
    const server = stdioServer();
    expect((await call(server, "add", { a: 1 }))[0]).toMatch(/^Invalid arguments for tool 'add': .*'b'/);
    expect(await call(server, "add", { a: 1, b: 2, hidden: "x" })).toEqual(["3", undefined]);
    const { frame, warnings } = frameWith();
    await runInFrame(frame, () => call(server, "evil", { x: 1 }));
    expect(warnings).toContainEqual([
      expect.objectContaining({ tool: "evil" }),
      "an MCP tool's input schema cannot be checked here",
    ]);
  }, 30_000);

  it("stand where a tool stands, and nowhere else: a toolbox refuses a set that was not expanded", () => {
    expect(() => new Toolbox({ tools: [stdioServer()] })).toThrow(/expandTools/);
  });
});

describe("what a call gives", () => {
  it("is text, what is no text described, and an error where the server says so", async () => {
    const server = stdioServer({ maxResultLength: 100 });
    const texts = [
      await call(server, "parts"),
      await call(server, "structured"),
      await call(server, "fail"),
      await call(server, "huge"),
    ];
    expect(texts).toEqual([
      [
        `seen\n[image image/png, 5 bytes]\n[resource A: file:///a]\n[resource file:///b]\ninside\n[resource file:/\n[cut: 129 characters]`,
        undefined,
      ],
      ['{"a":1}', undefined],
      ["it went wrong", undefined],
      [`${"x".repeat(100)}\n[cut: 2000000 characters]`, undefined],
    ]);
  }, 30_000);

  it("is a clear failure when the server dies in the middle; the next call finds it started again", async () => {
    const recorded = recordEvents();
    const server = stdioServer();
    const [before] = await call(server, "pid");
    expect(await call(server, "die")).toEqual([
      'MCP server "test" was lost during the call (MCP error -32000: Connection closed). Whether the call had an effect is not known.',
      "connection_lost",
    ]);
    const [after, code] = await call(server, "pid");
    recorded.stop();
    expect([code, await ends(pidIn(before)), pidIn(after) === pidIn(before)]).toEqual([undefined, true, false]);
    expect(recorded.types().filter((type) => type === "mcp_connection_started")).toHaveLength(2);
  }, 30_000);

  it("tells of progress, ends at its time limit, and tells the server that it was cancelled", async () => {
    const recorded = recordEvents();
    const server = stdioServer({ timeoutMs: 150 });
    await server.list();
    expect(await call(server, "hang")).toEqual(['MCP server "test" did not answer in time.', "timeout"]);
    recorded.stop();
    expect(recorded.of(ToolUsageProgressEvent).map(({ message }) => message)).toEqual(["step 1", "step 2", "step 3"]);
    const controller = new AbortController();
    const running = runInFrame(childFrame({ signal: controller.signal }), () => call(server, "hang"));
    setTimeout(() => {
      controller.abort("enough");
    }, 50);
    await expect(running).rejects.toMatchObject({ code: "run_cancelled", cause: "enough" });
    expect(await call(server, "cancelled")).toEqual(["hang,hang", undefined]);
  }, 30_000);
});

describe("the process of a server", () => {
  it("ends with the outermost run, with all that it started", async () => {
    const server = closedAfter(mcpServer(testServer()));
    const pids = await asRun(async () => {
      const [one, other] = await Promise.all([call(server, "pid"), call(server, "child")]);
      return [pidIn(one[0]), pidIn(other[0])];
    });
    expect(await Promise.all(pids.map(isRunning))).toEqual([false, false]);
  }, 30_000);

  it("serves runs side by side, and ends with the last one", async () => {
    const server = closedAfter(mcpServer(testServer()));
    let finishSlow = (): void => undefined;
    const slowIsOver = new Promise<void>((resolve) => (finishSlow = resolve));
    const slow = asRun(async () => {
      const [text] = await call(server, "pid");
      await slowIsOver;
      return [text, (await call(server, "pid"))[0]];
    });
    const [quick] = await asRun(() => call(server, "pid"));
    const wasRunning = await isRunning(pidIn(quick));
    finishSlow();
    const [first, second] = await slow;
    expect([wasRunning, first, second, await isRunning(pidIn(quick))]).toEqual([true, quick, quick, false]);
  }, 30_000);

  it("stays from run to run on a runtime that uses it, or outside of any run, until it is closed", async () => {
    const server = mcpServer(testServer());
    const uninstall = server.install();
    const [one] = await asRun(() => call(server, "pid"));
    const [other] = await asRun(() => call(server, "pid"));
    expect([one === other, await isRunning(pidIn(one))]).toEqual([true, true]);
    await uninstall();
    expect(await isRunning(pidIn(one))).toBe(false);
    const [outside] = await call(server, "pid");
    expect(await isRunning(pidIn(outside))).toBe(true);
    await server.close();
    expect(await isRunning(pidIn(outside))).toBe(false);
  }, 30_000);

  it("is not started for a run that has ended", async () => {
    const server = closedAfter(mcpServer(testServer(), { name: "test" }));
    const runEnd = new RunEnd();
    const frame = childFrame({ runEnd });
    const toolbox = await runInFrame(frame, async () => new Toolbox({ tools: await expandTools([server]) }));
    await runEnd.close();
    const { text, failure } = await runInFrame(frame, () => runTool(callOf("pid"), toolbox));
    expect([text, failure?.code]).toEqual(['MCP server "test": the run that asks for it has ended', "not_connected"]);
  }, 30_000);

  it("gets no variable that was not named", async () => {
    process.env.BOATHOOK_TEST_SECRET = "hush";
    try {
      const server = closedAfter(mcpServer({ ...testServer(), env: { MINE: "1" } }));
      const [text] = await call(server, "environment");
      expect(text).toContain("MINE");
      expect(text).not.toMatch(/SECRET|HOME|USER/);
    } finally {
      delete process.env.BOATHOOK_TEST_SECRET;
    }
  }, 30_000);

  it("may write to its output what is no message", async () => {
    expect(await call(stdioServer({}, "noisy"), "add", { a: 1, b: 1 })).toEqual(["2", undefined]);
  }, 30_000);

  it("that is not there, ends at once, or does not answer is a clear error, or none where it is not required", async () => {
    const gone = mcpServer({ command: "no-such-program-anywhere" });
    await expect(asRun(() => gone.list())).rejects.toMatchObject({
      code: "mcp_connection_failed",
      server: "no-such-program-anywhere",
      message: expect.stringContaining("ENOENT"),
    });
    const silent = mcpServer(
      { command: process.execPath, args: ["-e", "setInterval(() => {}, 1000); console.error('bad key')"] },
      { connectTimeoutMs: 1_500 },
    );
    await expect(asRun(() => silent.list())).rejects.toMatchObject({
      message: expect.stringMatching(/it did not answer within 1500 ms\. It wrote: bad key$/),
    });
    const optional = mcpServer(testServer("broken"), { required: false });
    const lines: unknown[] = [];
    const none = (): void => undefined;
    const { frame } = frameWith(LoggerService, {
      debug: none,
      info: none,
      error: none,
      warn: (_data, message) => void lines.push(message),
    });
    expect(await asRun(() => runInFrame(frame, () => optional.list()))).toEqual([]);
    expect(lines).toEqual([
      "an MCP server is tried again",
      "an MCP server is tried again",
      "an agent works without the tools of an MCP server",
    ]);
  }, 30_000);

  it("is not waited for by a run that was cancelled", async () => {
    const silent = closedAfter(
      mcpServer({ command: process.execPath, args: ["-e", "console.log('x'); setInterval(() => {}, 1000)"] }),
    );
    const controller = new AbortController();
    setTimeout(() => {
      controller.abort("enough");
    }, 100);
    const started = performance.now();
    await expect(asRun(() => silent.list(), controller.signal)).rejects.toMatchObject({ code: "run_cancelled" });
    expect(performance.now() - started).toBeLessThan(3_000);
  }, 30_000);
});

describe("wrong options", () => {
  it.each([
    [{}, {}],
    [{ command: "" }, {}],
    [{ command: "x", url: "http://x" }, {}],
    [{ url: "ftp://x" }, {}],
    [{ command: "x" }, { timeout: 1 }],
    [{ command: "x" }, { tools: 5 }],
  ])("are named: %j %j", (source, options) => {
    expect(() => mcpServer(source as never, options as never)).toThrow(
      expect.objectContaining({ code: "invalid_configuration" }),
    );
  });
});
