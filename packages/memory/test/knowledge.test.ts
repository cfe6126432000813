import { mkdir, rm, symlink, utimes, writeFile } from "node:fs/promises";
import path from "node:path";

import { beforeEach, describe, expect, it } from "@jest/globals";
import { recordEvents } from "@boathook/testing";

import { Knowledge, type KnowledgeOptions } from "../src/index.ts";
import { makePdf } from "./make-pdf.ts";
import { newFolder, topicModel } from "./support.ts";

let root: string;

beforeEach(async () => {
  root = await newFolder();
});

function knowledgeOf(sources: KnowledgeOptions["sources"], rest: Partial<KnowledgeOptions> = {}): Knowledge {
  return new Knowledge({ sources, root, ...rest });
}

async function write(name: string, content: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(path.join(root, name)), { recursive: true });
  await writeFile(path.join(root, name), content);
}

describe("knowledge", () => {
  it("finds in texts, Markdown, CSV, JSON, JSON lines, PDF and plain files, and says where", async () => {
    await write("guide.md", "# Refunds\n\nAsk first.\n\n## Limits\n\nAbove 100 euro a manager signs.\n");
    await write("prices.csv", 'item,price\n"Kayak, red",400\nPaddle,"25 ""new"""\n');
    await write("people.json", '[{"name":"Ann","desk":{"room":"Harbour"}},{"name":"Ben"}]');
    await write("log.jsonl", '{"event":"storm"}\n\n{"event":"calm"}\n');
    await write("notes.txt", "The lighthouse opens on Sunday.");
    await write("manual.pdf", makePdf(["How to moor a boat (safely)", "Anchors are heavy"]));
    const knowledge = knowledgeOf(["Tides turn twice a day", { folder: "." }]);
    const found = async (query: string): Promise<unknown> => {
      const { score: _score, ...match } = (await knowledge.search(query))[0] ?? { score: 0 };
      return match;
    };
    expect(await found("tides")).toEqual({ source: "text 1", text: "Tides turn twice a day" });
    expect(await found("who signs above 100 euro?")).toEqual({
      source: "guide.md",
      heading: "Refunds > Limits",
      text: "Refunds > Limits\n\nAbove 100 euro a manager signs.",
    });
    expect(await found("price of a paddle")).toEqual({
      source: "prices.csv",
      text: 'item: Kayak, red; price: 400\nitem: Paddle; price: 25 "new"',
    });
    expect(await found("harbour")).toMatchObject({
      source: "people.json",
      text: expect.stringContaining("desk.room: Harbour"),
    });
    expect(await found("storm")).toMatchObject({ source: "log.jsonl" });
    expect(await found("lighthouse")).toMatchObject({ source: "notes.txt" });
    expect(await found("anchors")).toEqual({ source: "manual.pdf", page: 2, text: "Anchors are heavy" });
    expect(await found("moor a boat safely")).toMatchObject({ page: 1 });
    await knowledge.close();
  });

  it("reads again what changed, forgets what is gone, and leaves the rest alone", async () => {
    await write("a.txt", "alpha is here");
    await write("b.txt", "beta is here");
    const embedder = topicModel({ greek: ["alpha", "beta"] });
    const file = path.join(root, "index.db");
    const knowledge = knowledgeOf([{ folder: "." }], { file, embedder });
    expect(await knowledge.sync()).toEqual({ indexed: ["a.txt", "b.txt"], removed: [], unchanged: [], faults: [] });
    await write("a.txt", "gamma is here");
    await rm(path.join(root, "b.txt"));
    await write("c.md", "delta is here");
    expect(await knowledge.sync()).toEqual({
      indexed: ["a.txt", "c.md"],
      removed: ["b.txt"],
      unchanged: [],
      faults: [],
    });
    expect((await knowledge.search("alpha beta gamma", { minScore: 0.2 })).map((match) => match.source)).toEqual([
      "a.txt",
    ]);
    await knowledge.close();
    embedder.calls.length = 0;
    await utimes(path.join(root, "a.txt"), 1, 1);
    const again = knowledgeOf([{ folder: "." }], { file, embedder });
    expect(await again.sync()).toMatchObject({ indexed: [], unchanged: ["a.txt", "c.md"] });
    expect(embedder.calls).toEqual([]);
    await again.close();
    const otherModel = { ...topicModel({ greek: ["gamma"] }), modelId: "other" };
    const third = knowledgeOf([{ folder: "." }], { file, embedder: otherModel });
    expect(await third.sync()).toMatchObject({ indexed: ["a.txt", "c.md"] });
    await third.close();
  });

  it("names every source that cannot be read, and searches the others", async () => {
    await write("broken.json", "{");
    await write("open.csv", 'a,b\n1,"2');
    await write("bytes.txt", Uint8Array.from([0xff, 0xfe, 0x00]));
    await write("bad.pdf", "%PDF-1.4 no");
    await write("big.txt", "x".repeat(2000));
    await write("odd.xyz", "?");
    await write("good.txt", "the good one");
    const outside = await newFolder();
    await writeFile(path.join(outside, "secret.txt"), "secret");
    await symlink(path.join(outside, "secret.txt"), path.join(root, "link.txt"));
    const files = ["broken.json", "open.csv", "bytes.txt", "bad.pdf", "big.txt", "odd.xyz", "good.txt", "link.txt"];
    const sources = [...files, path.join(outside, "secret.txt"), "../x.txt", "gone.txt"].map((file) => ({ file }));
    const knowledge = knowledgeOf(sources, { maxFileBytes: 1000 });
    const error = await knowledge.sync().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "knowledge_sources_failed" });
    const { faults } = error as { faults: { path: string; message: string }[] };
    expect(faults.map((fault) => fault.path).sort()).toEqual(
      sources
        .map((_, index) => `sources[${index}]`)
        .filter((at) => at !== "sources[6]")
        .sort(),
    );
    const said = new Map(faults.map((fault) => [fault.path, fault.message]));
    expect(said.get("sources[1]")).toContain("line 2 is never closed");
    expect(said.get("sources[2]")).toContain("no UTF-8");
    expect(said.get("sources[4]")).toContain("maxFileBytes");
    for (const index of [7, 8]) expect(said.get(`sources[${index}]`)).toContain("outside of the root");
    expect((await knowledge.search("good secret")).map((match) => match.source)).toEqual(["good.txt"]);
    await knowledge.close();
    const nothing = knowledgeOf([{ file: "gone.txt" }]);
    const events = recordEvents();
    await expect(nothing.search("x")).rejects.toMatchObject({ code: "knowledge_sources_failed" });
    expect(events.types()).toEqual(["knowledge_query_started", "knowledge_query_failed"]);
    events.stop();
    await nothing.close();
  });

  it("keeps two collections in one file apart", async () => {
    const file = path.join(root, "index.db");
    const one = knowledgeOf(["cats purr"], { name: "one", file });
    const two = knowledgeOf(["cats hunt"], { name: "two", file });
    await Promise.all([one.sync(), two.sync()]);
    expect((await one.search("cats")).map((match) => match.text)).toEqual(["cats purr"]);
    expect((await two.search("cats")).map((match) => match.text)).toEqual(["cats hunt"]);
    await Promise.all([one.close(), two.close()]);
  });

  it.each([
    [{ sources: [] }, "sources"],
    [{ sources: [""] }, "sources.0"],
    [{ sources: [{ file: "a", folder: "b" }] }, "sources.0"],
    [{ sources: [{ text: "a", type: "pdf" }] }, "sources.0"],
    [{ sources: ["a"], chunk: { size: 100, overlap: 90 } }, "chunk"],
    [{ sources: ["a"], embedder: { embed: 1 } }, "embedder"],
    [{ sources: ["a"], source: 1 }, "source"],
  ])("refuses the options %j", (options, at) => {
    expect(() => new Knowledge(options as never)).toThrow(
      expect.objectContaining({ faults: [expect.objectContaining({ path: at })] }),
    );
  });
});
