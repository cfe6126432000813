import { afterEach, describe, expect, it } from "@jest/globals";

import { clearAllHooks, dispatch, on, sanitizeToolName, type HookFilters, type HookPoints } from "../../src/index.ts";
import { inputContext, llmContext, stepContext, toolContext } from "../support/contexts.ts";
import { dispatchesOf } from "../support/recorders.ts";

afterEach(clearAllHooks);

function runs<P extends keyof HookPoints>(point: P, filters: HookFilters, context: HookPoints[P]["context"]): boolean {
  clearAllHooks();
  let ran = false;
  on(point, filters, () => {
    ran = true;
  });
  void dispatch(point, context);
  return ran;
}

describe("the filter tools", () => {
  it.each([
    ["web_search", true],
    ["Web Search", true],
    ["webSearch", true],
    ["web_search_2", false],
    ["", false],
    ["日本", false],
  ])("compares sanitised names on both sides: %j", (toolName, expected) => {
    expect(runs("pre_tool_call", { tools: ["WebSearch", "other"] }, toolContext({ toolName }))).toBe(expected);
  });

  it("also looks at the tool's own name: a second tool of that name is shown to models with a number", () => {
    const second = { toolName: "delete_file_2", tool: { name: "deleteFile" } } as Partial<
      HookPoints["post_tool_call"]["context"]
    >;
    expect(runs("pre_tool_call", { tools: ["delete_file"] }, toolContext(second))).toBe(true);
    expect(runs("pre_tool_call", { tools: ["other"] }, toolContext(second))).toBe(false);
  });

  it("lets a hook run where there is no tool name, unless it is strict (A21)", () => {
    const nameless = toolContext({ toolName: undefined as never });
    expect(runs("pre_tool_call", { tools: ["a"] }, nameless)).toBe(true);
    expect(runs("pre_tool_call", { tools: ["a"], strict: true }, nameless)).toBe(false);
    expect(runs("input", { tools: ["a"] }, inputContext())).toBe(true);
  });
});

describe("the filter agents", () => {
  const agent = (role: unknown): { agent: unknown } => ({ agent: { role } });
  it.each<[string, Partial<HookPoints["post_model_call"]["context"]>, boolean, boolean]>([
    ["no agent, no role", {}, true, false],
    ["no agent, the role", { agentRole: "Writer" }, true, true],
    ["no agent, another role", { agentRole: "Editor" }, false, false],
    ["the agent", agent("Writer"), true, true],
    ["another agent", agent("Editor"), false, false],
    ["another spelling", agent("writer"), false, false],
    ["an agent whose role wins over agentRole", { ...agent("Editor"), agentRole: "Writer" }, false, false],
    ["an agent without a role, but agentRole", { ...agent(undefined), agentRole: "Writer" }, true, true],
    ["an agent without a role", agent(undefined), true, false],
  ])("with %s", (_name, fields, runsLoosely, runsStrictly) => {
    const filters = { agents: ["Writer", "Reader"] };
    expect([
      runs("pre_model_call", filters, llmContext(fields)),
      runs("pre_model_call", { ...filters, strict: true }, llmContext(fields)),
    ]).toEqual([runsLoosely, runsStrictly]);
  });
});

describe("filters together", () => {
  it("must all pass; empty lists filter nothing", () => {
    const context = toolContext({ toolName: "a", agentRole: "Writer" });
    expect([
      runs("pre_tool_call", { tools: ["a"], agents: ["Writer"] }, context),
      runs("pre_tool_call", { tools: ["a"], agents: ["Editor"] }, context),
      runs("pre_tool_call", { tools: ["b"], agents: ["Writer"] }, context),
      runs("pre_tool_call", { tools: [], agents: [], kinds: [] }, context),
    ]).toEqual([true, false, false, true]);
  });

  it("take kinds of steps", () => {
    expect([
      runs("post_step", { kinds: ["flow_method"] }, stepContext()),
      runs("post_step", { kinds: ["task"] }, stepContext()),
      runs("input", { kinds: ["task"] }, inputContext()),
    ]).toEqual([true, false, true]);
  });

  it("that keep a hook out leave it counted, and the dispatch proceeded", async () => {
    on("pre_tool_call", { tools: ["other"] }, () => false);
    const [event] = await dispatchesOf(() => dispatch("pre_tool_call", toolContext()));
    expect(event).toMatchObject({ hookCount: 1, outcome: "proceeded" });
  });
});

describe("sanitizeToolName", () => {
  it.each([
    ["Delete File", "delete_file"],
    ["deleteFile", "delete_file"],
    ["DeleteFile", "delete_file"],
    ["delete-file", "delete_file"],
    ["HTTPServer", "http_server"],
    ["getURLFromAPI", "get_url_from_api"],
    ["it's a tool", "its_a_tool"],
    ['say "x"', "say_x"],
    ["Café Tool", "cafe_tool"],
    ["tool__2", "tool_2"],
    ["__tool__", "tool"],
    ["A1B2", "a1b2"],
    ["日本", ""],
    ["", ""],
    ["mcp.server/read:file", "mcp_server_read_file"],
    ["a".repeat(64), "a".repeat(64)],
    ["a".repeat(70), `${"a".repeat(55)}_6bd5e503`],
    [`${"a".repeat(54)}_${"b".repeat(20)}`, expect.stringMatching(/^a{54}_[0-9a-f]{8}$/)],
  ])("of %j is %j", (name, sanitized) => {
    expect(sanitizeToolName(name)).toEqual(sanitized);
    expect(sanitizeToolName(name)).toEqual(sanitized); // the second time from memory
  });

  it("of a sanitised name is that name", () => {
    for (const name of ["deleteFile", "HTTPServer", "a".repeat(70)]) {
      const once = sanitizeToolName(name);
      expect(sanitizeToolName(once)).toBe(once);
    }
  });

  it("comes to an end on names that a model made up", () => {
    expect(sanitizeToolName("A".repeat(300_000))).toMatch(/^a{55}_[0-9a-f]{8}$/);
    expect(sanitizeToolName("_A".repeat(200_000))).toHaveLength(64);
  });
});
