import { spawn } from "node:child_process";

import { describe, expect, it } from "@jest/globals";
import { childFrame, runInFrame } from "@boathook/kernel";

import {
  askPerson,
  consoleHumanInput,
  createConsoleHumanInput,
  HumanInputService,
  ProgressDisplayService,
} from "../../src/index.ts";
import { sleep, withService } from "../support/recorders.ts";
import { pipedTerminal } from "../support/terminal.ts";

const onTerminal = <T>({ terminal }: ReturnType<typeof pipedTerminal>, body: () => T): T =>
  withService(
    HumanInputService,
    createConsoleHumanInput(() => terminal),
    body,
  );

describe("the console", () => {
  it("shows prompt and message, reads one line, and says that it goes on", async () => {
    const screen = pipedTerminal();
    const given = onTerminal(screen, () => askPerson({ prompt: "Delete it?", defaultMessage: "yes/no" }));
    await sleep(2);
    expect(screen.shown()).toBe("\nDelete it?\nyes/no ");
    screen.type(" YES \nmore\n");
    await expect(given).resolves.toBe("YES");
    expect(screen.shown()).toContain("\nProcessing your input...\n");
  });

  it("says nothing more after a bare Enter", async () => {
    const screen = pipedTerminal();
    const given = onTerminal(screen, () => askPerson({ prompt: "Go on?" }));
    screen.type("\n");
    await expect(given).resolves.toBe("");
    expect(screen.shown()).not.toContain("Processing");
  });

  it("asks two at once one after the other, each once", async () => {
    const screen = pipedTerminal();
    const given = onTerminal(screen, () => Promise.all([askPerson({ prompt: "A?" }), askPerson({ prompt: "B?" })]));
    await sleep(2);
    expect(screen.shown()).not.toContain("B?");
    screen.type("one\n");
    await sleep(2);
    screen.type("two\n");
    await expect(given).resolves.toEqual(["one", "two"]);
    expect(screen.shown().match(/[AB]\?/g)).toEqual(["A?", "B?"]);
  });

  it("lets the progress display stand still meanwhile, also when asking fails", async () => {
    const log: string[] = [];
    const display = { pause: () => log.push("pause"), resume: () => log.push("resume") };
    const screen = pipedTerminal();
    await withService(ProgressDisplayService, display as never, async () => {
      const given = onTerminal(screen, () => askPerson({ prompt: "A?" }));
      screen.type("yes\n");
      await given;
      await expect(onTerminal(screen, () => askPerson({ prompt: "B?", timeoutMs: 3 }))).rejects.toThrow(
        "nobody answered",
      );
    });
    expect(log).toEqual(["pause", "resume", "pause", "resume"]);
  });

  it("does not let a prompt move the cursor, or hide what is to be approved", async () => {
    const screen = pipedTerminal();
    const given = onTerminal(screen, () => askPerson({ prompt: "rm -rf /\u001b[2K\rls\u0007\tok\nnext" }));
    await sleep(2);
    expect(screen.shown()).toContain("\nrm -rf /ls\tok\nnext\n");
    screen.type("no\n");
    await given;
  });

  it("cannot ask without a terminal, or when the input has ended", async () => {
    const screen = pipedTerminal();
    const given = onTerminal(screen, () => askPerson({ prompt: "A?" }));
    await sleep(2);
    screen.close();
    await expect(given).rejects.toMatchObject({ reason: "the input was closed" });
    await expect(onTerminal(screen, () => askPerson({ prompt: "B?" }))).rejects.toMatchObject({
      reason: "the input was closed",
    });
    const piped = createConsoleHumanInput(() => ({ ...pipedTerminal().terminal, input: process.stdin }));
    const wasTTY = Object.getOwnPropertyDescriptor(process.stdin, "isTTY");
    Object.defineProperty(process.stdin, "isTTY", { value: false, configurable: true });
    await expect(withService(HumanInputService, piped, () => askPerson({ prompt: "C?" }))).rejects.toMatchObject({
      reason: "there is no terminal to ask on",
    });
    if (wasTTY === undefined) Reflect.deleteProperty(process.stdin, "isTTY");
    else Object.defineProperty(process.stdin, "isTTY", wasTTY);
  });

  it("gives the line free when the run is cancelled", async () => {
    const screen = pipedTerminal();
    const controller = new AbortController();
    const cancelled = onTerminal(screen, () =>
      runInFrame(childFrame({ signal: controller.signal }), () => askPerson({ prompt: "A?" })),
    );
    await sleep(2);
    controller.abort();
    await expect(cancelled).rejects.toMatchObject({ code: "run_cancelled" });
    const next = onTerminal(screen, () => askPerson({ prompt: "B?" }));
    await sleep(2);
    screen.type("yes\n");
    await expect(next).resolves.toBe("yes");
  });

  it("of a process whose input is no terminal says so, and the process ends by itself", async () => {
    await expect(
      outputOf(`
        import { askPerson } from "@boathook/hooks";
        await askPerson({ prompt: "Delete?" }).catch((error) => console.log(error.code, error.reason));
      `),
    ).resolves.toEqual([0, "human_input_unavailable there is no terminal to ask on"]);
    expect(consoleHumanInput.concurrent).toBeUndefined();
  }, 30_000);

  it("passes Ctrl-C on to the process, and closes the gate", async () => {
    await expect(
      outputOf(`
        import { PassThrough } from "node:stream";
        import { createConsoleHumanInput } from "@boathook/hooks";
        process.once("SIGINT", () => console.log("SIGINT"));
        const [input, output] = [new PassThrough(), new PassThrough()].map((end) => Object.assign(end, { isTTY: true }));
        const asking = createConsoleHumanInput(() => ({ input, output })).ask({
          prompt: "Delete?", defaultMessage: "", signal: new AbortController().signal,
        });
        input.write("\\x03");
        await asking.catch((error) => console.log(error.reason));
        await new Promise((resolve) => setTimeout(resolve, 50));
      `),
    ).resolves.toEqual([0, "the input was closed\nSIGINT"]);
  }, 30_000);
});

/** Exit code and standard output of a program that has no terminal. */
async function outputOf(script: string): Promise<[code: number, shown: string]> {
  const child = spawn(
    process.execPath,
    ["--conditions=@boathook/source", "--import", "tsx", "--input-type=module", "-e", script],
    { cwd: import.meta.dirname, stdio: ["pipe", "pipe", "inherit"] },
  );
  let shown = "";
  child.stdout.on("data", (chunk: Buffer) => (shown += chunk.toString()));
  const code = await new Promise<number>((resolve) => child.on("close", resolve));
  return [code, shown.trim()];
}
