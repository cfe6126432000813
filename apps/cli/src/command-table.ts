import type { CommandSpec } from "./command.ts";

const PROFILE = ["--profile <files...>", "profiles of agents (default: assistant.json, agents/*.json)"] as const;
const ONE_PROFILE = ["--profile <file>", "the profile (default: assistant.json)"] as const;
const EVENT = ["--event <name>", "an event"] as const;
const AGENT = ["--agent <id>", "only this agent's"] as const;
const MODEL = [
  ["--model <name>", 'the model of agents that name none, like "openai/gpt-4o-mini"'],
  ["--offline", "every model is the offline one: no network, no key"],
] as const;
const TARGET = [
  ["--export <name>", "which export of a module"],
  ["--with <module>", "a module whose exports (tools, methods, llms, schemas) a crew file names"],
] as const;
const INPUTS = ["--inputs <json>", "a JSON object, or @file"] as const;
const FILE = ["<file>", "crew or flow: YAML, JSON, or a module in TypeScript or JavaScript"] as const;
const STORE = [
  "--store <file>",
  "the file of recorded runs (default: $BOATHOOK_FLOWS_FILE, .boathook/flows.db)",
] as const;
const MEMORY_FILE = ["--file <file>", "the memory's file (default: .boathook/memory.db)"] as const;
const FILTER = [
  ["--scope <path>", "only this scope and those below it"],
  ["--user <name>", "only what is this user's"],
  ["--kind <kinds...>", "short_term, long_term, entity"],
] as const;

