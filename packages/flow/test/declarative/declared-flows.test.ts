import "@boathook/testing/reset";

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterEach, describe, expect, it } from "@jest/globals";
import { readSourceText, type Fault } from "@boathook/kernel";
import fc from "fast-check";

import { Flow, registerFlowAction, registerFlowFunction, type DeclaredFlow } from "../../src/index.ts";
import { expressionsIn, fill, templateParts } from "../../src/declarative/template.ts";

const undo: (() => void)[] = [];
afterEach(() => {
  for (const one of undo.splice(0)) one();
});

function file(name: string, text: string): string {
  const full = path.join(mkdtempSync(path.join(tmpdir(), "flow-")), name);
  writeFileSync(full, text);
  return full;
}

const TRIAGE = `
name: triage
state: { threshold: 3, pages: [] }
methods:
  read:
    start: true
    call: readTicket
    with: { id: "\${state.ticket}", note: "ticket \${state.ticket}, $\${kept}" }
  decide:
    router: read
    emit: [urgent, later]
    expression: "input.priority > state.threshold ? 'urgent' : 'later'"
  page:
    listen: urgent
    each: outputs.read.people
    as: person
    do:
      call: page
      with: { who: "\${person.name}", nr: "\${index + 1}" }
  park:
    listen: later
    set: { parked: true }
  end:
    listen: { or: [page, park] }
    value: { ticket: "\${state.ticket}", pages: "\${input}" }
`;

function register(): unknown[][] {
  const calls: unknown[][] = [];
  undo.push(
    registerFlowFunction("readTicket", (args) => {
      calls.push(["readTicket", args]);
      return { priority: args["id"] === 7 ? 9 : 1, people: [{ name: "Ann" }, { name: "Bo" }] };
    }),
    registerFlowFunction("page", (args) => {
      calls.push(["page", args]);
      return `paged ${String(args["who"])}`;
    }),
  );
  return calls;
}

describe("a declared flow", () => {
  it.each(["yaml", "json", "object"])("runs what was registered, by name, and expressions (%s)", async (kind) => {
    const calls = register();
    const value = readSourceText(TRIAGE, "triage").value as DeclaredFlow;
    const source = kind === "object" ? value : file(`flow.${kind}`, kind === "yaml" ? TRIAGE : JSON.stringify(value));
    const flow = Flow.fromDefinition(source);
    expect(await flow.kickoff({ ticket: 7 })).toEqual({ ticket: 7, pages: ["paged Ann", "paged Bo"] });
    expect(calls).toEqual([
      ["readTicket", { id: 7, note: "ticket 7, ${kept}" }],
      ["page", { who: "Ann", nr: 1 }],
      ["page", { who: "Bo", nr: 2 }],
    ]);
    expect(await flow.kickoff({ ticket: 8 })).toMatchObject({ ticket: 8, pages: { parked: true } });
    expect(flow.explain()).toEqual({
      name: "triage",
      methods: {
        read: { start: true },
        decide: { router: "read", emit: ["urgent", "later"] },
        page: { listen: "urgent" },
        park: { listen: "later" },
        end: { listen: { or: ["page", "park"] } },
      },
    });
  });

  it("does whole and broken numbers as people mean them", async () => {
    const flow = Flow.fromDefinition({
      name: "sum",
      methods: { add: { start: true, expression: "state.a * 2 + state.b / 4 - 1" } },
    });
    expect(await flow.kickoff({ a: 2.5, b: 2 })).toBe(4.5);
  });

  it("may use actions that others register, with actions inside", async () => {
    undo.push(
      registerFlowAction({
        type: "shout",
        schema: (await import("zod")).z.strictObject({ shout: (await import("zod")).z.string() }),
        run: ({ shout }, context) => String(context.fill(shout)).toUpperCase(),
      }),
    );
    const flow = Flow.fromDefinition({
      name: "x",
      methods: { a: { start: true, each: "['a', 'b']", do: { shout: "${item}!" } } },
    });
    expect(await flow.kickoff()).toEqual(["A!", "B!"]);
  });
});

function faults(source: string | DeclaredFlow): string[] {
  try {
    Flow.fromDefinition(source);
  } catch (error) {
    expect(error).toMatchObject({ code: "invalid_flow" });
    return lines((error as { faults: readonly Fault[] }).faults);
  }
  return [];
}

