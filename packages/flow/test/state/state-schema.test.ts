import "@boathook/testing/reset";

import { describe, expect, it } from "@jest/globals";
import { z } from "zod";

import { Flow, Start } from "../../src/index.ts";

const schema = z.object({
  topic: z.string().min(1),
  pages: z.coerce.number().int().default(3),
  tags: z.array(z.string()).default([]),
});

class Report extends Flow<z.infer<typeof schema>> {
  static override stateSchema = schema;
  @Start() begin() {
    return { ...this.state };
  }
}

describe("a flow with a stateSchema", () => {
  it("reads the state once the inputs are in it: defaults, conversions, an id", async () => {
    expect(await new Report().kickoff({ topic: "tides", pages: "7", id: "r1" })).toEqual({
      topic: "tides",
      pages: 7,
      tags: [],
      id: "r1",
    });
  });

  it("gives every kickoff a state of its own, the initial one below the inputs", async () => {
    class Initial extends Report {
      override initialState = { topic: "boats", tags: ["a"] };
    }
    const flow = new Initial();
    expect(await flow.kickoff({ pages: 1 })).toMatchObject({ topic: "boats", pages: 1, tags: ["a"] });
    expect(await flow.kickoff()).toMatchObject({ topic: "boats", pages: 3, tags: ["a"] });
  });

  it("refuses what does not fit, with every path, before any method runs", async () => {
    await expect(new Report().kickoff({ pages: "many", tags: ["a", 1] })).rejects.toMatchObject({
      code: "invalid_inputs",
      faults: [
        { path: "topic", message: expect.stringContaining("expected string") },
        { path: "pages", message: expect.stringContaining("expected number") },
        { path: "tags.1", message: expect.stringContaining("expected string") },
      ],
    });
  });

  it("drops what the schema does not know, and waits for a schema that takes its time", async () => {
    class Slow extends Report {
      static override stateSchema = schema.refine(async ({ topic }) => {
        await Promise.resolve();
        return topic !== "secret";
      }, "is no topic") as never;
    }
    expect(await new Slow().kickoff({ topic: "a", more: 1 })).toEqual({
      topic: "a",
      pages: 3,
      tags: [],
      id: expect.any(String),
    });
    await expect(new Slow().kickoff({ topic: "secret" })).rejects.toThrow("is no topic");
  });

  it("is told when its schema gives no record", async () => {
    class Broken extends Report {
      static override stateSchema = z.object({}).transform(() => 1) as never;
    }
    await expect(new Broken().kickoff()).rejects.toThrow("must give a record");
  });
});
