import { describe, expect, it } from "@jest/globals";
import * as fc from "fast-check";

import {
  BoathookEvent,
  childFrame,
  defineEvent,
  emit,
  EventFormatError,
  eventFromJson,
  events,
  redactText,
  RedactionService,
  registerEvents,
  RunCancelledError,
  toRedactedJson,
  type Redaction,
} from "../../src/index.ts";
import { withService } from "../support/services.ts";

class Stored extends defineEvent("test_stored")<{ readonly data: unknown; readonly error?: unknown }>() {}
registerEvents(Stored);

function emitted(data: unknown, redaction?: Redaction): Stored {
  const seen: Stored[] = [];
  const subscription = events.on(Stored).subscribe((event) => seen.push(event));
  const frame = childFrame({
    ...(redaction !== undefined && { services: withService(RedactionService, redaction) }),
    execution: { id: "run", sequence: 6 },
    parentSequence: 2,
    names: { crewName: "c" },
  });
  emit(Stored, { data }, frame);
  subscription.unsubscribe();
  const [event] = seen;
  if (event === undefined) throw new Error("the event was not emitted");
  return event;
}

const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("an event in JSON", () => {
  it("comes back as an event of its class, equal in every field", () => {
    const event = emitted({ list: [1, "two", null], nested: { deep: true } });
    const back = eventFromJson(throughJson(event));
    expect(back).toBeInstanceOf(Stored);
    expect(back).toEqual(event);
    expect(throughJson(back)).toEqual(throughJson(event));
    expect([back.id, back.parentId, back.previousId, back.crewName]).toEqual(["run.7", "run.2", "run.6", "c"]);
  });

  it("comes back equal whatever plain data it carries", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (data) => {
        const event = emitted({ data });
        const once = throughJson(event);
        expect(throughJson(eventFromJson(once))).toEqual(once);
      }),
      { numRuns: 60 },
    );
  });

  it("shows an error as its description", () => {
    expect(emitted({ error: new RunCancelledError() }).toJSON()["data"]).toEqual({
      error: { name: "RunCancelledError", code: "run_cancelled", message: "The run was cancelled.", aborted: true },
    });
  });

  it.each([
    [undefined],
    ["text"],
    [{ type: "test_stored" }],
    [{ ...(throughJson(emitted({})) as object), type: "test_storde" }],
    [{ ...(throughJson(emitted({})) as object), sequence: 0 }],
  ])("is refused with a reason when it is none: %j", (value) => {
    expect(() => eventFromJson(value)).toThrow(EventFormatError);
  });

  it("suggests the type that was meant", () => {
    const wrong = { ...(throughJson(emitted({})) as object), type: "test_storde" };
    expect(() => eventFromJson(wrong)).toThrow('did you mean "test_stored"?');
  });

  it("cannot change what an object is by a field named __proto__", () => {
    const text = JSON.stringify(emitted({})).replace("{", '{"__proto__":{"polluted":true},');
    const back = eventFromJson(JSON.parse(text));
    expect(back).toBeInstanceOf(BoathookEvent);
    expect("polluted" in back).toBe(false);
  });

  it("has one class per type", () => {
    class Twin extends defineEvent("test_stored")() {}
    expect(() => registerEvents(Twin)).toThrow('two classes, Stored and Twin, have the type "test_stored"');
    expect(() => registerEvents(Stored)).not.toThrow();
  });
});

