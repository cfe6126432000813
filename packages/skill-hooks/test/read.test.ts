import { describe, expect, it } from "@jest/globals";

import { loadHookFiles } from "../src/index.ts";
import { lines, load, project } from "./support.ts";

const GOOD = "- hooks: [{ type: command, command: echo ok }]";

describe("a hook file", () => {
  it("in YAML gives the rules of the documents' format, at the top or under `hooks`", async () => {
    const text = `PreToolUse:
  - matcher: "Edit|Write"
    hooks:
      - type: prompt
        prompt: check first
      - { type: command, command: ./check.sh, timeout: 5 }
Stop:
  ${GOOD}
`;
    for (const content of [text, `hooks:\n${text.replace(/^/gm, "  ")}`]) {
      const { rules, faults, notices } = await load("hooks.yaml", content);
      expect([faults, notices]).toEqual([[], []]);
      expect(
        rules.map(({ event, matcher, actions, source }) => [
          event,
          matcher,
          actions.map(({ kind, timeoutMs }) => [kind.type, timeoutMs]),
          source.format,
        ]),
      ).toEqual([
        [
          "PreToolUse",
          "Edit|Write",
          [
            ["prompt", 10_000],
            ["command", 5_000],
          ],
          "boathook",
        ],
        ["Stop", "", [["command", 10_000]], "boathook"],
      ]);
    }
  });

  it("of Claude Code gives the same rules in its own format, its limits in seconds, too", async () => {
    const settings = {
      permissions: { allow: ["Read"] },
      hooks: {
        PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "x", if: "Bash(git *)" }] }],
        Setup: [],
      },
    };
    const { rules, faults, notices } = await load(".claude/settings.json", JSON.stringify(settings));
    expect([lines(faults), lines(notices)]).toEqual([[], ['1: hooks.Setup: the event "Setup" never fires here']]);
    expect(rules.map(({ source, actions }) => [source.format, actions[0]?.timeoutMs])).toEqual([
      ["claude-code", 600_000],
    ]);
  });

  it("that is a skill's has them in its frontmatter, at the lines of the file", async () => {
    const skill = `---\nname: careful\ndescription: x\nhooks:\n  PreToolUse:\n    ${GOOD}\n  Pretooluse: []\n---\n# Careful\n`;
    const { rules, faults } = await load("skills/careful/SKILL.md", skill);
    expect([rules.map(({ place }) => place.split(":").pop()), lines(faults)]).toEqual([
      ["6"],
      ['7: hooks.Pretooluse: there is no event "Pretooluse" (did you mean "PreToolUse"?)'],
    ]);
  });

  it("may use anchors and merge keys", async () => {
    const { rules, faults } = await load(
      "hooks.yaml",
      `PreToolUse:\n  - &a\n    matcher: Bash\n    hooks: &h [{ type: command, command: x }]\n  - <<: *a\n    matcher: Edit\nStop:\n  - hooks: *h\n`,
    );
    expect([faults, rules.map(({ event, matcher }) => `${event} ${matcher}`)]).toEqual([
      [],
      ["PreToolUse Bash", "PreToolUse Edit", "Stop "],
    ]);
  });
});

