import { describe, expect, it } from "@jest/globals";
import { Flow, Start } from "@boathook/flow";
import { acceptsMedia, llm, type ContentPart, type ModelRequest } from "@boathook/models";
import { callTool, ScriptedModel, type ScriptedReply } from "@boathook/testing";
import { tool, type Tool } from "@boathook/tools";
import { z } from "zod";

import { Agent, Crew, Task } from "../../src/index.ts";
import { folderWith } from "../files.ts";
import { echo } from "../support.ts";
import { bench, lastMessage, named } from "./support.ts";

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const PDF = new TextEncoder().encode("%PDF-1.7 …");

/** A scripted model that takes files. */
class SeeingModel extends ScriptedModel {
  override readonly mediaTypes: readonly string[];
  constructor(replies: readonly ScriptedReply[], mediaTypes: readonly string[] = ["image/*", "application/pdf"]) {
    super({ replies });
    this.mediaTypes = mediaTypes;
  }
}

function partsOf(request: ModelRequest | undefined): readonly ContentPart[] {
  const content = request?.messages.findLast(({ role }) => role === "user")?.content;
  return typeof content === "string" || content === undefined ? [] : content;
}

function namesOf(request: ModelRequest | undefined): string[] {
  return partsOf(request).map((part) => (part.type === "file" ? (part.name ?? "?") : (part.text.split("\n")[0] ?? "")));
}

describe("input files", () => {
  it("are shown to the model: texts as text, images and PDF as they are, and the prompt lists them", async () => {
    const folder = await folderWith({ "notes.md": "# Notes {x} $&", "picture.bin": PNG });
    const model = new SeeingModel(["done"]);
    const { crew } = bench(
      [],
      { inputFiles: { notes: `${folder}/notes.md`, picture: `${folder}/picture.bin`, paper: PDF } },
      { model },
    );
    await crew.kickoff();
    const [request] = model.requests;
    expect(partsOf(request).slice(1)).toEqual([
      { type: "text", text: "File notes (text/markdown):\n# Notes {x} $&" },
      { type: "file", mediaType: "image/png", data: PNG, name: "picture" },
      { type: "file", mediaType: "application/pdf", data: PDF, name: "paper" },
    ]);
    expect(partsOf(request)[0]).toMatchObject({
      text: expect.stringContaining(
        "Files at hand:\n- notes (text/markdown)\n- picture (image/png)\n- paper (application/pdf)",
      ),
    });
    expect(request?.tools).toEqual([]);
  });

  it("on the web are left to the service, those in a data URL are taken out of it", async () => {
    const model = new SeeingModel(["done"]);
    const inputFiles = { web: "https://example.org/a.png?size=1", inline: "data:image/png;base64,iVBORw0KGgo=" };
    await bench([], { inputFiles }, { model }).crew.kickoff();
    expect(partsOf(model.requests[0]).slice(1)).toMatchObject([
      { mediaType: "image/png", data: "https://example.org/a.png?size=1" },
      { mediaType: "image/png", data: PNG.slice(0, 8) },
    ]);
  });

  it("come from the flow around, the kickoff, the inputs and the task; the later wins", async () => {
    const model = new SeeingModel(["done"]);
    const text = (value: string): Uint8Array => new TextEncoder().encode(value);
    const { crew } = bench([], { inputFiles: { d: text("task") } }, { model });
    class Around extends Flow {
      @Start() run(): Promise<unknown> {
        const files = { b: text("kickoff"), c: text("kickoff"), d: text("kickoff") };
        return crew.kickoff({ c: text("input"), d: text("input") }, { inputFiles: files });
      }
    }
    await new Around().kickoff({}, { inputFiles: { a: text("flow"), b: text("flow") } });
    expect(partsOf(model.requests[0]).slice(1)).toMatchObject([
      { text: "File a (text/plain):\nflow" },
      { text: "File b (text/plain):\nkickoff" },
      { text: "File c (text/plain):\ninput" },
      { text: "File d (text/plain):\ntask" },
    ]);
  });

  it("of one kickoff are not seen by another one", async () => {
    const model = new SeeingModel(["1", "2"]);
    const { crew } = bench([], {}, { model });
    await crew.kickoff({}, { inputFiles: { a: PNG } });
    await crew.kickoff();
    expect(model.requests.map(namesOf)).toEqual([["Task: Do it", "a"], []]);
  });

  it("are there again in a retry", async () => {
    const model = new SeeingModel(["no", "yes"]);
    const guardrail = ({ raw }: { raw: string }) =>
      raw === "yes" ? { ok: true as const } : { ok: false as const, error: "no" };
    await bench([], { inputFiles: { a: PNG }, guardrail }, { model }).crew.kickoff();
    expect(model.requests[1]?.messages[1]).toEqual(model.requests[0]?.messages[1]);
  });
});

