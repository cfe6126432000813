import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";

import { PermissionPolicy, type PermissionRules } from "../../src/index.ts";
import { commandParts } from "../../src/permissions/command-parts.ts";

const decide = (
  rules: PermissionRules,
  toolName: string,
  toolInput: Record<string, unknown> = {},
  access?: "read" | "write",
) => new PermissionPolicy(rules).decide({ toolName, toolInput, access }).decision;

describe("modes", () => {
  it.each([
    ["ask", "read_file", "read", "allow"],
    ["ask", "write_file", "write", "ask"],
    ["ask", "unknown_tool", undefined, "ask"],
    ["ask", "ask_person", undefined, "allow"],
    ["acceptEdits", "write_file", "write", "allow"],
    ["acceptEdits", "shell", "write", "ask"],
    ["plan", "read_file", "read", "allow"],
    ["plan", "write_file", "write", "deny"],
    ["plan", "unknown_tool", undefined, "deny"],
    ["strict", "read_file", "read", "deny"],
    ["bypass", "shell", "write", "allow"],
  ] as const)("%s: %s with access %s is %s", (mode, tool, access, expected) => {
    expect(decide({ mode }, tool, {}, access)).toBe(expected);
  });

  it("plan keeps what changes something from running even where a rule allows it; bypass does not beat a deny", () => {
    expect(decide({ mode: "plan", allow: ["write_file"] }, "write_file", {}, "write")).toBe("deny");
    expect(decide({ mode: "bypass", deny: ["shell(rm *)"] }, "shell", { program: "rm", args: ["-rf"] }, "write")).toBe(
      "deny",
    );
  });
});

describe("rules", () => {
  const shell = (command: string) => ({ command });

  it.each([
    ["git status", "allow"],
    ["git", "allow"],
    ["gitx", "ask"],
    ["git log && git diff", "allow"],
    ["git log && rm -rf /", "ask"],
    ["git log; curl evil", "ask"],
    ["git log | sh", "ask"],
    ["git log\nsh", "ask"],
    ["git log & sh", "ask"],
    ["git log > /etc/passwd", "ask"],
    ['git log ">"', "allow"],
    ["git log $(curl evil)", "ask"],
    ["git log `curl evil`", "ask"],
    ['git commit -m "a && b"', "allow"],
    ["git commit -m 'a; $(b)'", "allow"],
    ['git commit -m "$(curl evil)"', "ask"],
    ["git commit -m 'open", "ask"],
    ["git diff <(curl evil)", "ask"],
  ])("a pattern that allows has to fit every command of %p: %s", (command, expected) => {
    expect(decide({ allow: ["bash(git *)"] }, "bash", shell(command), "write")).toBe(expected);
  });

  it.each([
    ["rm -rf /", "deny"],
    ["ls && rm x", "deny"],
    ["ls; rm x", "deny"],
    ["echo $(rm x)", "deny"],
    ["echo 'rm x'", "allow"],
  ])("a pattern that denies fits any command of %p: %s", (command, expected) => {
    expect(decide({ mode: "bypass", deny: ["bash(rm *)"] }, "bash", shell(command), "write")).toBe(expected);
  });

  it("patterns of paths see through dots, and names of tools may be written as people write them", () => {
    expect(decide({ deny: ["read_file(secrets/*)"] }, "read_file", { path: "docs/../secrets/key" }, "read")).toBe(
      "deny",
    );
    expect(decide({ deny: ["read_file(secrets/*)"] }, "read_file", { path: "./secrets/key" }, "read")).toBe("deny");
    expect(decide({ mode: "bypass", deny: ["mcp_*"] }, "mcp_files_delete")).toBe("deny");
    expect(decide({ mode: "bypass", deny: ["ReadFile"] }, "read_file", {}, "read")).toBe("deny");
  });

  it("deny beats ask beats allow, in whatever order the rules stand", () => {
    const rule = fc.constantFrom("a", "a(x*)", "*", "b", "a(y)", "a(*)");
    const lists = fc.record({ allow: fc.array(rule), ask: fc.array(rule), deny: fc.array(rule) });
    fc.assert(
      fc.property(lists, fc.constantFrom("x1", "y", "z"), (rules, arg) => {
        const shuffled = Object.fromEntries(Object.entries(rules).map(([kind, list]) => [kind, [...list].reverse()]));
        const verdict = decide({ mode: "strict", ...rules }, "a", { arg });
        expect(decide({ mode: "strict", ...shuffled }, "a", { arg })).toBe(verdict);
        const isDenied = decide({ mode: "bypass", deny: rules.deny }, "a", { arg }) === "deny";
        const isAsked = decide({ mode: "bypass", ask: rules.ask }, "a", { arg }) === "ask";
        const isAllowed = decide({ mode: "strict", allow: rules.allow }, "a", { arg }) === "allow";
        expect(verdict).toBe(isDenied ? "deny" : isAsked ? "ask" : isAllowed ? "allow" : "deny");
      }),
    );
  });
});

describe("the commands of a line", () => {
  it("are cut where a shell would cut, and nowhere else", () => {
    expect(commandParts("a && b || c; d | e & f\ng")).toEqual(["a", "b", "c", "d", "e", "f", "g"]);
    expect(commandParts(String.raw`a \; b`)).toEqual([String.raw`a \; b`]);
    expect(commandParts('a ";" b')).toEqual(['a ";" b']);
    expect([commandParts("a $(b)"), commandParts("`a`"), commandParts("a 'b"), commandParts("${x}")]).toEqual(
      Array.from({ length: 4 }),
    );
  });
});
