import { afterEach, describe, expect, it } from "@jest/globals";
import { clearAllHooks, HookAborted, HumanInputUnavailableError, on, QueuedHumanInput } from "@boathook/hooks";
import { RunCancelledError } from "@boathook/kernel";
import { recordEvents, ScriptedModel } from "@boathook/testing";

import {
  and,
  Flow,
  FlowDefinitionError,
  HumanFeedback,
  HumanFeedbackError,
  Listen,
  Router,
  Start,
  type HumanFeedbackOptions,
  type HumanFeedbackRequest,
  type HumanFeedbackResult,
} from "../../src/index.ts";

afterEach(clearAllHooks);

/** A draft that is published or revised, as the feedback says. */
function review(options: Partial<HumanFeedbackOptions>): new () => Flow<Record<string, unknown>, string> {
  class Review extends Flow<Record<string, unknown>, string> {
    @Start()
    @HumanFeedback({ message: "Publish?", emit: ["approved", "needs_revision"], ...options })
    draft(): string {
      return "a draft";
    }
    @Listen("approved") publish({ output, feedback, outcome }: HumanFeedbackResult): string {
      return `published ${String(output)} (${feedback}, ${String(outcome)})`;
    }
    @Listen("needs_revision") revise({ feedback }: HumanFeedbackResult): string {
      return `revised: ${feedback}`;
    }
  }
  return Review;
}

const saying = (text: unknown) => ({ provider: () => text as string });

