import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";

import { compileMatcher } from "../src/rules/matcher.ts";

function fits(glob: string, command: string): boolean {
  const compiled = compileMatcher(`bash(${glob})`, "boathook");
  if ("problem" in compiled) throw new Error(compiled.problem);
  return compiled.matches({ text: "bash", isTool: true, toolInput: { command } });
}

describe("the glob of a matcher", () => {
  it("looks at the whole text: nothing hides behind many characters", () => {
    const command = `${"# padding ".repeat(20_000)}\nrm -rf /`;
    expect([fits("*rm -rf*", command), fits("*rm -rf /", command), fits("rm*", command)]).toEqual([true, true, false]);
  });

  it("is quick where one that tries everything would never end", () => {
    expect(fits("*a*a*a*a*a*a*a*a*b", "a".repeat(5_000))).toBe(false);
    expect(fits("*a*a*a*a*a*a*a*a*b", `${"a".repeat(5_000)}b`)).toBe(true);
  });

  it("takes `*` for any text, `?` for one character, and everything else as it is", () => {
    const unit = fc.constantFrom("a", "b", ".", "(", "\n", "*", "?");
    const reference = (glob: string): RegExp =>
      new RegExp(
        `^${Array.from(glob, (one) => (one === "*" ? "[^]*" : one === "?" ? "[^]" : `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`)).join("")}$`,
        "u",
      );
    fc.assert(
      fc.property(fc.string({ unit, minLength: 1, maxLength: 6 }), fc.string({ unit, maxLength: 8 }), (glob, text) => {
        expect(fits(glob, text)).toBe(reference(glob).test(text));
      }),
      { numRuns: 2_000 },
    );
  });
});
