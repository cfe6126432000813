import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { beforeAll, describe, expect, it } from "@jest/globals";
import { childFrame, runInFrame } from "@boathook/kernel";
import { recordEvents } from "@boathook/testing";

import { shellTool, ToolUsageProgressEvent, type ShellOptions } from "../../src/index.ts";
import { BoundedOutput } from "../../src/process/bounded-output.ts";
import { ends } from "../support/processes.ts";
import { answer, freshFolder, use } from "./support.ts";

let cwd: string;
beforeAll(async () => {
  cwd = await freshFolder();
});

/** A tool that may run Node, and the input that runs a script in it. */
function node(options: Partial<ShellOptions> = {}): ReturnType<typeof shellTool> {
  return shellTool({ allow: [process.execPath], cwd, ...options });
}

function script(code: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { program: process.execPath, args: ["-e", code], ...more };
}

/** Starts a grandchild that would stay for a minute, and prints its pid. */
const WITH_GRANDCHILD = `
  const child = require("node:child_process").spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"], { stdio: "inherit" });
  console.log("pid " + child.pid);`;

const pidIn = (text: string): number => Number(/pid (\d+)/.exec(text)?.[1]);

describe("shell", () => {
  it("runs an allowed program in its folder, arguments as they are, and gives output and exit code", async () => {
    const shell = node();
    expect(await answer(shell, script("console.log(process.cwd()); console.error('oops'); process.exit(3)"))).toEqual([
      `${cwd}\noops\n[exit code 3]`,
      undefined,
    ]);
    const nasty = ["$(touch x)", "; touch x", "`touch x`", "*", "a b", '"', "\\", "$HOME", "|", ""];
    const [echoed] = await answer(shell, {
      program: process.execPath,
      args: ["-p", "JSON.stringify(process.argv.slice(1))", ...nasty],
    });
    expect(echoed).toBe(`${JSON.stringify(nasty)}\n[exit code 0]`);
    expect(await answer(shell, script("process.stdin.pipe(process.stdout)", { stdin: "gr\u00fc\u00dfe" }))).toEqual([
      "gr\u00fc\u00dfe\n[exit code 0]",
      undefined,
    ]);
    expect(await answer(shell, script(""))).toEqual(["[no output, exit code 0]", undefined]);
    expect(await answer(shell, script("process.kill(process.pid, 'SIGINT')"))).toEqual([
      "[no output, ended by SIGINT]",
      undefined,
    ]);
  });

  it("refuses every other program, also one that only looks like it", async () => {
    const shell = shellTool({ allow: ["true", "false"], cwd });
    for (const program of ["sh", "true;sh", "./true", "/bin/true", "TRUE", " true", ""]) {
      expect((await answer(shell, { program }))[1]).toBe("invalid_input");
    }
    expect(await answer(shell, { program: "true" })).toEqual(["[no output, exit code 0]", undefined]);
    expect((await answer(shell, { program: "true", args: ["a\0b"] }))[1]).toBe("invalid_input");
  });

  it("looks for programs in absolute folders only, and says when one is not there", async () => {
    await writeFile(join(cwd, "local-program"), "#!/bin/sh\necho hijacked\n", { mode: 0o755 });
    const before = process.env.PATH;
    process.env.PATH = `.:${String(before)}`;
    try {
      const shell = shellTool({ allow: ["local-program"], cwd });
      expect(await answer(shell, { program: "local-program" })).toEqual([
        '"local-program" could not be started (ENOENT).',
        "not_started",
      ]);
    } finally {
      process.env.PATH = before;
    }
    expect((await answer(node({ cwd: join(cwd, "gone") }), script("")))[1]).toBe("not_started");
  });

  it("gives it no variable that was not named", async () => {
    process.env.BOATHOOK_TEST_SECRET = "hush";
    process.env.BOATHOOK_TEST_WANTED = "please";
    try {
      const shell = node({ passEnv: ["BOATHOOK_TEST_WANTED"], env: { MINE: "1" } });
      const [text] = await answer(shell, script("console.log(Object.keys(process.env).sort().join())"));
      expect(text).toMatch(/BOATHOOK_TEST_WANTED/);
      expect(text).toMatch(/MINE/);
      expect(text).not.toMatch(/SECRET|HOME|USER/);
    } finally {
      delete process.env.BOATHOOK_TEST_SECRET;
      delete process.env.BOATHOOK_TEST_WANTED;
    }
  });

  it("keeps the beginning and the end of a long output, and tells of it while it runs", async () => {
    const recorded = recordEvents();
    const shell = node({ maxOutputBytes: 20 });
    const [text] = await answer(shell, script("process.stdout.write('begin' + 'x'.repeat(100_000) + 'the end')"));
    recorded.stop();
    expect(text).toBe("beginxxxxx\n[… 99992 bytes left out …]\nxxxthe end\n[exit code 0]");
    const [progress] = recorded.of(ToolUsageProgressEvent);
    expect([progress?.message.slice(0, 6), progress?.data]).toEqual(["beginx", { stream: "stdout" }]);
  });

  it("stops at its time limit with all that it started, and gives what it wrote until then", async () => {
    const { text, failure } = await use(
      node({ timeoutMs: 2_000 }),
      script(`${WITH_GRANDCHILD} setInterval(() => {}, 1_000);`),
    );
    expect([failure?.reason, failure?.retryable]).toEqual(["timeout", true]);
    expect(text).toMatch(/ran longer than 2000 ms and was stopped. Its output:\npid \d+$/);
    expect(await ends(pidIn(text))).toBe(true);
  });

  it("kills one that ignores the request to end", async () => {
    const deaf = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1_000); console.log('pid ' + process.pid)";
    const { text } = await use(node({ timeoutMs: 1_500 }), script(deaf));
    expect(await ends(pidIn(text))).toBe(true);
  });

  it("is gone with all that it started before a cancelled call has ended", async () => {
    const controller = new AbortController();
    const recorded = recordEvents();
    const running = runInFrame(childFrame({ signal: controller.signal }), () =>
      use(node(), script(`${WITH_GRANDCHILD} setInterval(() => {}, 1_000);`)),
    );
    while (recorded.of(ToolUsageProgressEvent).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    controller.abort("enough");
    await expect(running).rejects.toMatchObject({ code: "run_cancelled", cause: "enough" });
    recorded.stop();
    expect(await ends(pidIn(recorded.of(ToolUsageProgressEvent)[0]?.message ?? ""))).toBe(true);
  });

  it("leaves nothing in the background that a program started and did not wait for", async () => {
    const started = performance.now();
    const { text } = await use(node(), script(`${WITH_GRANDCHILD} child.unref(); process.exit(0)`));
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(await ends(pidIn(text))).toBe(true);
  });

  it("does not outlive the process that runs it", () => {
    const file = fileURLToPath(new URL("../scripts/start-child-and-leave.ts", import.meta.url));
    const flags = ["--import", "tsx", "--conditions", "@boathook/source", file];
    const text = execFileSync(process.execPath, flags, { encoding: "utf8", timeout: 30_000 });
    return expect(ends(pidIn(text))).resolves.toBe(true);
  }, 60_000);

  it("has to be told what it may run", () => {
    const faultsOf = (options: unknown): unknown => {
      try {
        shellTool(options as ShellOptions);
      } catch (thrown) {
        return (thrown as { faults: { path: string }[] }).faults.map(({ path }) => path);
      }
      return [];
    };
    expect([faultsOf({ cwd }), faultsOf({ allow: [], cwd }), faultsOf({ allow: ["../x"], cwd: "" })]).toEqual([
      ["allow"],
      ["allow.0"],
      ["allow.0", "cwd"],
    ]);
  });
});

describe("bounded output", () => {
  it("is everything, or head, count and tail, however it comes in", () => {
    for (const size of [1, 3, 7, 100]) {
      const output = new BoundedOutput(10);
      const all = Buffer.from("0123456789abcdefghij");
      for (let at = 0; at < all.length; at += size) output.add(all.subarray(at, at + size));
      expect(output.toString()).toBe("01234\n[… 10 bytes left out …]\nfghij");
    }
    const short = new BoundedOutput(10);
    short.add(Buffer.from("0123456789"));
    expect(short.toString()).toBe("0123456789");
  });
});
