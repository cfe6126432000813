// One framework in a process of its own: started by `peer-process.mjs` with the framework's key, asked over the process channel for one
// measurement at a time. Every answer of a run is looked at.
import { AGENTS, hookCalls } from "./agents.mjs";

const BATCH_NS = 20e6;
const counts = new Map();

console.log = console.warn = console.error = () => undefined; // what packages print is not ours, and costs time

const peer = await AGENTS[process.argv[2]]().catch((error) => {
  if (error?.code === "ERR_MODULE_NOT_FOUND") return undefined;
  throw error;
});
process.send({ isInstalled: peer !== undefined });

const run = async (rounds, hooks) => {
  const text = await peer.run(rounds, hooks);
  if (text !== "done") throw new Error(`${peer.name} said ${text}`);
};
const stream = async (chunks) => {
  const seen = await peer.stream(chunks);
  if (seen !== chunks) throw new Error(`${peer.name} gave ${seen} chunks of ${chunks}`);
};

const MEASURES = {
  run: () => timed("run", () => run(0)),
  "rounds to 10": async () => ((await timed("10", () => run(10))) - (await timed("run", () => run(0)))) / 10,
  "rounds to 50": async () => ((await timed("50", () => run(50))) - (await timed("10", () => run(10)))) / 40,
  // Many hooks, or the difference would tell of the machine.
  hook: async () => {
    hookCalls.count = 0;
    await run(10, 20);
    const callsPerRun = hookCalls.count;
    return (await interleaved(["10", () => run(10)], ["hooked", () => run(10, 20)])) / callsPerRun;
  },
  "at once": () =>
    timed("at once", () => Promise.all(Array.from({ length: 50 }, () => run(1)))).then((time) => time / 50),
  chunk: async () => ((await timed("1010", () => stream(1010))) - (await timed("10 chunks", () => stream(10)))) / 1000,
  heap: async () => {
    const used = () => {
      globalThis.gc();
      return process.memoryUsage().heapUsed;
    };
    for (let i = 0; i < 300; i += 1) await run(1);
    const before = used();
    for (let i = 0; i < 500; i += 1) await run(1);
    return (used() - before) / 500;
  },
};

process.on("message", async (what) => {
  try {
    process.send({ value: await MEASURES[what]() });
  } catch (error) {
    process.send({ error: String(error?.stack ?? error) });
  }
});

const cpuTime = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1e3;
};

/** Nanoseconds of the processor per call, after warming up the first time. */
async function timed(key, act) {
  let count = counts.get(key);
  if (count === undefined) {
    count = await calibrated(act);
    counts.set(key, count);
  }
  const start = cpuTime();
  for (let i = 0; i < count; i += 1) await act();
  return (cpuTime() - start) / count;
}

async function calibrated(act) {
  let spent = 0;
  for (let count = 1; ;) {
    const start = cpuTime();
    for (let i = 0; i < count; i += 1) await act();
    const time = cpuTime() - start;
    spent += time;
    if (time >= BATCH_NS && spent >= 10 * BATCH_NS) return count;
    if (time < BATCH_NS) count = Math.ceil(count * Math.min(10, (1.3 * BATCH_NS) / Math.max(1, time)));
  }
}

/** What the second costs more than the first: the median of the differences. */
async function interleaved(first, second) {
  const differences = [];
  for (let i = 0; i < 7; i += 1) {
    const less = await timed(...first);
    differences.push((await timed(...second)) - less);
  }
  return differences.sort((a, b) => a - b)[3];
}