/** Every command, in the order of the help. */
export const COMMANDS: readonly CommandSpec[] = [
  {
    name: "run",
    summary: "runs a crew or a flow",
    args: [FILE],
    options: [
      INPUTS,
      ...MODEL,
      ...TARGET,
      ["--run-id <id>", "records the run under this name; one that did not finish goes on"],
      ["--stream", "shows what happens, on standard error"],
      STORE,
    ],
    exclusive: [["--model", "--offline"]],
    load: () => import("./commands/run.ts"),
  },
  {
    name: "create",
    summary: "makes a new project that runs at once, offline",
    args: [
      ["<kind>", "crew, flow or assistant"],
      ["<name>", "its name, and that of its folder"],
    ],
    options: [["--dir <folder>", "where the folder is made (default: here)"]],
    load: () => import("./commands/create.ts"),
  },
  {
    name: "replay",
    summary: "runs a crew from one of its tasks on, or a flow after one of its steps",
    args: [FILE],
    options: [
      ["--task <name>", "crews: the task to begin with"],
      ["--step <n>", "flows: the recorded step to begin after"],
      ["--run-id <id>", "the run (crews: default the newest)"],
      INPUTS,
      ...MODEL,
      ...TARGET,
      STORE,
    ],
    exclusive: [
      ["--model", "--offline"],
      ["--task", "--step"],
    ],
    load: () => import("./commands/replay.ts"),
  },
  {
    name: "flow:plot",
    summary: "draws a flow",
    args: [FILE],
    options: [
      ["--out <file>", "writes a page (.html) or a Mermaid chart (.mmd) (default: Mermaid to standard output)"],
      ...TARGET,
    ],
    load: () => import("./commands/flow-plot.ts"),
  },
  {
    name: "checkpoint:list",
    summary: "lists recorded runs, the newest first",
    options: [
      ["--name <name>", "only of this crew or flow"],
      ["--status <status>", "running, paused, finished, failed"],
      STORE,
    ],
    load: () => import("./commands/checkpoint-list.ts"),
  },
  {
    name: "checkpoint:show",
    summary: "shows a recorded run and its steps",
    args: [["<id>", "the run"]],
    options: [STORE],
    load: () => import("./commands/checkpoint-show.ts"),
  },
  {
    name: "checkpoint:resume",
    summary: "goes on with a recorded run",
    args: [FILE, ["<id>", "the run"]],
    options: [["--feedback <text>", "what you say to a run that waits for a person"], ...MODEL, ...TARGET, STORE],
    exclusive: [["--model", "--offline"]],
    load: () => import("./commands/checkpoint-resume.ts"),
  },
  {
    name: "hooks:list",
    summary: "lists lifecycle hooks in the order in which they run",
    options: [EVENT, AGENT, PROFILE],
    load: () => import("./commands/hooks-list.ts"),
  },
  {
    name: "hooks:toggle",
    summary: "switches a lifecycle hook on or off, now and at every later start",
    options: [
      EVENT,
      ["--hook-id <id>", "the hook"],
      ["--enabled", "on"],
      ["--no-enabled", "off"],
      ["--reset", "forgets that it was switched"],
      AGENT,
      PROFILE,
    ],
    exclusive: [["--enabled", "--no-enabled", "--reset"]],
    load: () => import("./commands/hooks-toggle.ts"),
  },
  {
    name: "hooks:test",
    summary: "tries the hooks of an event: lifecycle (pre_turn) or skill hooks (PreToolUse)",
    options: [
      EVENT,
      ["--payload <json>", "lifecycle: the payload, a JSON object, or @file"],
      ["--input <file>", "skill hooks: a JSON file with the event's fields, like tool_name and tool_input"],
      ["--real", "skill hooks: runs what matches; without it nothing is started"],
      AGENT,
      PROFILE,
      ["--project <folder>", "skill hooks: whose files (default: here)"],
    ],
    exclusive: [["--payload", "--input"]],
    load: () => import("./commands/hooks-test.ts"),
  },
  {
    name: "hooks:doctor",
    summary: "says which skill hook files were read, which rules hold, and what is wrong",
    args: [["[folder]", "the project (default: here)"]],
    load: () => import("./commands/hooks-doctor.ts"),
  },
  {
    name: "trust",
    summary: "lets the skill hooks of a project's own files run",
    args: [["[folder]", "the project (default: here)"]],
    options: [
      ["--list", "shows what is trusted"],
      ["--revoke", "takes the trust back"],
    ],
    exclusive: [["--list", "--revoke"]],
    load: () => import("./commands/trust.ts"),
  },
  {
    name: "chat",
    summary: "a conversation in the terminal; Ctrl-C stops the turn, /exit ends it",
    options: [
      ONE_PROFILE,
      ["--conversation <id>", "goes on with a conversation (default: a new one)"],
      ["--model <name>", "in place of the profile's"],
      ["--offline", "the offline model: no network, no key"],
    ],
    exclusive: [["--model", "--offline"]],
    handlesInterrupts: true,
    load: () => import("./commands/chat.ts"),
  },
  {
    name: "automations:list",
    summary: "lists the automations of an assistant, and what became of their latest runs",
    options: [ONE_PROFILE],
    load: () => import("./commands/automations-list.ts"),
  },
  {
    name: "automations:run",
    summary: "runs an automation now",
    args: [["<id>", "the automation"]],
    options: [
      ONE_PROFILE,
      ["--payload <text>", "what stands for {payload} in its prompt"],
      ["--model <name>", "in place of the profile's"],
      ["--offline", "the offline model: no network, no key"],
    ],
    exclusive: [["--model", "--offline"]],
    load: () => import("./commands/automations-run.ts"),
  },
  {
    name: "memory:list",
    summary: "lists memories, the newest first",
    options: [MEMORY_FILE, ...FILTER, ["--limit <n>", "how many (default: 50)"]],
    load: () => import("./commands/memory-list.ts"),
  },
  {
    name: "memory:search",
    summary: "finds memories",
    args: [["<query>", "words"]],
    options: [MEMORY_FILE, ...FILTER, ["--limit <n>", "how many (default: 5)"]],
    load: () => import("./commands/memory-search.ts"),
  },
  {
    name: "memory:forget",
    summary: "removes some memories for good",
    options: [
      MEMORY_FILE,
      ...FILTER,
      ["--id <ids...>", "these"],
      ["--before <date>", "those made before a date, like 2026-01-31"],
    ],
    load: () => import("./commands/memory-forget.ts"),
  },
  {
    name: "memory:reset",
    summary: "removes every memory for good",
    options: [MEMORY_FILE, ["--kind <kinds...>", "only these kinds"], ["--yes", "you mean it"]],
    load: () => import("./commands/memory-reset.ts"),
  },
  {
    name: "memory:export",
    summary: "writes memories as JSON lines",
    options: [MEMORY_FILE, ...FILTER, ["--out <file>", "where to (default: standard output)"]],
    load: () => import("./commands/memory-export.ts"),
  },
  {
    name: "memory:import",
    summary: "stores what memory:export wrote: all of it, or nothing",
    args: [["<lines>", "the file"]],
    options: [MEMORY_FILE],
    load: () => import("./commands/memory-import.ts"),
  },
];