describe("read_file", () => {
  it("reads what the model cannot be shown", async () => {
    const { crew, model } = bench([callTool("read_file", { name: "picture" }), "done"], {
      inputFiles: { picture: PNG },
    });
    await crew.kickoff();
    expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(["read_file"]);
    expect(lastMessage(model, 0)).toContain("- picture (image/png): use read_file");
    expect(lastMessage(model, 1)).toBe(
      `It is no text (image/png, 11 bytes); as base64:\n${Buffer.from(PNG).toString("base64")}`,
    );
  });

  it("reads a long text piece by piece", async () => {
    const long = "äbc\n".repeat(30_000);
    const replies = [
      callTool("read_file", { name: "long" }),
      callTool("read_file", { name: "long", offset: 100_000 }),
      "done",
    ];
    const { crew, model } = bench(replies, { inputFiles: { long: new TextEncoder().encode(long) } });
    await crew.kickoff();
    expect(lastMessage(model, 1)).toBe(`${long.slice(0, 50_000)}\n[70000 more characters; go on with offset 50000]`);
    expect(lastMessage(model, 2)).toBe(long.slice(100_000));
  });

  it("says which files there are to a model that names another one, and no path is ever followed", async () => {
    const { crew, model } = bench([callTool("read_file", { name: "/etc/passwd" }), "done"], {
      inputFiles: { picture: PNG },
    });
    await crew.kickoff();
    expect(lastMessage(model, 1)).toContain('there is no file "/etc/passwd"; there are: "picture"');
  });

  it("stands beside the agent's own tools, under another name where one of them has it", async () => {
    const own = tool({ name: "read_file", description: "r", inputSchema: z.object({}), execute: () => "mine" });
    const toolsWith = async (tools: readonly Tool[]): Promise<unknown[]> => {
      const { crew, model } = bench(["done"], { inputFiles: { picture: PNG } }, { agent: { tools } });
      await crew.kickoff();
      const [request] = model.requests;
      return [request?.tools.map(({ name }) => name), /use (\w+)/.exec(lastMessage(model, 0))?.[1]];
    };
    expect(await toolsWith([echo])).toEqual([["echo", "read_file"], "read_file"]);
    expect(await toolsWith([own])).toEqual([["read_file", "read_input_file"], "read_input_file"]);
  });
});

describe("what a model takes", () => {
  it("is images and PDF for a model object, nothing for one written by hand, and what its options say", () => {
    const object = {
      specificationVersion: "v2" as const,
      provider: "p",
      modelId: "m",
      doGenerate: () => Promise.resolve({}),
      doStream: () => Promise.resolve({}),
    };
    const types = ["image/png", "application/pdf", "image/svg+xml", "audio/mpeg"];
    const taken = (model: Parameters<typeof llm>[0]): string[] =>
      types.filter((type) => acceptsMedia(llm(model), type));
    expect(taken(object)).toEqual(["image/png", "application/pdf"]);
    expect(taken({ model: object, mediaTypes: ["audio/*"] })).toEqual(["audio/mpeg"]);
    expect(taken("openai/gpt-4o-mini")).toEqual(["image/png", "application/pdf"]);
    expect(taken(new ScriptedModel({ replies: [] }))).toEqual([]);
    expect(taken([object, new ScriptedModel({ replies: [] })])).toEqual([]);
  });
});

describe("bad input files", () => {
  it("are reported together, before any model call", async () => {
    const folder = await folderWith({ "a.txt": "a" });
    const inputFiles = {
      gone: `${folder}/gone.txt`,
      folder,
      url: "https://",
      data: "data:oops",
      fine: `${folder}/a.txt`,
    };
    const { crew, model } = bench(["x"], { inputFiles });
    await expect(crew.kickoff()).rejects.toMatchObject({
      code: "invalid_configuration",
      faults: ["gone", "folder", "url", "data"].map((name) => ({
        path: `inputFiles.${name}`,
        message: expect.stringContaining("cannot be read"),
      })),
    });
    expect(model.requests).toEqual([]);
  });

  it("are refused by shape where a task or a kickoff is given them", async () => {
    expect(() => named("a", bench([]).agent, { inputFiles: { a: 7 as never, b: "" } })).toThrow(
      /inputFiles\.a.*\n.*inputFiles\.b/,
    );
    await expect(bench(["x"]).crew.kickoff({}, { inputFiles: { a: {} as never } })).rejects.toThrow("inputFiles.a");
  });

  it("of 21 MB are refused", async () => {
    const { crew } = bench(["x"], { inputFiles: { huge: new Uint8Array(21 * 1024 * 1024) } });
    await expect(crew.kickoff()).rejects.toThrow("at most 20971520 are read");
  });

  it("do not hinder a task whose agent answers in text mode", async () => {
    const model = new ScriptedModel({
      replies: ['Action: read_file\nAction Input: {"name":"n"}', "Final Answer: done"],
      supportsTools: false,
    });
    const agent = new Agent({ role: "R", goal: "g", backstory: "b", llm: model });
    const task = new Task({ description: "d", expectedOutput: "e", agent, inputFiles: { n: PNG } });
    expect((await new Crew({ tasks: [task] }).kickoff()).raw).toBe("done");
  });
});