describe("a mistake is named with its line and what was probably meant, and disarms nothing beside it", () => {
  it.each<[string, string, string[]]>([
    [
      "no inner `hooks`",
      "PreToolUse:\n  - { type: command, command: x }\n",
      ["2: PreToolUse.0: an action stands where a rule must be (put it into a list: hooks: [ … ])"],
    ],
    [
      "milliseconds",
      "PreToolUse:\n  - hooks: [{ type: command, command: x, timeout: 5000 }]\n",
      ["2: PreToolUse.0.hooks.0.timeout: 5000 seconds, where at most 300 are allowed (the unit is seconds: 5?)"],
    ],
    [
      "a unit in the limit",
      "PreToolUse:\n  - hooks: [{ type: command, command: x, timeout: 5s }]\n",
      ["2: PreToolUse.0.hooks.0.timeout: expected a number of seconds above 0 (write 5)"],
    ],
    [
      "an event in another case",
      "pre_tool_use: []\n",
      ['1: pre_tool_use: there is no event "pre_tool_use" (did you mean "PreToolUse"?)'],
    ],
    [
      "a map where a list is expected",
      "PreToolUse:\n  matcher: Bash\n",
      ["1: PreToolUse: expected a list of rules (Event: [{ matcher: …, hooks: [{ type: … }] }])"],
    ],
    [
      "a list as matcher",
      "PreToolUse:\n  - matcher: [Edit, Write]\n    hooks: [{ type: command, command: x }]\n",
      ["2: PreToolUse.0.matcher: expected a text (names in a list are written as Edit|Write)"],
    ],
    [
      "tabs",
      "PreToolUse:\n\t- hooks: []\n",
      ["2: a tab stands where YAML wants spaces; indent with spaces only (Tabs are not allowed as indentation)"],
    ],
    [
      "an unknown action",
      "PreToolUse:\n  - hooks: [{ type: comand, command: x }]\n",
      ['2: PreToolUse.0.hooks.0.type: there is no action "comand" (did you mean "command"?)'],
    ],
    [
      "an unknown option",
      "PreToolUse:\n  - hooks: [{ type: command, comand: x }]\n",
      [
        "2: PreToolUse.0.hooks.0.command: Invalid input: expected string, received undefined",
        '2: PreToolUse.0.hooks.0.comand: there is no option "comand" here (did you mean "command"?)',
      ],
    ],
    [
      "an empty command",
      "PreToolUse:\n  - hooks: [{ type: command, command: '  ' }]\n",
      ["2: PreToolUse.0.hooks.0.command: expected a command"],
    ],
    [
      "a command of more than 32 KiB",
      `PreToolUse:\n  - hooks: [{ type: command, command: ${"x".repeat(33_000)} }]\n`,
      ["2: PreToolUse.0.hooks.0.command: a command has at most 32 KiB"],
    ],
    [
      "a broken pattern",
      "PreToolUse:\n  - matcher: 'Edit('\n    hooks: [{ type: command, command: x }]\n",
      ["2: PreToolUse.0.matcher: no regular expression: Invalid regular expression: /^(?:Edit()$/: Unterminated group"],
    ],
    [
      "a pattern that never ends",
      "PreToolUse:\n  - matcher: '(a+)+$'\n    hooks: [{ type: command, command: x }]\n",
      [
        "2: PreToolUse.0.matcher: a regular expression that may take for ever (a repetition inside of a repetition); write it without",
      ],
    ],
    [
      "a wrong permission",
      "PreToolUse:\n  - hooks: [{ type: permission, decision: block }]\n",
      ['2: PreToolUse.0.hooks.0.decision: Invalid option: expected one of "allow"|"deny"|"ask"'],
    ],
    [
      "an address of another kind",
      "PreToolUse:\n  - hooks: [{ type: http, url: 'ftp://x.org' }]\n",
      ["2: PreToolUse.0.hooks.0.url: expected an http or https address"],
    ],
  ])("%s", async (_name, text, expected) => {
    const { rules, faults } = await load("hooks.yaml", text);
    expect([lines(faults), rules]).toEqual([expected, []]);
    if (faults[0]?.path === "" || faults[0]?.path === "hooks") return; // nothing of the file can be known
    const beside = await load("hooks.yaml", `${text}\nNotification:\n  ${GOOD}\n`);
    expect(beside.rules.map(({ event }) => event)).toEqual(["Notification"]);
  });

  it.each<[string, string | Uint8Array, string]>([
    ["a list", "- a\n", "1: expected a map, with events under `hooks`"],
    ["not UTF-8", new Uint8Array([0x68, 0xff, 0xfe]), "?: the file is not UTF-8 text; save it as UTF-8"],
    ["ten megabytes", "#".repeat(10_000_000), "?: the file has 10000000 bytes; at most 1048576 are read"],
    [
      "a bomb of aliases",
      `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c]\n`,
      "4: d: Excessive alias count indicates a resource exhaustion attack",
    ],
  ])("the file is %s", async (_name, content, expected) => {
    expect(lines((await load("hooks.yaml", content)).faults)).toEqual([expected]);
  });

  it("the file is a folder, or is not there", async () => {
    const dir = project({ "hooks.yaml/x": "" });
    expect(lines((await loadHookFiles([`${dir}/hooks.yaml`, `${dir}/none.yaml`])).faults)).toEqual([
      "?: expected a file, and this is a folder",
      "?: there is no such file",
    ]);
  });

  it("a matcher that can never fit is said", async () => {
    const { notices } = await load(
      "hooks.yaml",
      `Stop:\n  - matcher: Bash\n    hooks: [{ type: command, command: x }]\n`,
    );
    expect(lines(notices)).toEqual([
      "2: Stop.0.matcher: Stop has nothing that a matcher could fit, so this rule never runs",
    ]);
  });
});

it("the files of a project and its user are read in order, and those that are not there are no fault", async () => {
  const rule = (text: string): string =>
    JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: "command", command: text }] }] } });
  const home = project({ ".claude/settings.json": rule("user") });
  const dir = project({
    "boathook.yaml": `name: x\nhooks:\n  Stop:\n    - hooks: [{ type: command, command: project }]\n`,
    ".claude/settings.json": rule("shared"),
    ".claude/settings.local.json": rule("local"),
    ".claude/plugins/b/hooks/hooks.json": rule("plugin b"),
    ".claude/plugins/a/hooks/hooks.json": rule("plugin a"),
  });
  const { rules, faults } = await loadHookFiles({ projectDir: dir, homeDir: home });
  const commands = rules.map(({ actions }) => (actions[0]?.options as { command: string }).command);
  expect([faults, commands]).toEqual([[], ["user", "project", "shared", "local", "plugin a", "plugin b"]]);
});
