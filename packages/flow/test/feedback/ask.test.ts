import { describe, expect, it } from "@jest/globals";
import { HumanInputUnavailableError, QueuedHumanInput } from "@boathook/hooks";
import { RunCancelledError } from "@boathook/kernel";
import { recordEvents } from "@boathook/testing";

import { Flow, Start } from "../../src/index.ts";

describe("this.ask", () => {
  class Survey extends Flow<Record<string, unknown>, readonly (string | undefined)[]> {
    readonly limits: readonly (number | undefined)[] = [undefined];
    @Start() async run(): Promise<readonly (string | undefined)[]> {
      const answers: (string | undefined)[] = [];
      for (const timeoutMs of this.limits)
        answers.push(await this.ask("How many?", { timeoutMs, metadata: { n: answers.length } }));
      return answers;
    }
  }

  it("gives what people answer, an empty text included, and undefined when the time is over; all of it is kept", async () => {
    const people = new QueuedHumanInput();
    class Three extends Survey {
      override readonly limits = [undefined, 1_000, 10];
    }
    const survey = new Three();
    const recorder = recordEvents(survey.events);
    const running = survey.kickoff({}, { humanInput: people });
    (await people.next()).answer(" seven ");
    (await people.next()).answer("");
    const late = await people.next();
    await expect(running).resolves.toEqual(["seven", "", undefined]);
    recorder.stop();
    expect(late.answer("too late")).toBe(false);
    const askedAt = expect.any(Number);
    expect(survey.askHistory).toEqual([
      { message: "How many?", answer: "seven", askedAt, metadata: { n: 0 } },
      { message: "How many?", answer: "", askedAt, metadata: { n: 1 } },
      { message: "How many?", answer: undefined, askedAt, metadata: { n: 2 } },
    ]);
    expect(recorder.types().filter((type) => type.startsWith("human_"))).toEqual([
      "human_input_requested",
      "human_input_received",
      "human_input_requested",
      "human_input_received",
      "human_input_requested",
    ]);
  });

  it("fails when nobody can be asked, and ends with the run", async () => {
    const nobody = { ask: () => Promise.reject(new Error("no line")) };
    await expect(new Survey().kickoff({}, { humanInput: nobody })).rejects.toThrow(HumanInputUnavailableError);
    class Limited extends Survey {
      override readonly limits = [60_000];
    }
    const controller = new AbortController();
    const running = new Limited().kickoff({}, { humanInput: new QueuedHumanInput(), signal: controller.signal });
    setTimeout(() => controller.abort(), 5);
    await expect(running).rejects.toThrow(RunCancelledError);
    class Bad extends Flow {
      @Start() run(): Promise<unknown> {
        return this.ask("?", { timeout: 5 } as never);
      }
    }
    await expect(new Bad().kickoff()).rejects.toThrow(/timeout/);
  });
});
