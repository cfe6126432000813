import { writeFile } from "node:fs/promises";
import path from "node:path";

import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { z } from "zod";

import { boathookEach, dataOf, errorOf, folderWith, removeFolder } from "./boathook.ts";

jest.setTimeout(120_000);

const PROFILE = {
  id: "mia",
  role: "Helper",
  instructions: "Help.",
  hooks: [
    {
      id: "no-secrets",
      event: "pre_turn",
      enabled: true,
      priority: 5,
      action: "filter",
      config: { patterns: ["password"] },
    },
  ],
};
const item = z.strictObject({
  id: z.string(),
  event: z.string(),
  priority: z.number(),
  mode: z.enum(["sequential", "parallel"]),
  enabled: z.boolean(),
  source: z.string(),
  agent_id: z.string(),
  timeout_seconds: z.number(),
  toggled: z.boolean(),
});
const listed = z.strictObject({
  items: z.array(item),
  page: z.strictObject({ total: z.number(), hasMore: z.boolean() }),
});
const toggled = z.strictObject({ changed: z.boolean(), items: z.array(item) });

const DENY = `#!/bin/sh\ncat > /dev/null\necho '{"decision":"deny","reason":"not this one"}'\n`;
const HOOKS = `hooks:
  PreToolUse:
    - matcher: delete_file
      hooks:
        - type: command
          command: sh deny.sh
  Setup:
    - hooks:
        - type: command
          command: "true"
`;

let folder = "";
beforeAll(async () => {
  folder = await folderWith({
    "assistant.json": JSON.stringify(PROFILE),
    "hooks.yaml": HOOKS,
    "deny.sh": DENY,
    "call.json": JSON.stringify({ hook_event_name: "PreToolUse", tool_name: "delete_file", tool_input: { path: "x" } }),
    "other.json": JSON.stringify({ tool_name: "read_file", tool_inputs: {} }),
  });
});
afterAll(() => removeFolder(folder));

test("lifecycle hooks are listed in order, switched for good, and tried", async () => {
  const id = ["--event", "pre_turn", "--hook-id", "no-secrets", "--json"];
  const payload = JSON.stringify({ turn: { text: "my password is x" } });
  const [all, off, again, none, tried, back, missing, missingAgent] = await boathookEach(
    [
      ["hooks:list", "--json"],
      ["hooks:toggle", ...id, "--no-enabled"],
      ["hooks:toggle", ...id, "--no-enabled"],
      ["hooks:list", "--event", "pre_turn", "--agent", "mia", "--json"],
      ["hooks:test", "--event", "pre_turn", "--payload", payload, "--json"],
      ["hooks:toggle", ...id, "--reset"],
      ["hooks:toggle", "--event", "pre_turn", "--hook-id", "gone", "--enabled", "--json"],
      ["hooks:list", "--agent", "max", "--json"],
    ],
    folder,
  );
  const { items, page } = dataOf(listed, all);
  expect(items.map(({ event, id: name, enabled }) => [event, name, enabled])).toEqual([
    ["pre_turn", "no-secrets", true],
    ["pre_turn", "builtin:knowledge_retrieval", true],
    ["turn_complete", "builtin:process_turn_memories", true],
  ]);
  expect(page).toEqual({ total: 3, hasMore: false });
  expect(dataOf(toggled, off)).toMatchObject({ changed: true, items: [{ enabled: false, toggled: true }] });
  expect(dataOf(toggled, again).changed).toBe(false);
  expect(dataOf(listed, none).items).toMatchObject([{ id: "no-secrets", enabled: false }, {}]);
  expect(
    dataOf(z.looseObject({ agents: z.array(z.looseObject({ ran: z.array(z.string()) })) }), tried).agents,
  ).toMatchObject([{ agent_id: "mia", status: "completed", ran: ["builtin:knowledge_retrieval"] }]);
  expect(dataOf(toggled, back)).toMatchObject({ changed: true, items: [{ enabled: true, toggled: false }] });
  expect([missing?.code, errorOf(missing).code]).toEqual([1, "hook_not_found"]);
  expect([missingAgent?.code, errorOf(missingAgent).code]).toEqual([2, "usage"]);
});

