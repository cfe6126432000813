// What needs many tries to go wrong: recorded flows whose processes are killed at random moments, until each has finished.
//
//   npm run soak                      200 kills, at most 240 s
//   npm run soak -- --kills 2000 --seconds 1800
//
// It ends with exit code 1, and keeps its files, when a unit ran again after it had finished, or one was lost; also when the time was too short for
// a single kill. What was not done in time is said, and is no failure.
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";

import { tsImport } from "tsx/esm/api";

const { faultsOf, killedRun, WHOLE } = await tsImport("../packages/flow/test/support/crashes.ts", import.meta.url);

/** A flow takes about so long, in milliseconds; a few kills come too late. */
const LONGEST_DELAY_MS = 110;

const { kills: wanted, seconds } = readArguments(process.argv.slice(2));
const site = { folder: await mkdtemp(join(tmpdir(), "boathook-soak-")), flags: [] };
const end = Date.now() + seconds * 1_000;
const done = { kills: 0, flows: 0, begun: 0 };
const faults = [];

await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, lane));

console.log(`soak: ${done.kills} kills in ${done.flows} flows, ${faults.length} faults.`);
if (done.kills < wanted) console.log(`soak: the time (${seconds} s) was up before all ${wanted} kills were done.`);
for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`);
if (faults.length > 0 || done.kills === 0) {
  console.log(`soak: the files are in ${site.folder}`);
  process.exitCode = 1;
} else {
  await rm(site.folder, { recursive: true });
}

/** One flow after another, all of them on one file. */
async function lane() {
  while (done.kills < wanted && Date.now() < end) {
    const id = `flow-${(done.begun += 1)}`;
    const delays = Array.from({ length: 1 + Math.floor(Math.random() * 3) }, () => Math.random() * LONGEST_DELAY_MS);
    const { result, kills } = await killedRun(site, id, delays);
    done.kills += kills;
    done.flows += 1;
    if (!isDeepStrictEqual(result, WHOLE)) faults.push(`${id} gave ${JSON.stringify(result)}`);
    for (const fault of await faultsOf(site, id)) faults.push(`${id}: ${fault}`);
  }
}

function readArguments(args) {
  const result = { kills: 200, seconds: 240 };
  for (let i = 0; i < args.length; i += 2) {
    const name = args[i].replace(/^--/, "");
    if (!Object.hasOwn(result, name)) throw new Error(`no option ${args[i]}; there are --kills and --seconds`);
    result[name] = Number(args[i + 1]);
    if (!(result[name] > 0)) throw new Error(`${args[i]} wants a number above 0`);
  }
  return result;
}