describe("redaction", () => {
  it.each([
    "apiKey",
    "api_key",
    "OPENAI_API_KEY",
    "x-api-key",
    "openaiApiKey",
    "password",
    "userPassword",
    "DB_PASSWORD",
    "passphrase",
    "secret",
    "clientSecret",
    "client_secret",
    "aws_secret_access_key",
    "secretKey",
    "token",
    "accessToken",
    "refresh_token",
    "sessionToken",
    "authorization",
    "Authorization",
    "Proxy-Authorization",
    "cookie",
    "set-cookie",
    "privateKey",
    "credentials",
    "connectionString",
  ])("hides a field named %s", (name) => {
    expect(toRedactedJson({ [name]: "s3cr3t" })).toEqual({ [name]: "[REDACTED]" });
  });

  it.each([
    "tokens",
    "inputTokens",
    "totalTokens",
    "maxOutputTokens",
    "max_tokens",
    "tokenCount",
    "key",
    "keys",
    "monkey",
    "topic",
    "author",
    "secretary",
    "cookies_eaten",
    "tokenizer",
    "passwordless",
    "authorizationUrl",
  ])("leaves a field named %s", (name) => {
    expect(toRedactedJson({ [name]: "plain" })).toEqual({ [name]: "plain" });
  });

  it("hides whatever such a field holds, unless it is nothing", () => {
    expect(
      toRedactedJson({
        password: 12_345,
        credentials: { user: "u", pass: "p" },
        cookie: ["a=b"],
        token: undefined,
        secret: null,
        apiKey: "",
        authorization: true,
      }),
    ).toEqual({
      password: "[REDACTED]",
      credentials: "[REDACTED]",
      cookie: "[REDACTED]",
      secret: null,
      apiKey: "",
      authorization: true,
    });
  });

  it.each([
    ["sk-ant-api03-abcdefghijklmnop", "[REDACTED]"],
    ["key AKIAIOSFODNN7EXAMPLE!", "key [REDACTED]!"],
    ["ghp_abcdefghijklmnopqrstuvwx and xoxb-1234567890-abc", "[REDACTED] and [REDACTED]"],
    ["Authorization: Bearer abcdefghijklmnop.qrst", "Authorization: [REDACTED]"],
    ["postgres://admin:hunter2@db.local/app", "postgres://admin:[REDACTED]@db.local/app"],
    ["a\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nb", "a\n[REDACTED]\nb"],
    ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc_def-123", "[REDACTED]"],
    ["task-force, risk-averse-and-so-on-and-on", "task-force, risk-averse-and-so-on-and-on"],
    ["https://example.org:8080/a@b", "https://example.org:8080/a@b"],
  ])("of the text %j is %j", (text, shown) => {
    expect(redactText(text)).toBe(shown);
  });

  it("takes names and patterns of one's own, with and without the flag g", () => {
    const redaction: Redaction = { names: /^plate$/g, patterns: [/cat/, /dog/g] };
    const shown = toRedactedJson([{ plate: "B-1" }, { plate: "B-2" }, "cat cat dog dog"], redaction);
    expect(shown).toEqual([
      { plate: "[REDACTED]" },
      { plate: "[REDACTED]" },
      "[REDACTED] [REDACTED] [REDACTED] [REDACTED]",
    ]);
    expect(emitted({ plate: "B-1", token: "t" }, redaction).toJSON()["data"]).toEqual({
      plate: "[REDACTED]",
      token: "t",
    });
  });

  it("keeps patterns apart that refer to their own groups, or differ in their flags", () => {
    const patterns = [/(x)(y)/g, /(["'])secret\1/g, /CAT/i];
    const texts = ["xy 'secret' cat", `${"-".repeat(200)} xy "secret' 'secret' CaT`];
    expect(texts.map((text) => redactText(text, { names: /^$/, patterns }))).toEqual([
      "[REDACTED] [REDACTED] [REDACTED]",
      `${"-".repeat(200)} [REDACTED] "secret' [REDACTED] [REDACTED]`,
    ]);
  });

  it("says the same of a text whether it is short or long", () => {
    const secrets = ["sk-abcdefghijklmnopqrst", "https://u:pass@h/", "ghp_abcdefghijklmnopqrstuvwx", "nothing"];
    const long = "word ".repeat(60);
    expect(secrets.map((secret) => redactText(long + secret))).toEqual(
      secrets.map((secret) => long + redactText(secret)),
    );
  });

  it("hides names that are secrets themselves, and keeps one called __proto__", () => {
    expect(JSON.stringify(toRedactedJson(JSON.parse('{"sk-abcdefghijklmnopqrst": 1, "__proto__": {"a": 1}}')))).toBe(
      '{"[REDACTED]":1,"__proto__":{"a":1}}',
    );
  });

  it("comes to an end on hostile text", () => {
    const texts = [
      "-----BEGIN PRIVATE KEY-----".repeat(2_000),
      `${"x:".repeat(50_000)}//`,
      "https://".repeat(20_000),
      "A".repeat(200_000),
      `eyJ${"a".repeat(100_000)}.`.repeat(2),
    ];
    expect(texts.map((text) => redactText(text) === text)).toEqual(texts.map(() => true));
  });
});

describe("plain data", () => {
  it("is made of anything", () => {
    const circular: Record<string, unknown> = { name: "c" };
    circular["self"] = circular;
    const deep = Array.from({ length: 80 }).reduce<unknown>((inner) => ({ inner }), "end");
    const unreadable = {
      get broken(): never {
        throw new Error("getter");
      },
    };
    expect(
      toRedactedJson({
        date: new Date(0),
        noDate: new Date(Number.NaN),
        cloned: structuredClone(new Date(0)),
        bytes: Buffer.from("abc"),
        raw: new ArrayBuffer(4),
        map: new Map([
          ["token", "t"],
          ["b", "c"],
        ]),
        set: new Set([1, undefined]),
        pattern: /a+/g,
        url: new URL("https://example.org/"),
        big: 10n,
        nan: Number.NaN,
        fn: () => 1,
        none: undefined,
        list: [undefined, Symbol("s")],
        circular,
        unreadable,
      }),
    ).toEqual({
      date: "1970-01-01T00:00:00.000Z",
      noDate: "Invalid Date",
      cloned: "1970-01-01T00:00:00.000Z",
      bytes: "[3 bytes]",
      raw: "[4 bytes]",
      map: { token: "[REDACTED]", b: "c" },
      set: [1, null],
      pattern: "/a+/g",
      url: "https://example.org/",
      big: "10",
      nan: "NaN",
      list: [null, null],
      circular: { name: "c", self: "[Circular]" },
      unreadable: "[Unreadable]",
    });
    expect(JSON.stringify(toRedactedJson(deep))).toContain("[Too deep]");
  });
});