test("a filter that is on skips the turn that is tried", async () => {
  const payload = JSON.stringify({ turn: { text: "my password is x" } });
  const [tried] = await boathookEach([["hooks:test", "--event", "pre_turn", "--payload", payload, "--json"]], folder);
  const { agents } = dataOf(z.looseObject({ agents: z.array(z.looseObject({ status: z.string() })) }), tried);
  expect(agents).toMatchObject([{ status: "skipped", by: "no-secrets", ran: ["no-secrets"] }]);
});

const matched = z.array(z.strictObject({ place: z.string(), matcher: z.string(), actions: z.array(z.unknown()) }));
const dry = z.strictObject({ event: z.string(), real: z.literal(false), matched, untrusted: z.array(z.string()) });

test("skill hooks run when the project is trusted, and no longer when a file was changed", async () => {
  const call = ["hooks:test", "--event", "PreToolUse", "--input", "call.json", "--json"];
  const [before, trusted, list, doctor, plan, real, other] = await boathookEach(
    [
      call,
      ["trust", "--json"],
      ["trust", "--list"],
      ["hooks:doctor", "--json"],
      call,
      [...call, "--real"],
      ["hooks:test", "--event", "PreToolUse", "--input", "other.json", "--json"],
    ],
    folder,
  );
  expect(dataOf(dry, before)).toMatchObject({ matched: [], untrusted: [expect.stringContaining("hooks.yaml")] });
  expect(dataOf(z.looseObject({ trusted: z.array(z.string()) }), trusted).trusted).toEqual([
    path.join(folder, "hooks.yaml"),
  ]);
  expect(list?.out).toContain(path.join(folder, "hooks.yaml"));
  const report = dataOf(
    z.strictObject({
      projectDir: z.string(),
      files: z.array(z.looseObject({ file: z.string(), status: z.string() })),
      rules: z.array(z.looseObject({ event: z.string() })),
      faults: z.array(z.unknown()),
      notices: z.array(z.looseObject({ message: z.string() })),
    }),
    doctor,
  );
  expect(report.rules).toMatchObject([{ event: "PreToolUse", matcher: "delete_file", place: "hooks.yaml:3" }]);
  expect(report.notices.map(({ message }) => message).join()).toContain('"Setup" never fires here');
  expect(dataOf(dry, plan).matched).toHaveLength(1);
  expect(dataOf(z.looseObject({ decision: z.unknown() }), real)).toMatchObject({
    real: true,
    decision: { decision: "deny", reason: "not this one" },
    parts: [{ type: "command", status: "answered", decision: "deny" }],
  });
  expect(errorOf(other).message).toContain('did you mean "tool_input"?');

  await writeFile(path.join(folder, "hooks.yaml"), `${HOOKS}# changed\n`);
  const [changed] = await boathookEach([call], folder);
  expect(dataOf(dry, changed).matched).toEqual([]);

  const [revoked, empty] = await boathookEach(
    [
      ["trust", "--revoke"],
      ["trust", "--list"],
    ],
    folder,
  );
  expect(revoked?.out).toContain("Not trusted any more");
  expect(empty?.out).toBe("Nothing is trusted.\n");
});

test("the doctor names what is wrong with its line, and fails", async () => {
  const bad = await folderWith({ "hooks.yaml": "hooks:\n  PreToolUs: []\n" });
  const [, doctor] = await boathookEach([["trust"], ["hooks:doctor"]], bad);
  expect(doctor).toMatchObject({ code: 1, err: "" });
  expect(doctor?.out).toMatch(/hooks\.yaml:2.*PreToolUs/);
  await removeFolder(bad);
});
