import { startOpenAiServer } from "@boathook/testing/servers";
import { describe, expect, it } from "@jest/globals";
import { ConfigurationError } from "@boathook/kernel";

import { AiSdkModel, llm, ModelResolverService, ProviderNotInstalledError, supportsTools } from "../../src/index.ts";
import { loadPackage } from "../../src/providers/load-package.ts";
import { handMade, V2, V3 } from "../support/hand-made-model.ts";
import { withServices } from "../support/recording.ts";
import { Scripted } from "../support/scripted.ts";

function faultsOf(make: () => unknown): unknown {
  try {
    return make();
  } catch (thrown) {
    return ConfigurationError.is(thrown) ? thrown.faults.map(({ path, message }) => [path, message]) : thrown;
  }
}

async function messageOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => "no failure",
    (thrown: unknown) => (thrown as Error).message,
  );
}

const notInstalled = "@boathook/no-such-provider";

describe("a source", () => {
  it.each([
    ["gpt-4o-mini", 'did you mean "openai/gpt-4o-mini"?'],
    ["claude-sonnet-4", 'did you mean "anthropic/claude-sonnet-4"?'],
    ["openia/gpt-4o", 'did you mean "openai"?'],
    ["openai/", 'did you mean "openai"?'],
    ["offlin", 'did you mean "offline"?'],
    ["constructor/x", 'known: "openai"'],
  ])("the unknown name %s is refused with a suggestion", async (name, suggestion) => {
    const message = await messageOf(llm(name).call("hi"));
    expect(message).toContain(`"${name}" names no model that is known`);
    expect(message).toContain(suggestion);
  });

  it("without a key is refused before any call, naming the variable", async () => {
    const server = await startOpenAiServer();
    const kept = process.env.OPENAI_API_KEY;
    try {
      delete process.env.OPENAI_API_KEY;
      const model = llm({ model: "openai/gpt-4o-mini", baseUrl: server.url });
      expect(await messageOf(model.call("hi"))).toContain("Set the environment variable OPENAI_API_KEY");
      process.env.OPENAI_API_KEY = "  ";
      expect(await messageOf(model.call("hi"))).toContain("OPENAI_API_KEY");
      expect(server.requests).toEqual([]);
      // What was missing may come: nothing remembers the failure.
      process.env.OPENAI_API_KEY = "from-the-environment";
      server.reply("hello");
      expect((await model.call("hi")).text).toBe("hello");
      expect(server.requests[0]?.headers.authorization).toBe("Bearer from-the-environment");
    } finally {
      if (kept === undefined) delete process.env.OPENAI_API_KEY;
      else process.env.OPENAI_API_KEY = kept;
      await server.close();
    }
  });

  it("whose package is missing says how to install it; another failure of the import passes as it is", async () => {
    const missing = {
      packageName: "@boathook/no-such-provider",
      range: "3",
      load: () => import(notInstalled),
    };
    const failure: unknown = await loadPackage(missing, "acme/m").catch((thrown: unknown) => thrown);
    expect(ProviderNotInstalledError.is(failure)).toBe(true);
    expect(failure).toMatchObject({
      code: "provider_not_installed",
      packageName: "@boathook/no-such-provider",
      message: expect.stringContaining("npm install @boathook/no-such-provider@3"),
    });
    const other = loadPackage({ ...missing, packageName: "@boathook/another" }, "acme/m");
    await expect(other).rejects.not.toMatchObject({ code: "provider_not_installed" });
  });

  it("that is no model is refused when it is given, with everything that is wrong", () => {
    expect(faultsOf(() => llm(undefined as never))).toEqual([["", expect.stringContaining("got undefined")]]);
    expect(faultsOf(() => llm(" "))).toEqual([["", expect.stringContaining("got an empty text")]]);
    expect(faultsOf(() => llm([]))).toEqual([["", expect.stringContaining("at least one model")]]);
    expect(faultsOf(() => llm(["offline", 5 as never]))).toEqual([["1", expect.stringContaining("got 5")]]);
    expect(faultsOf(() => llm({ ...handMade(V2, {}), specificationVersion: "v1" } as never))).toEqual([
      ["", expect.stringContaining("specification v2, v3 or v4, got v1")],
    ]);
    expect(faultsOf(() => llm({ specificationVersion: "v3" } as never))).toEqual([
      ["", expect.stringContaining("without doGenerate")],
    ]);
    const options = { model: "", baseUrl: "ftp://x", temperature: -1, timeoutMs: 0, maxRetries: 1.5, tempature: 1 };
    expect(faultsOf(() => llm([options as never]))).toEqual(
      expect.arrayContaining([
        ["0.model", expect.any(String)],
        ["0.baseUrl", "expected an http or https URL"],
        ["0.temperature", expect.any(String)],
        ["0.timeoutMs", expect.any(String)],
        ["0.maxRetries", expect.any(String)],
        ["0.tempature", "unknown option"],
      ]),
    );
  });

  it("a model object with settings takes no address and key", () => {
    const model = handMade(V3, {});
    expect(faultsOf(() => llm({ model, apiKey: "k", baseUrl: "http://x.test", api: "chat" }))).toEqual([
      ["baseUrl", expect.stringContaining("has that in itself")],
      ["apiKey", expect.stringContaining("has that in itself")],
      ["api", expect.stringContaining("has that in itself")],
    ]);
  });

  it("takes undefined for every setting", async () => {
    const model = handMade(V3, { content: [{ type: "text", text: "yes" }] });
    const options = { model, temperature: undefined, headers: undefined, timeoutMs: undefined, api: undefined };
    expect((await llm(options).call("hi")).text).toBe("yes");
  });

  it("an Llm stays the same Llm", () => {
    const model = llm("openai/gpt-4o-mini");
    expect(llm(model)).toBe(model);
    expect(model.modelId).toBe("openai/gpt-4o-mini");
  });
});

