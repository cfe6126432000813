// An agent run in Boathook and in other frameworks (those that `npm run bench:peers` installed), each in a process of its own: per run, per
// round of a tool, per hook, per chunk, and what stays in memory. The workload is in `peers/agents.mjs`.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { AGENTS } from "../peers/agents.mjs";
import { peerProcess } from "../peers/peer-process.mjs";

const installed = existsSync(fileURLToPath(new URL("../node_modules", import.meta.url)));
const own = ["boathook", "boathookCrew"];
const others = Object.keys(AGENTS).filter((key) => !own.includes(key));
const NAMES = {
  ...{ boathook: "boathook agent", boathookCrew: "boathook crew of one task", ai: "ai@6", openai: "OpenAI Agents" },
  ...{ voltagent: "VoltAgent", langchain: "LangChain createAgent", mastra: "Mastra", adk: "Google ADK" },
  kaiban: "KaibanJS (a team of one task)",
};

/** One row per framework; in microseconds unless it says otherwise. */
function group(title, what, { baseline, aims = {}, unit = "us", keys = [...others, ...own], maxRounds }) {
  return (installed ? keys : keys.filter((key) => own.includes(key))).map((key) => ({
    group: title,
    name: NAMES[key],
    unit,
    baseline: key === baseline,
    aim: aims[key],
    ...(maxRounds && { maxRounds }),
    measure: async () => {
      const value = await (await peerProcess(key)).measure(what);
      return unit === "bytes" ? value : value / 1e3;
    },
  }));
}

const streaming = ["ai", "openai", ...own];

export const rows = [
  ...group("agents: one run, one answer", "run", { baseline: "ai", aims: { boathook: 0.5, boathookCrew: 0.7 } }),
  ...group("agents: a round of a tool, 0 to 10", "rounds to 10", { baseline: "ai", aims: { boathook: 0.25 } }),
  ...group("agents: a round of a tool, 10 to 50", "rounds to 50", { baseline: "ai", maxRounds: 5 }),
  ...group("agents: a hook that does nothing, per call", "hook", {
    baseline: "ai",
    aims: { boathook: 1 },
    maxRounds: 5,
  }),
  ...group("agents: 50 runs at once, one tool, per run", "at once", { baseline: "ai", aims: { boathook: 0.5 } }),
  ...group("agents: a chunk of a stream", "chunk", { baseline: "openai", aims: { boathook: 0.7 }, keys: streaming }),
  ...group("agents: heap kept per run", "heap", { unit: "bytes", maxRounds: 3 }),
];
