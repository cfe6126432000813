import { describe, expect, it } from "@jest/globals";
import { ScriptedModel } from "@boathook/testing";
import "@boathook/testing/reset";

import { Assistant } from "../../src/index.ts";

const make = (consolidate?: string) =>
  new Assistant(
    {
      id: "ada",
      role: "Assistant",
      instructions: "Help.",
      memory: { ...(consolidate !== undefined && { consolidate }) },
    },
    { llm: new ScriptedModel({ replies: () => "ok" }), automations: true },
  );

describe("consolidation", () => {
  it("keeps the newest of what is said twice, forgets what has expired, and leaves other scopes alone", async () => {
    const assistant = make();
    const memory = assistant.memory;
    const scope = "/agent/ada";
    for (const text of ["Tom likes tea.", "tom likes TEA", "Ann likes coffee."])
      await memory?.remember(text, { scope });
    await memory?.remember("Tom likes tea!", { scope: "/agent/other" });
    await memory?.remember("Over", { scope, kind: "short_term", expiresAt: Date.now() + 1 });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await assistant.consolidate()).toEqual({ merged: 1, expired: 1, kept: 2 });
    const left: string[] = [];
    for await (const line of memory?.export() ?? []) left.push((JSON.parse(line) as { text: string }).text);
    expect(left.sort()).toEqual(["Ann likes coffee.", "Tom likes tea!", "tom likes TEA"]);
    expect(await assistant.consolidate()).toEqual({ merged: 0, expired: 0, kept: 2 });
    await assistant.close();
  });

  it("is announced, done by its schedule, and announced again", async () => {
    const assistant = make("* * * * * *");
    const seen: string[] = [];
    assistant.lifecycle.register({
      id: "watch",
      event: "dream_scheduled",
      handler: ({ payload }) => {
        seen.push(String(payload.job_id));
      },
    });
    const scope = "/agent/ada";
    await assistant.memory?.remember("Same", { scope });
    await assistant.memory?.remember("same!", { scope });
    while ((await assistant.memory?.count()) !== 1 || seen.length === 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(seen[0]).toBe("consolidation of ada");
    await assistant.close();
  });

  it("has to have a schedule that is one", () => {
    expect(() => make("nightly")).toThrow(/memory.*/);
  });
});
