import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";

import { chunksOf } from "../src/knowledge/chunk.ts";
import { parseCsv } from "../src/knowledge/read-csv.ts";
import { readMarkdown } from "../src/knowledge/read-markdown.ts";
import { sentencesOf } from "../src/knowledge/section.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const anyText = fc.string({ unit: fc.constantFrom(...Array.from("ab. \n!?\"'#`|,;。é🛶\r\t")), maxLength: 300 });

describe("chunks", () => {
  it("lose nothing, stay within their size, and begin with the end of the one before", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 60 }), (text, size) => {
        const chunks = chunksOf([{ units: sentencesOf(text) }], { size, overlap: 0 });
        const squeezed = (value: string): string => value.replace(/\s+/g, "");
        expect(squeezed(chunks.map((chunk) => chunk.text).join(""))).toBe(squeezed(text));
        for (const chunk of chunks) expect(chunk.text.length).toBeLessThanOrEqual(Math.max(2, size));
      }),
    );
    const text = "One two three. Four five six. Seven eight nine. Ten.";
    expect(chunksOf([{ units: sentencesOf(text) }], { size: 32, overlap: 16 }).map((chunk) => chunk.text)).toEqual([
      "One two three. Four five six.",
      "Four five six. Seven eight nine.",
      "Ten.",
    ]);
  });

  it("always end, whatever the size and the overlap", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 30 }), (text, size, overlap) => {
        const chunks = chunksOf([{ units: sentencesOf(text) }], { size, overlap: Math.min(overlap, size) });
        for (const chunk of chunks) expect(chunk.text.length).toBeLessThanOrEqual(Math.max(2, size));
      }),
    );
  });

  it("never cut a character in two", () => {
    const [only, ...rest] = chunksOf([{ units: ["🛶".repeat(40)] }], { size: 51, overlap: 0 });
    expect(only?.text).toBe("🛶".repeat(25));
    expect(rest.map((chunk) => chunk.text).join("")).toBe("🛶".repeat(15));
  });
});

describe("Markdown", () => {
  it("is cut at headings, never in a code fence", () => {
    const text =
      "intro\n# A #\n\none.\n```sh\n# no heading\n\nls\n```\n### B\ntwo\n# C\n~~~\nopen to the end\n# still code";
    expect(readMarkdown(bytes(text)).map(({ heading, units }) => [heading, units.join("")])).toEqual([
      [undefined, "intro\n"],
      ["A", "\none.\n```sh\n# no heading\n\nls\n```\n"],
      ["A > B", "two\n"],
      ["C", "~~~\nopen to the end\n# still code\n"],
    ]);
  });

  it("knows what closes a heading, and is not held up by odd lines", () => {
    const headings = ["# C#", "# A ##", "# #", `# a${" ".repeat(200_000)}b`, `# ${"#".repeat(200_000)}x`];
    const text = headings.map((heading) => `${heading}\nbody\n`).join("");
    const read = readMarkdown(bytes(text)).map(({ heading }) => heading);
    expect(read.slice(0, 3)).toEqual(["C#", "A", undefined]);
    expect(read).toHaveLength(5);
  });

  it("keeps every word, whatever it is", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const read = readMarkdown(bytes(text));
        const kept = read.map(({ heading = "", units }) => heading + units.join("")).join("");
        for (const word of text.match(/[ab]+/g) ?? []) expect(kept).toContain(word);
      }),
    );
  });
});

describe("CSV", () => {
  it("is read back as it was written", () => {
    const field = fc.string({ unit: fc.constantFrom(...Array.from('ab ,"\n\r;é')) });
    fc.assert(
      fc.property(fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { maxLength: 5 }), (rows) => {
        const quoted = (value: string): string => `"${value.replaceAll('"', '""')}"`;
        const text = rows.map((row) => row.map(quoted).join(",")).join("\r\n");
        expect(parseCsv(text, ",")).toEqual(rows);
      }),
    );
    expect(parseCsv('a;"b";\r\n;\n\nlast', ";")).toEqual([["a", "b", ""], ["", ""], ["last"]]);
  });
});
