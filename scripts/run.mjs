// `npm start`, `npm test` and their like: sets the workspace up (only what is missing), then runs the job.
//
//   node scripts/run.mjs <start|example|test|bench|soak> [arguments of the job]
//
// Only Node's own modules may be imported here: this file runs before anything is installed.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const at = (path) => join(root, path);
const say = (line) => process.stderr.write(`boathook: ${line}\n`);

const JOBS = {
  start: ["apps/examples/dist/repo-report/main.js"],
  example: ["apps/examples/dist/<app>/main.js"], // the app is the first argument
  test: ["--disable-warning=ExperimentalWarning", "--experimental-vm-modules", "node_modules/jest/bin/jest.js"],
  bench: ["--expose-gc", "bench/main.mjs"],
  soak: ["--expose-gc", "scripts/soak.mjs"],
};

const APPS = [
  "trip-planner",
  "invoice-checker",
  "support-desk",
  "code-reviewer",
  "personal-assistant",
  "release-crew",
  "repo-report",
];

/** Jobs that work in the folder where the person typed the command. */
const IN_THEIR_FOLDER = new Set(["start", "example"]);

/** The signals that end a program in an orderly way; each is passed on, so that a job can finish what it is doing. */
const ENDINGS = ["SIGINT", "SIGTERM", "SIGHUP"];

const [name, ...rest] = process.argv.slice(2);
process.exitCode = await main(name, rest);

async function main(name, args) {
  const job = Object.hasOwn(JOBS, name ?? "") ? JOBS[name] : undefined;
  if (!job) return refuse(`no job "${name ?? ""}"; there are: ${Object.keys(JOBS).join(", ")}.`);
  const wanted = JSON.parse(readFileSync(at("package.json"), "utf8")).engines.node;
  if (isOlder(process.versions.node, wanted.replace(/^\D+/, ""))) {
    return refuse(
      `Node ${wanted} is needed, this is ${process.versions.node}; install a newer Node and run this again.`,
    );
  }
  return name === "example" ? runExample(job, args) : setUpAndRun(job, args);
}

async function runExample(job, [app = "", ...args]) {
  if (!APPS.includes(app)) return refuse(`no example "${app}"; there are: ${APPS.join(", ")}.`);
  const program = job.map((part) => part.replace("<app>", app));
  return setUpAndRun(program, args);
}

async function setUpAndRun(job, args) {
  return (await install()) || (await build()) || (await runJob(job, args));
}

async function install() {
  if (isInstalled()) return 0;
  if (existsSync(at("node_modules"))) {
    say("the lockfile has changed, updating the packages …");
    return npm("install");
  }
  say("first run, installing the packages (once, about a minute) …");
  if ((await npm("ci")) === 0) return 0;
  say("`npm ci` failed, trying `npm install` …");
  return npm("install");
}

async function build() {
  const code = await run(["node_modules/typescript/bin/tsc", "-b"], { quiet: true });
  if (code !== 0) say("the build failed (`npm run build` shows it again).");
  return code;
}

async function runJob(job, args) {
  const program = job.at(-1);
  if (!existsSync(at(program))) return refuse(`${program} does not exist (yet), so there is nothing to run.`);
  // npm itself runs scripts in the workspace's root.
  const cwd = IN_THEIR_FOLDER.has(name) ? (process.env.INIT_CWD ?? process.cwd()) : root;
  return run([...job.slice(0, -1), at(program), ...args], { cwd });
}

/** Whether what lies in node_modules is what the lockfile asks for, however it was installed. */
function isInstalled() {
  try {
    const asked = JSON.parse(readFileSync(at("package-lock.json"), "utf8")).packages;
    const found = JSON.parse(readFileSync(at("node_modules/.package-lock.json"), "utf8")).packages;
    return Object.entries(asked).every(([path, entry]) => {
      if (path === "" || entry.optional || entry.devOptional || entry.peer) return true;
      const there = found[path];
      return there !== undefined && there.version === entry.version && there.integrity === entry.integrity;
    });
  } catch {
    return false;
  }
}

function npm(command) {
  const args = [command, "--no-audit", "--no-fund", "--loglevel=error"];
  const cli = process.env.npm_execpath ?? "";
  if (/npm-cli\.[cm]?js$/.test(cli)) return run([cli, ...args], { quiet: true });
  return run(args, { quiet: true, command: "npm", shell: process.platform === "win32" });
}

/** Runs a program to its end and gives its exit code. `quiet`: what it prints goes to stderr, it reads nothing. */
function run(args, { command = process.execPath, cwd = root, quiet = false, shell = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, shell, stdio: quiet ? ["ignore", 2, 2] : "inherit" });
    const listeners = ENDINGS.map((signal) => [signal, () => forward(child, signal)]);
    const done = (code) => {
      for (const [signal, listener] of listeners) process.off(signal, listener);
      resolve(code);
    };
    for (const [signal, listener] of listeners) process.on(signal, listener);
    child.on("error", (error) => {
      say(`${command} could not be started: ${error.message}`);
      done(127);
    });
    child.on("close", (code, signal) => done(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}

/**
 * A terminal sends Ctrl-C to the whole process group, the job included; passing it on as well would make it two,
 * and the second Ctrl-C means "do not wait".
 */
function forward(child, signal) {
  const isAtTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  if (signal !== "SIGINT" || !isAtTerminal) child.kill(signal);
}

function isOlder(version, wanted) {
  const [have, want] = [version, wanted].map((text) => text.split(".").map(Number));
  const differing = want.findIndex((part, index) => part !== have[index]);
  return differing !== -1 && have[differing] < want[differing];
}

function refuse(sentence) {
  say(sentence);
  return 1;
}
