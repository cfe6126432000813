import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { describe, expect, it } from "@jest/globals";
import { Agent, Crew, TaskCompletedEvent } from "@boathook/crew";
import { defineHook } from "@boathook/hooks";
import type { Message } from "@boathook/models";
import { callTool, recordEvents, ScriptedModel } from "@boathook/testing";
import fc from "fast-check";

import { Cleaner } from "../src/cleaner.ts";
import { redact, type RedactOptions } from "../src/index.ts";
import { run, taskOf } from "./support.ts";

const patterns = [/secret-\d+/];

describe("redact", () => {
  it("cleans inputs, messages, responses, tool results and outputs, with all that goes along with them", async () => {
    const { output, texts } = await run(
      redact({ patterns, replacement: "[$&]" }),
      [callTool("look", { text: "result secret-2" }), "answer secret-3"],
      { inputs: { what: "secret-1", deep: [{ key: "secret-4" }] } },
    );
    expect(texts + JSON.stringify(output)).not.toMatch(/secret-\d/);
    expect(output.raw).toBe("answer [$&]");
  });

  it("only where it is told to", async () => {
    const inputs = { what: "secret-1" };
    const { output, texts } = await run(redact({ patterns, at: ["outputs"] }), ["answer secret-3 secret-4"], {
      inputs,
    });
    expect(texts).toContain("secret-1");
    expect(output.raw).toBe("answer [REDACTED] [REDACTED]");
    expect(JSON.stringify(output)).not.toMatch(/secret-\d/); // nor in the messages that come with it
    expect(inputs).toEqual({ what: "secret-1" });
  });

  it("outputs are clean before files, callbacks, later tasks and events see them", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "redact-"));
    try {
      const model = new ScriptedModel({ replies: ["first secret-1", "second"] });
      const first = taskOf(model, { name: "first", outputFile: "out.txt" });
      const second = taskOf(model, { name: "second" });
      const seen: string[] = [];
      const crew = new Crew({
        tasks: [first, second],
        outputDir: folder,
        hooks: redact({ patterns, at: ["outputs"] }),
        taskCallback: (output) => void seen.push(output.raw),
      });
      const recorder = recordEvents(crew.events);
      await crew.kickoff({ what: "now" });
      recorder.stop();
      seen.push(...recorder.of(TaskCompletedEvent).map(({ output }) => output.raw));
      seen.push(await readFile(path.join(folder, "out.txt"), "utf8"), JSON.stringify(model.requests[1]?.messages));
      expect(seen.join()).not.toContain("secret-1");
      expect(seen.slice(0, 2)).toEqual(["first [REDACTED]", "second"]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it("takes whatever an earlier hook has left", async () => {
    const texts = (["post_step", "output"] as const).map((point) =>
      defineHook(point, { name: "rewrites" }, () => "now secret-9"),
    );
    expect((await run([...texts, ...redact({ patterns, at: ["outputs"] })], ["x"])).output.raw).toBe("now [REDACTED]");
  });

  it("holds streams back, so that no piece shows a secret", async () => {
    const model = new ScriptedModel({ replies: ["my secret-1 and secret-2"] });
    const crew = new Crew({ tasks: [taskOf(model)], hooks: redact({ patterns, at: ["responses"] }) });
    let shown = "";
    for await (const frame of crew.stream({ what: "now" })) if (frame.channel === "llm") shown += frame.text ?? "";
    expect(shown).toBe("my [REDACTED] and [REDACTED]");
  });

  it("names: fields in any spelling, also in texts that are JSON", async () => {
    const { output, texts } = await run(
      redact({ names: ["api_key", "password"] }),
      [callTool("look", { text: '{"apiKey":"k-1","n":1}' }), '{"list":[{"PASSWORD":"p-1"}],"token":"t"}'],
      { inputs: { what: "now", deep: { "Api-Key": "k-2", password: "" } } },
    );
    expect(texts).not.toMatch(/k-1|k-2/);
    expect(output.raw).toBe('{"list":[{"PASSWORD":"[REDACTED]"}],"token":"t"}');
  });

  it("without options takes the forms of keys that events are cleared of", async () => {
    const { output } = await run(redact(), ["use sk-abcdefghijklmnopqrstuvwx now"]);
    expect(output.raw).toBe("use [REDACTED] now");
  });

  it("changes no roles, ids, names of tools or files, whatever the pattern", async () => {
    const messages: Message[] = [
      { role: "user", content: [{ type: "text", text: "user" }, { type: "file", mediaType: "user/x", data: "user" }] }, // prettier-ignore
      { role: "assistant", content: "user", toolCalls: [{ id: "user", name: "user", input: { user: "user" } }] },
      { role: "tool", toolCallId: "user", toolName: "user", content: "user" },
    ];
    const model = new ScriptedModel({ replies: ["end"] });
    const agent = new Agent({ role: "A", goal: "g", backstory: "b", llm: model });
    await agent.kickoff(messages, { hooks: redact({ patterns: [/user/], replacement: "-", at: ["messages"] }) });
    expect(model.requests[0]?.messages.slice(-3)).toEqual([
      { role: "user", content: [{ type: "text", text: "-" }, { type: "file", mediaType: "user/x", data: "user" }] }, // prettier-ignore
      { role: "assistant", content: "-", toolCalls: [{ id: "user", name: "user", input: { user: "-" } }] },
      { role: "tool", toolCallId: "user", toolName: "user", content: "-" },
    ]);
  });

  it("that finds nothing changes nothing, and its event says so", async () => {
    const recorder = recordEvents();
    const { output } = await run(redact({ patterns }), [callTool("look", { text: "plain" }), "plain"]);
    recorder.stop();
    expect(output.raw).toBe("plain");
    const outcomes = recorder.events.flatMap((event) => ("outcome" in event ? [event.outcome] : []));
    expect([outcomes.length > 6, new Set(outcomes)]).toEqual([true, new Set(["proceeded"])]);
  });

  it("that fails lets nothing through", async () => {
    const broken = defineHook("input", () => ({
      get what(): string {
        throw new TypeError("unreadable");
      },
    }));
    await expect(run([broken, ...redact({ patterns, at: ["inputs"] })], ["end"])).rejects.toMatchObject({
      code: "hook_aborted",
      message: "unreadable",
    });
  });

  it.each<[string, unknown]>([
    ["an unknown place", { at: ["output"] }],
    ["no places", { at: [] }],
    ["a text as pattern", { patterns: ["secret"] }],
    ["a pattern of the empty text", { patterns: [/x*/] }],
    ["a name of which nothing is left", { names: ["--"] }],
    ["an unknown option", { pattern: [/x/] }],
  ])("refuses %s", (_what, options) => {
    expect(() => redact(options as RedactOptions)).toThrow(expect.objectContaining({ code: "invalid_configuration" }));
  });
});

describe("a cleaner", () => {
  const cleaner = new Cleaner({ patterns: [/s3cret/giy], names: ["key"], replacement: "*" });

  it("finds every match, wherever it stands, also with a sticky pattern", () => {
    expect(cleaner.text("a s3cret, an S3CRET")).toBe("a *, an *");
  });

  it("gives back what holds nothing as it is", () => {
    const data = { list: [1, "two", null, new Date(0)], nested: { key: "", flag: true, key2: "x" } };
    expect(cleaner.data(data)).toBe(data);
  });

  it("copies what it changes, also what contains itself, and leaves other objects alone", () => {
    const date = new Date(0);
    const data: Record<string, unknown> = { text: "s3cret", date, key: 5 };
    data["self"] = data;
    const cleaned = cleaner.data(data);
    expect([data["text"], cleaned["text"], cleaned["key"], cleaned["date"]]).toEqual(["s3cret", "*", "*", date]);
    expect(cleaned["self"]).toBe(cleaned);
    const own = JSON.parse('{"__proto__":{"text":"s3cret"}}') as object;
    expect(JSON.stringify(cleaner.data(own))).toBe('{"__proto__":{"text":"*"}}');
  });

  it("leaves no secret anywhere, and the rest as it was", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, key) => {
        const holder = { before: value, [`x${key}`]: ["s3cret", { inner: "a S3cret b" }] };
        const json = JSON.stringify(cleaner.data(holder));
        expect(json).not.toMatch(/s3cret/i);
        expect(cleaner.data(cleaner.data(holder))).toEqual(cleaner.data(holder));
      }),
    );
  });
});
