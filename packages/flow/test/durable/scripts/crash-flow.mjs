// One process of a crash test: runs (or continues) a recorded flow with branches, a join, a cycle and a router, and writes down what it does.
//
//   node crash-flow.mjs <file of the engine> <file of the notes> <id of the run> [lease in ms]
//
// Notes, one line each: `begin <unit>`, `hook <unit>`, `finished <unit>`. To stdout: `ready`, then the result as JSON.
import { appendFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

import {
  and,
  decodeValue,
  Flow,
  Listen,
  MethodExecutionFinishedEvent,
  or,
  Router,
  SqliteEngine,
  Start,
} from "@boathook/flow";
import { on } from "@boathook/hooks";
import { currentFrame, events } from "@boathook/kernel";

const [file, notes, id, leaseMs = "30000"] = process.argv.slice(2);
const note = (line) => appendFileSync(notes, `${line}\n`);
const unit = () => currentFrame().recordedUnit.key;
/** No method is ever under way twice at the same time. */
const underWay = new Map();

async function work(name) {
  note(`begin ${unit()}`);
  underWay.set(name, unit());
  await wait(Math.random() * 8);
  return name;
}

class Crashing extends Flow {
  initialState = { rounds: 0, done: new Set() };
}

/** Written without decorators' syntax, so that plain Node runs it. */
function method(name, decorator, body = () => undefined) {
  const descriptor = {
    configurable: true,
    writable: true,
    async value() {
      const output = await work(name);
      this.state.done.add(name);
      return body.call(this) ?? output;
    },
  };
  Object.defineProperty(Crashing.prototype, name, descriptor);
  decorator(Crashing.prototype, name, descriptor);
}

method("seed", Start());
for (const name of ["left", "middle", "right"]) method(name, Listen("seed"));
method("joined", Listen(and("left", "middle")));
method("either", Listen(or("middle", "right")));
method("check", Router(or("joined", "redone"), { emit: ["again", "enough"] }), function decide() {
  this.state.rounds += 1;
  return this.state.rounds < 3 ? "again" : "enough";
});
method("redone", Listen("again"));
for (const name of ["north", "south"]) method(name, Listen("enough"));
method("last", Listen(and("north", "south", "either")));

on("pre_step", () => note(`hook ${unit()}`));
events.on(MethodExecutionFinishedEvent).subscribe(({ methodName }) => note(`finished ${underWay.get(methodName)}`));

/** A process may be killed when its run has finished, and before it could say so: a kickoff of a finished run would begin it anew. */
async function finishedEarlier() {
  const stored = await engine.read(id);
  if (stored?.status !== "finished") return undefined;
  const units = stored.units.filter(({ key }) => /#\d+$/.test(key));
  const outputs = units.map(({ key, output }) => `${key.replace(/#\d+$/, "")}=${decodeValue(output)}`);
  return { state: decodeValue(stored.state), outputs };
}

async function finishedNow() {
  await flow.kickoff({ id });
  return { state: flow.state, outputs: flow.methodOutputs.map(({ method: name, output }) => `${name}=${output}`) };
}

const engine = new SqliteEngine({ file, leaseMs: Number(leaseMs) });
const flow = new Crashing({ engine });
await engine.list(); // opens the file, so that what comes next is the run alone
process.stdout.write("ready\n");
try {
  const { state, outputs } = (await finishedEarlier()) ?? (await finishedNow());
  const { rounds, done } = state;
  process.stdout.write(`${JSON.stringify({ outputs: outputs.sort(), rounds, done: [...done].sort() })}\n`);
} catch (error) {
  process.stdout.write(`${JSON.stringify({ error: error.code ?? String(error) })}\n`);
}
await engine.close();
