import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";

import { boathook, boathookEach, errorOf, folderWith, removeFolder } from "./boathook.ts";

jest.setTimeout(120_000);

let folder = "";
beforeAll(async () => {
  folder = await folderWith({ "notes.txt": "no crew", "broken.yaml": "name: [", "crew.yaml": "tasks: {}" });
});
afterAll(() => removeFolder(folder));

test("the help names every command", async () => {
  const { code, out } = await boathook([], folder);
  expect(code).toBe(0);
  for (const name of ["run", "create", "hooks:list", "hooks:doctor", "trust", "memory:search", "checkpoint:resume"]) {
    expect(out).toContain(`  ${name} `);
  }
});

const WRONG_CALLS: readonly (readonly [args: readonly string[], message: RegExp])[] = [
  [["hook:list"], /no command "hook:list"; did you mean "hooks:list"\?/],
  [["hooks:list", "--evnt", "pre_turn"], /Unknown option '--evnt'.*--event/],
  [["hooks:list", "--event", "PreTurn"], /no event "PreTurn"; did you mean "pre_turn"\?/],
  [
    ["hooks:toggle", "--event", "pre_turn", "--hook-id", "x", "--enabled", "--no-enabled"],
    /only one of --enabled, --no-enabled/,
  ],
  [["hooks:toggle", "--event", "pre_turn", "--hook-id", "x"], /Give --enabled, --no-enabled or --reset/],
  [["hooks:toggle", "--event", "pre_turn", "--enabled"], /--hook-id: give the id of a hook/],
  [["hooks:test", "--event", "PreToolUs"], /did you mean "PreToolUse"/],
  [["hooks:test", "--event", "pre_turn", "--payload", "{"], /--payload: expected a JSON object/],
  [["hooks:test", "--event", "PreToolUse", "--input", "gone.json"], /--input: "gone.json" cannot be read/],
  [["hooks:test", "--event", "pre_turn", "--real"], /is a lifecycle event/],
  [["run"], /Missing required argument 'file'/],
  [["run", "gone.yaml"], /there is no file "gone.yaml"/],
  [["run", "notes.txt"], /expected a .yaml, .json, .ts or .js file/],
  [["run", "crew.yaml", "--inputs", "[1]"], /--inputs: expected a JSON object, like/],
  [["run", "crew.yaml", "--model", "x", "--offline"], /only one of --model, --offline/],
  [["create", "crw", "x"], /no kind of project "crw"; did you mean "crew"\?/],
  [["create", "crew", "../x"], /--name: expected a name of small letters/],
  [["memory:forget"], /Say which: --id/],
  [["memory:reset"], /say --yes/],
  [["memory:list", "--limit", "many"], /--limit: expected a whole number/],
  [["checkpoint:list", "--status", "done"], /no status "done"/],
];

test("a wrong call is exit code 2 and says what is wrong", async () => {
  const all = await boathookEach(
    WRONG_CALLS.map(([args]) => [...args, "--json"]),
    folder,
  );
  for (const [index, [args, message]] of WRONG_CALLS.entries()) {
    const ended = all[index];
    expect({ args, code: ended?.code, err: ended?.err }).toEqual({ args, code: 2, err: "" });
    expect(errorOf(ended)).toMatchObject({ code: "usage", message: expect.stringMatching(message) });
  }
});

test("what fails is one sentence and exit code 1; the stack is shown when asked for", async () => {
  const short = await boathook(["run", "broken.yaml"], folder);
  expect(short).toMatchObject({ code: 1, out: "" });
  expect(short.err).toContain("broken.yaml:1");
  expect(short.err).not.toContain("    at ");
  const long = await boathook(["run", "broken.yaml", "--verbose"], folder);
  expect(long.err).toContain("    at ");
});
