// What it costs a process to import boathook, and others beside it: time, and memory.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const bench = fileURLToPath(new URL("..", import.meta.url));

const importing = (name, from) => {
  const code = `
    const [rss, start] = [process.memoryUsage.rss(), performance.now()];
    await import(${JSON.stringify(name)});
    console.log(JSON.stringify({ ms: performance.now() - start, mb: (process.memoryUsage.rss() - rss) / 2 ** 20 }));
    process.exit(0);`;
  const env = { ...process.env, KAIBAN_TELEMETRY_OPT_OUT: "1" };
  const options = { cwd: from, encoding: "utf8", env, stdio: ["ignore", "pipe", "ignore"] };
  return JSON.parse(
    execFileSync(process.execPath, ["--input-type=module", "-e", code], options).trim().split("\n").at(-1),
  );
};

const peers = ["ai", "@openai/agents", "@voltagent/core", "langchain", "@mastra/core/agent", "kaibanjs", "@google/adk"];
const modules = [
  { name: "zod", from: root },
  ...(existsSync(`${bench}node_modules`) ? peers.map((name) => ({ name, from: bench })) : []),
  { name: "@boathook/hooks", from: root },
  { name: "boathook", from: root, aim: 1 },
];

const rowsOf = (group, unit, figure) =>
  modules.map(({ name, from, aim }) => ({
    group,
    name,
    unit,
    aim,
    baseline: name === "ai",
    maxRounds: 7,
    measure: () => importing(name, from)[figure],
  }));

export const rows = [...rowsOf("import, time", "ms", "ms"), ...rowsOf("import, memory", "MB", "mb")];
