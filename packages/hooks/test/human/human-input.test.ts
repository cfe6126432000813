import { afterEach, describe, expect, it } from "@jest/globals";
import { childFrame, events, ExecutionTimeoutError, runInFrame } from "@boathook/kernel";

import {
  askPerson,
  clearAllHooks,
  dispatch,
  HookAborted,
  HumanInputReceivedEvent,
  HumanInputRequestedEvent,
  HumanInputService,
  HumanInputUnavailableError,
  on,
  QueuedHumanInput,
  type HumanInput,
  type HumanInputRequest,
  type HumanQuestion,
} from "../../src/index.ts";
import { toolContext } from "../support/contexts.ts";
import { never, sleep, withService } from "../support/recorders.ts";

afterEach(clearAllHooks);

const asking = <T>(input: HumanInput, body: () => T): T => withService(HumanInputService, input, body);
const answers = (...texts: unknown[]): HumanInput => ({ ask: async () => Promise.resolve(texts.shift() as string) });

/** Keeps every question open until its answer is given; says which are open at once. */
class SlowInput implements HumanInput {
  readonly log: string[] = [];
  readonly #open = new Map<string, (text: string) => void>();
  ask({ prompt, signal }: HumanQuestion): Promise<string> {
    this.log.push(`asks ${prompt}`);
    return new Promise((resolve, reject) => {
      this.#open.set(prompt, resolve);
      signal.addEventListener("abort", () => {
        this.log.push(`gives up ${prompt}`);
        reject(signal.reason as Error);
      });
    });
  }
  answer(prompt: string, text: string): void {
    this.log.push(`answered ${prompt}`);
    this.#open.get(prompt)?.(text);
  }
}

describe("asking a person", () => {
  it("gives the trimmed answer, empty for Enter, and two events", async () => {
    const seen: unknown[] = [];
    const subscriptions = [
      events.on(HumanInputRequestedEvent).subscribe(({ type, prompt }) => seen.push([type, prompt])),
      events.on(HumanInputReceivedEvent).subscribe(({ type, prompt, answer }) => seen.push([type, prompt, answer])),
    ];
    const given = await asking(answers("  YES ", "\n"), async () => [
      await askPerson({ prompt: "Delete?" }),
      await askPerson({ prompt: "Really?" }),
    ]);
    for (const subscription of subscriptions) subscription.unsubscribe();
    expect(given).toEqual(["YES", ""]);
    expect(seen).toEqual([
      ["human_input_requested", "Delete?"],
      ["human_input_received", "Delete?", "YES"],
      ["human_input_requested", "Really?"],
      ["human_input_received", "Really?", ""],
    ]);
  });

  it("shows a default message, or the hook's own", async () => {
    const seen: string[] = [];
    const input: HumanInput = { ask: async ({ defaultMessage }) => Promise.resolve(String(seen.push(defaultMessage))) };
    await asking(input, async () => {
      await askPerson({ prompt: "a", defaultMessage: undefined });
      await askPerson({ prompt: "b", defaultMessage: "yes or no?" });
    });
    expect(seen).toEqual(["Press Enter to continue, or provide feedback:", "yes or no?"]);
  });

  it.each<[string, HumanInput, HumanInputRequest, string]>([
    ["nobody answers in time", { ask: () => never }, { prompt: "a", timeoutMs: 5 }, "nobody answered within 5 ms"],
    [
      "the input rejects",
      { ask: async () => Promise.reject(new Error("EIO")) },
      { prompt: "a" },
      "could be asked: EIO",
    ],
    [
      "the input throws",
      {
        ask: () => {
          throw new Error("gone");
        },
      },
      { prompt: "a" },
      "could be asked: gone",
    ],
    ["the answer is no text", answers(undefined), { prompt: "a" }, "must be a text, and nothing came"],
    ["the prompt is empty", answers("yes"), { prompt: "" }, "the request for human input is wrong"],
    ["an option is misspelt", answers("yes"), { prompt: "a", timeout: 5 } as HumanInputRequest, "timeout"],
    ["the limit is no number", answers("yes"), { prompt: "a", timeoutMs: "5" as unknown as number }, "timeoutMs"],
  ])("fails closed when %s (A26)", async (_when, input, request, text) => {
    const thrown: unknown = await asking(input, () => askPerson(request)).catch((error: unknown) => error);
    expect([HookAborted.is(thrown), HumanInputUnavailableError.is(thrown)]).toEqual([true, true]);
    expect(thrown).toMatchObject({ code: "human_input_unavailable", reason: expect.stringContaining(text) as unknown });
  });

  it("stops the operation of the hook that asked, and no plain error of it does", async () => {
    on("pre_tool_call", async (ctx) => (await ctx.requestHumanInput({ prompt: "Go on?", timeoutMs: 5 })) === "yes");
    await expect(asking({ ask: () => never }, () => dispatch("pre_tool_call", toolContext()))).rejects.toMatchObject({
      code: "human_input_unavailable",
      source: "human-input",
    });
    await asking(answers("yes"), () => dispatch("pre_tool_call", toolContext()));
    await expect(asking(answers("no"), () => dispatch("pre_tool_call", toolContext()))).rejects.toThrow(
      "returned False",
    );
  });
});