function lines(found: readonly Fault[]): string[] {
  return found.map(({ line, path: at, message, suggestion }) =>
    [line, at, suggestion === undefined ? message : `${message} (${suggestion})`]
      .filter((part) => part !== undefined && part !== "")
      .join(": "),
  );
}

describe("a definition that is wrong", () => {
  it("is refused with every fault, at its line", () => {
    register();
    expect(
      faults(
        file(
          "flow.yaml",
          `name: triage
stat: {}
methods:
  read:
    start: true
    cal: readTicket
  more:
    listen: read
    call: readTicke
    wit: {}
  two:
    listen: read
    call: page
    value: 1
  text: "code()"
  open:
    listen: read
    value: "\${input"
`,
        ),
      ),
    ).toEqual([
      '2: stat: unknown option (did you mean "state"?)',
      '4: methods.read: it has no action (call, expression, value, set, each) (did you mean "call"?)',
      '10: methods.more.wit: unknown option (did you mean "with"?)',
      "11: methods.two: it has several actions (call, value); use one",
      '15: methods.text: expected when it runs and what it does, got the text "code()"',
      "18: methods.open.value: a `${` has no end; write `$${` for the characters themselves",
    ]);
  });

  it("also where only the graph, or a name, is wrong", () => {
    register();
    expect(faults({ name: "x", methods: { a: { start: true, call: "readTicke" } } })).toEqual([
      'methods.a.call: no function "readTicke" is registered (did you mean "readTicket"?)',
    ]);
    expect(faults({ name: "x", methods: { a: { listen: "b", value: 1 } } })).toEqual([
      'methods.a.listen: there is no method and no router label "b" (did you mean "a"?)',
      "methods: no method starts the flow (put @Start() on the method that runs first)",
    ]);
    expect(faults({ name: "x", methods: { a: { start: true, set: { id: "other" } } } })).toEqual([
      "methods.a.set: the state's id stays as it is",
    ]);
    expect(faults(file("flow.yaml", "- a\n"))[0]).toBe("1: expected a flow, got a list");
    expect(faults(file("flow.yaml", "name: [\n"))).toHaveLength(1);
    expect(faults("/nowhere/flow.yaml")[0]).toContain("the file cannot be read: ENOENT");
  });

  it("has its expressions compiled before any method runs; all that cannot be are said", async () => {
    const ran: unknown[] = [];
    undo.push(registerFlowFunction("note", () => ran.push("ran")));
    const flow = Flow.fromDefinition(
      file(
        "flow.yaml",
        `name: x\nmethods:\n  a: { start: true, call: note }\n  b:\n    listen: a\n    expression: "1 +"\n  c:\n    listen: b\n    value: { deep: ["\${ ) }"] }\n`,
      ),
    );
    const error: unknown = await flow.kickoff().catch((thrown: unknown) => thrown);
    expect(ran).toEqual([]);
    expect(lines((error as { faults: Fault[] }).faults)).toEqual([
      expect.stringMatching(/^4: methods\.b: `1 \+` is no expression: /),
      expect.stringMatching(/^9: methods\.c\.value\.deep\.0: `\)` is no expression: /),
    ]);
  });

  it("fails its method where an expression cannot be computed", async () => {
    const flow = Flow.fromDefinition({ name: "x", methods: { a: { start: true, expression: "state.nothing.more" } } });
    await expect(flow.kickoff()).rejects.toThrow();
  });
});

describe("templates", () => {
  it("keep the type of a value that is the whole text, and never read twice", () => {
    const evaluate = (expression: string): unknown => ({ n: 3, list: [1], evil: "${n}" })[expression];
    expect(fill({ a: "${n}", b: "n=${n}", c: ["${list}", "${evil}"], d: "$${n}" }, evaluate)).toEqual({
      a: 3,
      b: "n=3",
      c: [[1], "${n}"],
      d: "${n}",
    });
    expect(templateParts("${ {'a': '}'}.a }")).toEqual([{ expression: "{'a': '}'}.a" }]);
  });

  it("leave every text without `${` as it is, and never throw", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parts = templateParts(text);
        if (!text.includes("${")) expect(parts).toEqual(text === "" ? [] : [{ text }]);
        expect(Array.isArray(expressionsIn(text, "x"))).toBe(true);
      }),
    );
  });
});
