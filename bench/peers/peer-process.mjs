// The processes that the rows of `rows/agent-peers.mjs` ask: one per framework, started when first asked and ended with the benchmark.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

const worker = fileURLToPath(new URL("worker.mjs", import.meta.url));
const processes = new Map();
const children = [];
process.once("exit", () => {
  for (const child of children) child.kill();
});

/** Gives `measure(what)`: one number. */
export function peerProcess(key) {
  if (!processes.has(key)) processes.set(key, start(key));
  return processes.get(key);
}

async function start(key) {
  const child = fork(worker, [key], { execArgv: ["--expose-gc"], stdio: ["ignore", "ignore", "inherit", "ipc"] });
  children.push(child);
  child.unref();
  child.channel.unref();
  const { isInstalled } = await answer(child);
  if (!isInstalled) throw new Error(`"${key}" is not there; npm run bench:peers installs it`);
  return { measure: (what) => ask(child, what) };
}

async function ask(child, what) {
  const answered = answer(child);
  child.send(what);
  const { value, error } = await answered;
  if (error) throw new Error(error);
  return value;
}

function answer(child) {
  child.channel.ref();
  return new Promise((resolve, reject) => {
    const ended = (code) => reject(new Error(`a process of a peer ended with ${code}`));
    child.once("exit", ended);
    child.once("message", (message) => {
      child.off("exit", ended);
      child.channel.unref();
      resolve(message);
    });
  });
}
