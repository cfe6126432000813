import { readFile } from "node:fs/promises";
import { runInNewContext } from "node:vm";

import { describe, expect, it } from "@jest/globals";

import {
  BoathookError,
  ConfigurationError,
  describeError,
  errorMessage,
  ExecutionTimeoutError,
  formatFault,
  InvalidInputsError,
  isError,
  NotSerializableError,
  RunCancelledError,
  suggestName,
} from "../../src/index.ts";

describe("isError", () => {
  it("knows errors of every realm", async () => {
    const fromNode: unknown = await readFile("/no/such/file").catch((thrown: unknown) => thrown);
    const controller = new AbortController();
    controller.abort();
    const errors = [
      new TypeError("x"),
      fromNode,
      controller.signal.reason as unknown,
      structuredClone(new Error("cloned")),
      runInNewContext("new RangeError('elsewhere')") as unknown,
      new AggregateError([]),
      new BoathookError("x", { code: "x" }),
    ];
    expect(errors.map(isError)).toEqual(errors.map(() => true));
  });

  it("is not fooled by what only looks a bit like one", () => {
    const others = [undefined, null, "text", 5, {}, { message: "x" }, { name: "Error", message: 5, stack: "" }];
    expect([...others, { [Symbol.toStringTag]: "Error" }].map(isError)).toEqual([...others, {}].map(() => false));
  });
});

describe("errorMessage", () => {
  it.each<[unknown, string]>([
    [new Error("broken"), "broken"],
    [new TypeError(""), "TypeError"],
    ["plain text", "plain text"],
    [undefined, "undefined"],
    [null, "null"],
    [5n, "5"],
    [Symbol("odd"), "Symbol(odd)"],
    [{ status: 429 }, '{"status":429}'],
    [Object.assign(new Error("x"), { message: { nested: true } }), '{"nested":true}'],
  ])("of %p is %p", (thrown, text) => {
    expect(errorMessage(thrown)).toBe(text);
  });

  it("never throws, whatever was thrown", () => {
    const circular: Record<string, unknown> = {};
    circular["self"] = circular;
    const hostile = {
      toJSON: () => {
        throw new Error("no");
      },
    };
    const noText = Object.create(null) as object;
    expect([circular, hostile, noText].map(errorMessage)).toEqual([
      "something that cannot be shown",
      "something that cannot be shown",
      "{}",
    ]);
  });
});

describe("the error classes", () => {
  const errors = {
    cancelled: new RunCancelledError("why"),
    timeout: new ExecutionTimeoutError("The tool", 50),
    storage: new NotSerializableError("a.b", "a function"),
    configuration: new ConfigurationError([{ path: "a", message: "wrong" }]),
    inputs: new InvalidInputsError([{ path: "", message: "no object" }]),
  };

  it("have a stable code, their own name, and pass the cause on", () => {
    expect(Object.values(errors).map(({ name, code }) => [name, code])).toEqual([
      ["RunCancelledError", "run_cancelled"],
      ["ExecutionTimeoutError", "execution_timeout"],
      ["NotSerializableError", "not_serializable"],
      ["ConfigurationError", "invalid_configuration"],
      ["InvalidInputsError", "invalid_inputs"],
    ]);
    expect(errors.cancelled.cause).toBe("why");
  });

  it("know their own kind, and only that", () => {
    const kinds = [
      RunCancelledError,
      ExecutionTimeoutError,
      NotSerializableError,
      ConfigurationError,
      InvalidInputsError,
    ];
    const table = kinds.map((kind) => Object.values(errors).map((error) => kind.is(error)));
    expect(table).toEqual([
      [true, false, false, false, false],
      [false, true, false, false, false],
      [false, false, true, false, false],
      [false, false, false, true, true], // bad inputs are a configuration error too
      [false, false, false, false, true],
    ]);
    expect(BoathookError.is(new Error("x"))).toBe(false);
  });

  it("lists all faults of a configuration, each with its place", () => {
    const faults = [
      { path: "tasks.research.agent", message: "unknown agent", file: "tasks.yaml", line: 3, column: 5 },
      { path: "", message: "empty", suggestion: 'did you mean "x"?' },
    ];
    expect(new ConfigurationError(faults, { subject: "crew" }).message).toBe(
      'Invalid crew, 2 faults:\n  - tasks.yaml:3:5: tasks.research.agent: unknown agent\n  - empty (did you mean "x"?)',
    );
    expect(formatFault({ path: "a", message: "b" })).toBe("a: b");
  });

  it("shows in JSON no stack and no cause", () => {
    expect(JSON.parse(JSON.stringify(errors.cancelled))).toEqual({
      name: "RunCancelledError",
      code: "run_cancelled",
      message: "The run was cancelled.",
    });
  });

  it("describes anything thrown", () => {
    expect([describeError(errors.cancelled), describeError(new TypeError("t")), describeError("text")]).toEqual([
      { name: "RunCancelledError", code: "run_cancelled", message: "The run was cancelled.", aborted: true },
      { name: "TypeError", code: undefined, message: "t", aborted: false },
      { name: "NonError", code: undefined, message: "text", aborted: false },
    ]);
  });
});

describe("suggestName", () => {
  it("names the nearest, whatever the spelling, or lists what there is", () => {
    const known = ["expected_output", "description", "agent"];
    expect(suggestName("expectedOutput", known)).toBe('did you mean "expected_output"?');
    expect(suggestName("agnet", ["agent"])).toBe('did you mean "agent"?');
    expect(suggestName("zzz", known)).toBe('known: "expected_output", "description", "agent"');
    expect(suggestName("x", [])).toBeUndefined();
  });
});
