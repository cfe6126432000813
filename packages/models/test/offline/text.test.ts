import { describe, expect, it } from "@jest/globals";

import { expressionsOf } from "../../src/offline/text/arithmetic.ts";
import { clausesOf } from "../../src/offline/text/clauses.ts";
import { areRelated } from "../../src/offline/text/concepts.ts";
import { conditionsOf } from "../../src/offline/text/conditions.ts";
import { datesOf } from "../../src/offline/text/dates.ts";
import { mentionsIn } from "../../src/offline/text/mentions.ts";
import { namesOf } from "../../src/offline/text/names.ts";
import { numbersOf } from "../../src/offline/text/numbers.ts";
import { pathsOf } from "../../src/offline/text/paths.ts";
import { nameWords, stem, termsOf } from "../../src/offline/text/words.ts";

describe("words", () => {
  it("brings forms of a word to one stem, and words of one matter together", () => {
    for (const [one, other] of [
      ["calculator", "calculate"],
      ["cities", "city"],
      ["prices", "pricing"],
      ["searches", "search"],
      ["running", "runs"],
      ["files", "file"],
    ] as const) {
      expect([one, stem(one)]).toEqual([one, stem(other)]);
    }
    expect([
      areRelated(stem("forecast"), stem("weather")),
      areRelated(stem("delete"), stem("remove")),
      areRelated(stem("delete"), stem("weather")),
    ]).toEqual([true, true, false]);
  });

  it("takes names apart however they are written, and Chinese in pairs", () => {
    expect([nameWords("getUserName2"), nameWords("read_the-URL")]).toEqual([
      ["get", "user", "name", "2"],
      ["read", "the", "url"],
    ]);
    expect(termsOf("查询天气 for you")).toEqual(["查询", "询天", "天气"]);
  });

  it("cuts a text where a new order begins, and knows what must not be done", () => {
    const clauses = clausesOf("List the files, read the README and then count the lines. Do not delete anything!");
    expect(clauses.map(({ text, negated }) => [text.trim(), negated])).toEqual([
      ["List the files", false],
      ["read the README", false],
      ["count the lines.", false],
      ["Do not delete anything!", true],
    ]);
  });
});

describe("calculations", () => {
  it.each([
    ["What is 12 * (3 + 4)?", ["12 * (3 + 4)"]],
    ["15% of 80", ["15 / 100 * 80"]],
    ["2 plus 3 times 4", ["2 + 3 * 4"]],
    ["add 2, 3 and 4", ["2 + 3 + 4"]],
    ["subtract 4 from 10, then divide 100 by 8", ["10 - 4", "100 / 8"]],
    ["the square root of 16", ["sqrt(16)"]],
    ["the average of 1, 2 and 6", ["(1 + 2 + 6) / 3"]],
    ["1,250 × 2 ÷ 5", ["1250 * 2 / 5"]],
    ["4 squared", ["4 ^ 2"]],
    ["between 2026-12-01 and src/a-1.ts", []],
    ["chapter 3 (page 4)", []],
    ["((2 + 3)", ["(2 + 3)"]],
  ])("in %j: %j", (text, expected) => {
    expect(mentionsIn(text).expressions.map((one) => one.text)).toEqual(expected);
  });

  it("calls what may be a range or a score loose", () => {
    expect(expressionsOf("3-5 days, 24/7, 2 - 1").map(({ text, loose }) => [text, loose])).toEqual([
      ["3-5", true],
      ["24/7", true],
      ["2 - 1", false],
    ]);
  });
});

describe("days, numbers, comparisons", () => {
  it("reads days in words and figures", () => {
    expect(
      datesOf("on 2026-12-01, 30 November 2026, Nov 3, next Monday and 31 February 2026").map(({ text, iso }) => [
        text,
        iso,
      ]),
    ).toEqual([
      ["2026-12-01", "2026-12-01"],
      ["30 November 2026", "2026-11-30"],
      ["Nov 3", undefined],
      ["next Monday", undefined],
      ["31 February 2026", undefined],
    ]);
  });

  it("reads numbers with the words beside them", () => {
    expect(
      numbersOf("the last 20 commits, twelve apples and 1,250.5 °C").map(({ value, before, after }) => [
        value,
        before,
        after,
      ]),
    ).toEqual([
      [20, "the last", "commits"],
      [12, "", "apples"],
      [1250.5, "twelve apples and", "°C"],
    ]);
  });

  it("reads comparisons, and takes no plain sentence for one", () => {
    const read = (text: string): unknown[] =>
      conditionsOf(text).map(({ column, operator, value }) => [column, operator, value]);
    expect(read("rows where city is Oslo and amount over 100")).toEqual([
      ["city", "=", "Oslo"],
      ["amount", ">", 100],
    ]);
    expect(read('name = "New York", age >= 18')).toEqual([
      ["name", "=", "New York"],
      ["age", ">=", 18],
    ]);
    expect(read("The weather is nice. What is this?")).toEqual([]);
  });
});

describe("names, places on disk, marks", () => {
  it("finds proper names, not the words that only begin a sentence", () => {
    expect(
      namesOf("Compare New York, Rio de Janeiro and St. Gallen. Is it warm in Oslo in May?").map(({ text, placed }) => [
        text,
        placed,
      ]),
    ).toEqual([
      ["New York", undefined],
      ["Rio de Janeiro", "list"],
      ["St. Gallen", "list"],
      ["Oslo", "in"],
    ]);
  });

  it("tells files, folders and wildcards from other words with dots and slashes", () => {
    expect(
      pathsOf(
        "Read src/a.ts, ./b, README.md and the folder docs; **bold** src/**/*.ts and/or Node.js 3.5 https://x.example/y.md",
      ).map(({ kind, text }) => `${kind} ${text}`),
    ).toEqual(["path src/a.ts", "path ./b", "path README.md", "directory docs", "glob src/**/*.ts"]);
  });

  it("finds what is set apart, and what has a form of its own", () => {
    const found = mentionsIn(
      'Find `parse` and "red shoes" by bob@example.com at https://shop.example/a?b=1, order ORD-12, TODO in parseConfig:\n```sql\nSELECT a FROM b\n```',
    );
    expect({
      literals: found.literals.map((one) => [one.mark, one.text]),
      urls: found.urls.map((one) => one.text),
      emails: found.emails.map((one) => one.text),
      codes: found.codes.map((one) => one.text),
      capitals: found.capitals.map((one) => one.text),
      identifiers: found.identifiers.map((one) => one.text),
      sql: found.sql.map((one) => one.text),
    }).toEqual({
      literals: [
        ["code", "parse"],
        ["quote", "red shoes"],
        ["block", "SELECT a FROM b"],
      ],
      urls: ["https://shop.example/a?b=1"],
      emails: ["bob@example.com"],
      codes: ["ORD-12"],
      capitals: ["TODO"],
      identifiers: ["parseConfig"],
      sql: ["SELECT a FROM b"],
    });
  });
});