describe("the resolver of a runtime", () => {
  const more = (resolve: unknown): ReadonlyMap<unknown, unknown> => new Map([[ModelResolverService, resolve]]);

  it("finds the models of names, asked once, with the options given", async () => {
    const asked: unknown[] = [];
    const resolve = (name: string, connection: unknown): Scripted => {
      asked.push([name, connection]);
      return new Scripted(["one", "two"]);
    };
    const model = llm({ model: "house", temperature: 0.2 });
    const texts = await withServices({ more: more(resolve) }, async () => [
      (await model.call("a")).text,
      (await model.call("b")).text,
    ]);
    expect([texts, asked]).toEqual([["one", "two"], [["house", { temperature: 0.2 }]]]);
  });

  it("may give a model object, which gets the settings, or a promise", async () => {
    const seen: object[] = [];
    const object = handMade(V3, { content: [{ type: "text", text: "from afar" }], asked: seen });
    const model = llm({ model: "house", temperature: 0.2 });
    const resolve = (): Promise<unknown> => Promise.resolve(object);
    expect((await withServices({ more: more(resolve) }, () => model.call("a"))).text).toBe("from afar");
    expect(seen[0]).toMatchObject({ temperature: 0.2 });
  });

  it("of another runtime is asked anew", async () => {
    const model = llm("house");
    const first = (): Scripted => new Scripted(["first"]);
    const second = (): Scripted => new Scripted(["second"]);
    expect((await withServices({ more: more(first) }, () => model.call("a"))).text).toBe("first");
    expect((await withServices({ more: more(second) }, () => model.call("a"))).text).toBe("second");
  });

  it("that gives no model is named", async () => {
    const call = withServices({ more: more(() => 5) }, () => llm("house").call("a"));
    expect(await messageOf(call)).toContain('the model resolver gave no model for "house", but 5');
  });
});

describe("supportsTools", () => {
  class NoTools extends Scripted {
    override readonly supportsTools = false;
  }

  it("is false as soon as one model of a list cannot", () => {
    const able = new Scripted([]);
    expect(supportsTools(llm(able))).toBe(true);
    expect(supportsTools(llm([able, new NoTools([])]))).toBe(false);
    expect(supportsTools(llm(new AiSdkModel(handMade(V2, {}))))).toBe(true);
    const throws = new Map<unknown, unknown>([
      [
        ModelResolverService,
        () => {
          throw new TypeError("no");
        },
      ],
    ]);
    expect(withServices({ more: throws }, () => supportsTools(llm("house")))).toBe(true);
  });
});
