import { describe, expect, it } from "@jest/globals";
import { events, MethodExecutionFinishedEvent } from "boathook";

import { Article } from "../../src/flows/article.ts";
import { triage } from "../../src/flows/declared-triage.ts";
import { Quotes } from "../../src/flows/quotes.ts";
import { SignUp } from "../../src/flows/sign-up.ts";
import { watchArticle } from "../../src/flows/watched-flow.ts";

describe("the examples of the guide to flows", () => {
  it("article: the router's label decides what runs", async () => {
    const ran: string[] = [];
    const flow = new Article();
    const subscription = events.on(MethodExecutionFinishedEvent).subscribe(({ methodName }) => ran.push(methodName));
    expect(await flow.kickoff({ topic: "tides" })).toBe("an article from note");
    expect(await flow.kickoff({ topic: "the tides of the north" })).toBe("an article from an outline");
    subscription.unsubscribe();
    expect(ran).toEqual(["research", "size", "write", "research", "size", "outline", "write"]);
    expect(flow.plot().mermaid).toContain('|"essay"|');
  });

  it("quotes: the faster shop wins, the other one is cancelled", async () => {
    const stopped: string[] = [];
    const flow = new Quotes((name, signal) => {
      if (name === "near") return Promise.resolve(12);
      if (name === "stock") return new Promise((resolve) => setTimeout(resolve, 20, 3));
      return new Promise((_, reject) => {
        signal.addEventListener("abort", () => {
          stopped.push(name);
          reject(new Error("stopped"));
        });
      });
    });
    expect(await flow.kickoff({ item: "lamp" })).toBe("lamp: 12, 3 left");
    expect(stopped).toEqual(["far"]);
  });

  it("sign-up: inputs are read by the schema, all faults with their paths", async () => {
    const flow = new SignUp();
    const inputs = { email: "ann@example.org", seats: "3", id: "s-1" };
    expect(await flow.kickoff(inputs)).toBe("ann@example.org has 3 seat(s), as s-1");
    expect(flow.state.notes).toEqual(["welcomed"]);
    await expect(flow.kickoff({ email: "ann", seats: 0 })).rejects.toMatchObject({
      code: "invalid_inputs",
      message: expect.stringMatching(/email.*seats/s),
    });
  });

  it("triage: a flow in a file", async () => {
    expect(await triage(7)).toEqual({ ticket: 7, pages: ["paged Ann", "paged Bo"] });
    expect(await triage(8)).toMatchObject({ ticket: 8, pages: { parked: true } });
  });

  it("watched: frames while it runs, a page of what ran", async () => {
    const lines: string[] = [];
    const { result, page } = await watchArticle((line) => lines.push(line));
    expect(result).toBe("an article from note");
    expect(lines).toEqual([
      "flow: flow_started",
      ...Array.from({ length: 3 }, () => ["flow: method_execution_started", "flow: method_execution_finished"]).flat(),
      "flow: flow_finished",
    ]);
    expect(page).toContain("research");
  });
});