describe("questions asked at once", () => {
  it("never interleave: the next one is shown when the one before is over", async () => {
    const input = new SlowInput();
    const given = asking(input, () => Promise.all(["a", "b", "c"].map((prompt) => askPerson({ prompt }))));
    for (const prompt of ["a", "b", "c"]) {
      await sleep(2);
      input.answer(prompt, `yes to ${prompt}`);
    }
    await expect(given).resolves.toEqual(["yes to a", "yes to b", "yes to c"]);
    expect(input.log).toEqual(["asks a", "answered a", "asks b", "answered b", "asks c", "answered c"]);
  });

  it("go on after one that failed, timed out or was cancelled", async () => {
    const input = new SlowInput();
    const controller = new AbortController();
    await asking(input, async () => {
      const slow = askPerson({ prompt: "slow", timeoutMs: 8 });
      const cancelled = runInFrame(childFrame({ signal: controller.signal }), () => askPerson({ prompt: "cancelled" }));
      const last = askPerson({ prompt: "last" });
      await expect(slow).rejects.toThrow("nobody answered");
      await sleep(2);
      controller.abort();
      await expect(cancelled).rejects.toMatchObject({ code: "run_cancelled" });
      await sleep(2);
      input.answer("last", "ok");
      await expect(last).resolves.toBe("ok");
    });
    expect(input.log).toEqual([
      "asks slow",
      "gives up slow",
      "asks cancelled",
      "gives up cancelled",
      "asks last",
      "answered last",
    ]);
  });

  it("leave the queue at once when their run is cancelled, or their time is up, though others come first", async () => {
    const input = new SlowInput();
    const controller = new AbortController();
    await asking(input, async () => {
      const first = askPerson({ prompt: "first" });
      const waiting = runInFrame(childFrame({ signal: controller.signal }), () => askPerson({ prompt: "waiting" }));
      const limited = askPerson({ prompt: "limited", timeoutMs: 5 });
      await sleep(1);
      controller.abort(new ExecutionTimeoutError("The run", 1));
      await expect(waiting).rejects.toMatchObject({ code: "execution_timeout" });
      await expect(limited).rejects.toThrow("nobody answered within 5 ms");
      input.answer("first", "done");
      await expect(first).resolves.toBe("done");
      await sleep(2);
    });
    expect(input.log).toEqual(["asks first", "answered first"]); // the others were never shown
  });

  it("are not held up by an input that ignores that it was given up", async () => {
    const log: string[] = [];
    const input: HumanInput = {
      ask: ({ prompt }) => (log.push(prompt), prompt === "deaf" ? never : Promise.resolve("ok")),
    };
    await asking(input, async () => {
      await expect(askPerson({ prompt: "deaf", timeoutMs: 4 })).rejects.toThrow("nobody answered");
      await expect(askPerson({ prompt: "next" })).resolves.toBe("ok");
    });
    expect(log).toEqual(["deaf", "next"]);
  });

  it("may all be open together where the input says so", async () => {
    const input = new QueuedHumanInput();
    const given = asking(input, () => Promise.all(["a", "b"].map((prompt) => askPerson({ prompt }))));
    await sleep(1);
    expect(input.open.map(({ prompt }) => prompt)).toEqual(["a", "b"]);
    for (const question of [...input.open].reverse()) question.answer(`to ${question.prompt}`);
    await expect(given).resolves.toEqual(["to a", "to b"]);
  });
});

describe("the queue of a program", () => {
  it("hands questions out in order, and takes one answer each", async () => {
    const input = new QueuedHumanInput();
    const early = input.next();
    const given = asking(input, () => Promise.all(["a", "b"].map((prompt) => askPerson({ prompt }))));
    const first = await early;
    const second = await input.next();
    expect([first.prompt, second.prompt]).toEqual(["a", "b"]);
    expect([first.answer("1"), first.answer("again"), first.refuse("late"), second.answer("2")]).toEqual([
      true,
      false,
      false,
      true,
    ]);
    await expect(given).resolves.toEqual(["1", "2"]);
    expect(input.open).toEqual([]);
  });

  it("can refuse: the hook that asked stops its operation", async () => {
    const input = new QueuedHumanInput();
    const given = asking(input, () => askPerson({ prompt: "a" }));
    (await input.next()).refuse("the office is closed");
    await expect(given).rejects.toMatchObject({ code: "human_input_unavailable", reason: "the office is closed" });
  });

  it("forgets questions that nobody waits for any more", async () => {
    const input = new QueuedHumanInput();
    const controller = new AbortController();
    const given = asking(input, () =>
      runInFrame(childFrame({ signal: controller.signal }), () => askPerson({ prompt: "a" })),
    );
    await sleep(1);
    const [question] = input.open;
    controller.abort();
    await expect(given).rejects.toMatchObject({ code: "run_cancelled" });
    expect([input.open, question?.answer("late")]).toEqual([[], false]);
    const controllerOfNext = new AbortController();
    const next = input.next(controllerOfNext.signal);
    controllerOfNext.abort();
    await expect(next).rejects.toMatchObject({ code: "run_cancelled" });
    const later = asking(input, () => askPerson({ prompt: "b" }));
    (await input.next()).answer("ok");
    await expect(later).resolves.toBe("ok");
  });
});
