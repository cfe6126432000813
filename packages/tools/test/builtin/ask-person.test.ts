import { describe, expect, it } from "@jest/globals";
import { HumanInputService, HumanInputUnavailableError, type HumanInput } from "@boathook/hooks";
import { childFrame, runInFrame } from "@boathook/kernel";

import { askPersonTool } from "../../src/index.ts";
import { frameWith } from "../support/kit.ts";
import { answer } from "./support.ts";

describe("ask_person", () => {
  it("asks by way of the runtime's HumanInput and gives the answer", async () => {
    const asked: unknown[] = [];
    const human: HumanInput = {
      ask: async ({ prompt, defaultMessage }) => {
        await Promise.resolve();
        asked.push([prompt, defaultMessage]);
        return asked.length === 1 ? "  blue " : "";
      },
    };
    const { frame } = frameWith(HumanInputService, human);
    const ask = askPersonTool();
    const first = await runInFrame(frame, () => answer(ask, { question: "Which colour?" }));
    const second = await runInFrame(frame, () => answer(ask, { question: "Really?" }));
    expect([first, second]).toEqual([
      ["blue", undefined],
      ["The person gave no answer.", undefined],
    ]);
    expect(asked[0]).toEqual(["Which colour?", "Your answer:"]);
  });

  it("tells the model when nobody answers: no terminal, time limit", async () => {
    const nobody: HumanInput = { ask: () => Promise.reject(new HumanInputUnavailableError("there is no terminal")) };
    const silent: HumanInput = { ask: () => new Promise(() => undefined) };
    const noTerminal = await runInFrame(frameWith(HumanInputService, nobody).frame, () =>
      answer(askPersonTool(), { question: "?" }),
    );
    const tooLate = await runInFrame(frameWith(HumanInputService, silent).frame, () =>
      answer(askPersonTool({ timeoutMs: 20 }), { question: "?" }),
    );
    expect([noTerminal, tooLate]).toEqual([
      ["Nobody answers: there is no terminal", "human_input_unavailable"],
      ["Nobody answers: nobody answered within 20 ms", "human_input_unavailable"],
    ]);
  });

  it("stops waiting when the run is cancelled", async () => {
    const controller = new AbortController();
    const { frame } = frameWith(HumanInputService, { ask: () => new Promise<string>(() => undefined) });
    const running = runInFrame(childFrame({ signal: controller.signal }, frame), () =>
      answer(askPersonTool(), { question: "?" }),
    );
    setTimeout(() => {
      controller.abort("enough");
    }, 5);
    await expect(running).rejects.toMatchObject({ code: "run_cancelled", cause: "enough" });
  });
});