describe("@HumanFeedback", () => {
  it("without outcomes gives its listeners the feedback, in any order of decorators", async () => {
    const requests: HumanFeedbackRequest[] = [];
    const provider = (request: HumanFeedbackRequest): Promise<string> => {
      requests.push(request);
      return Promise.resolve("  shorter, please \n");
    };
    class Notes extends Flow {
      @HumanFeedback({ message: "What do you say?", provider, metadata: { team: "docs" } })
      @Start()
      write(): { text: string } {
        return { text: "long" };
      }
      @Listen("write") take(result: HumanFeedbackResult): HumanFeedbackResult {
        return result;
      }
    }
    const notes = new Notes();
    const result = {
      output: { text: "long" },
      feedback: "shorter, please",
      outcome: undefined,
      methodName: "write",
      timestamp: expect.any(Number),
      metadata: { team: "docs" },
    };
    await expect(notes.kickoff({ id: "n1" })).resolves.toEqual(result);
    expect(notes.humanFeedback).toEqual([result]);
    expect(requests).toEqual([
      {
        flowId: "n1",
        methodName: "write",
        message: "What do you say?",
        output: { text: "long" },
        emit: [],
        signal: expect.any(AbortSignal),
      },
    ]);
  });

  it("with outcomes is a router: the outcome's listeners get the feedback, outputs and result stay the method's own", async () => {
    class Both extends Flow {
      @Start()
      @HumanFeedback({ message: "Publish?", emit: ["yes", "no"], ...saying("YES!") })
      draft(): string {
        return "a draft";
      }
      @Listen("draft") log(output: string): string {
        return `logged ${output}`;
      }
      @Listen(and("yes", "log")) publish(): string {
        return "published";
      }
    }
    const both = new Both();
    await expect(both.kickoff()).resolves.toBe("published");
    expect(both.methodOutputs).toEqual([
      { method: "draft", output: "a draft" },
      { method: "log", output: "logged a draft" },
      { method: "publish", output: "published" },
    ]);
    expect(both.explain().methods.draft).toEqual({ start: true, emit: ["yes", "no"] });
    class Alone extends Flow {
      @Start() @HumanFeedback({ message: "Well?", emit: ["yes", "no"], ...saying("no") }) draft(): string {
        return "the draft itself";
      }
    }
    await expect(new Alone().kickoff()).resolves.toBe("the draft itself");
  });

  it("may follow a method, and may be asked again in a cycle", async () => {
    const answers = ["again", "again", "good"];
    class Cycle extends Flow<{ id: string; drafts?: number }> {
      @Start() begin(): string {
        return "go";
      }
      @Listen({ or: ["begin", "again"] })
      @HumanFeedback({ message: "Good?", emit: ["good", "again"], provider: () => answers.shift() ?? "good" })
      draft(): number {
        return (this.state.drafts = (this.state.drafts ?? 0) + 1);
      }
      @Listen("good") done(): string {
        return `${String(this.state.drafts)} drafts`;
      }
    }
    const cycle = new Cycle();
    await expect(cycle.kickoff()).resolves.toBe("3 drafts");
    expect(cycle.humanFeedback.map(({ output, outcome }) => [output, outcome])).toEqual([
      [1, "again"],
      [2, "again"],
      [3, "good"],
    ]);
  });

  it("asks the people of the run, after the step's hooks, which see what the method gave once", async () => {
    const seen: string[] = [];
    on("post_step", ({ stepName, payload }) => {
      seen.push(`${stepName} ${String(payload)}`);
      return stepName === "draft" ? "a redacted draft" : undefined;
    });
    const people = new QueuedHumanInput();
    const Review = review({});
    const flow = new Review();
    const recorder = recordEvents(flow.events);
    const running = flow.kickoff({}, { humanInput: people });
    const question = await people.next();
    expect([question.prompt, question.defaultMessage]).toEqual([
      "a redacted draft\n\nPublish?",
      "Your feedback (approved, needs_revision):",
    ]);
    question.answer("Approved.");
    await expect(running).resolves.toBe("published a redacted draft (Approved., approved)");
    recorder.stop();
    expect(seen).toEqual(["draft a draft", "publish published a redacted draft (Approved., approved)"]);
    expect(recorder.types().filter((type) => type !== "hook_dispatched")).toEqual([
      "flow_started",
      "method_execution_started",
      "human_input_requested",
      "human_input_received",
      "method_execution_finished",
      "method_execution_started",
      "method_execution_finished",
      "flow_finished",
    ]);
  });

  it.each([
    ["approved", "published"],
    ["needs revision", "revised"],
    ["NEEDS_REVISION!", "revised"],
    ["I think it is approved, thanks", "published"],
    ["this needs-revision in part two", "revised"],
  ])("understands %j without a model", async (text, expected) => {
    await expect(new (review(saying(text)))().kickoff()).resolves.toMatch(expected);
  });

  it.each([
    ["not approved"],
    ["I don't know"],
    [""],
    ["approved, or rather needs revision"],
    ["unapproved"],
    ["it isn't approved"],
  ])("approves nothing by %j: the default decides, and without one the flow fails", async (text) => {
    const withDefault = review({ ...saying(text), defaultOutcome: "needs_revision" });
    await expect(new withDefault().kickoff()).resolves.toBe(`revised: ${text}`);
    await expect(new (review(saying(text)))().kickoff()).rejects.toThrow(HumanFeedbackError);
  });

  it("has a model map free text, and falls back to words and the default when that fails", async () => {
    const llm = new ScriptedModel({
      replies: ['{"outcome":"approved"}', "Needs_Revision", "perhaps", new Error("no service")],
    });
    const flow = (text: string): Flow<Record<string, unknown>, string> =>
      new (review({ ...saying(text), llm, defaultOutcome: "needs_revision" }))();
    await expect(flow("ship it").kickoff()).resolves.toBe("published a draft (ship it, approved)");
    await expect(flow("hm, no").kickoff()).resolves.toBe("revised: hm, no");
    await expect(flow("well, approved").kickoff()).resolves.toBe("published a draft (well, approved, approved)");
    await expect(flow("who knows").kickoff()).resolves.toBe("revised: who knows");
    await expect(flow("APPROVED").kickoff()).resolves.toBe("published a draft (APPROVED, approved)");
    await expect(flow("").kickoff()).resolves.toBe("revised: ");
    expect(llm.requests).toHaveLength(4);
    expect(JSON.stringify(llm.requests[0]?.messages)).toContain("ship it");
  });

  it("is stopped by a hook that stops the model call", async () => {
    on("pre_model_call", ({ purpose }) => {
      throw new HookAborted(`no ${purpose}`);
    });
    const llm = new ScriptedModel({ replies: ["never"] });
    const flow = new (review({ ...saying("ship it"), llm, defaultOutcome: "approved" }))();
    await expect(flow.kickoff()).rejects.toThrow("no routing");
  });

  it("fails closed: whatever else a provider throws or gives fails the flow", async () => {
    const broken = review({
      provider: () => {
        throw new Error("the service is down");
      },
    });
    await expect(new broken().kickoff()).rejects.toThrow("the service is down");
    await expect(new (review(saying(true)))().kickoff()).rejects.toThrow(/must be a text, and the boolean true came/);
    await expect(new (review(saying(undefined)))().kickoff()).rejects.toThrow(HumanFeedbackError);
    const people = new QueuedHumanInput();
    const refused = new (review({}))().kickoff({}, { humanInput: people });
    (await people.next()).refuse("gone home");
    await expect(refused).rejects.toThrow(HumanInputUnavailableError);
  });

  it("stops waiting when the run is cancelled", async () => {
    const controller = new AbortController();
    let signal: AbortSignal | undefined;
    const provider = (request: HumanFeedbackRequest): Promise<string> => {
      signal = request.signal;
      return new Promise(() => setTimeout(() => controller.abort(), 5));
    };
    const flow = new (review({ provider }))();
    await expect(flow.kickoff({}, { signal: controller.signal })).rejects.toThrow(RunCancelledError);
    expect(signal?.aborted).toBe(true);
  });

  it("that is declared wrongly is refused, all faults together", () => {
    expect(() => HumanFeedback({ message: "", emit: [] })).toThrow(/message/);
    expect(() => HumanFeedback({ message: "m", emit: ["a"], defaultOutcome: "b" })).toThrow(
      /"b" is not among the outcomes/,
    );
    expect(() => HumanFeedback({ message: "m", llm: "x/y", defaultOutcome: "b" })).toThrow(
      /llm: it is of use only with `emit`(.|\n)*defaultOutcome/,
    );
    expect(() => HumanFeedback({ message: "m", emitt: ["a"] } as never)).toThrow(/emitt/);
    class Wrong extends Flow {
      @Start() begin(): void {
        return undefined;
      }
      @Router("begin", { emit: ["a"] }) @HumanFeedback({ message: "m", emit: ["b"] }) both(): string {
        return "a";
      }
      @HumanFeedback({ message: "m" }) lost(): string {
        return "never";
      }
      @Listen("c") listens(): string {
        return "never";
      }
    }
    expect(() => new Wrong().explain()).toThrow(FlowDefinitionError);
    expect(() => new Wrong().explain()).toThrow(
      /both: a router decides by what it returns(.|\n)*(lost: it has no condition)?(.|\n)*/,
    );
  });
});
