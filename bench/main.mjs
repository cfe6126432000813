// Boathook's benchmarks: how long things take, beside something everybody knows the cost of.
//
//   npm run bench                     all rows
//   npm run bench -- dispatch         only groups and rows whose name contains the word
//   npm run bench -- --save           writes the table to bench/RESULTS.md as well
//   npm run bench -- --rounds 30      more rounds (default 15)
//
// It runs on what `npm run build` made, in one Node process. Every file in bench/rows/ exports `rows`, a list of
//
//   { group, name, run, baseline?, aim?, setup?, unit?, wall? }
//
//   group     rows of one group are measured in turn, round after round, so that a slow moment of the machine hits all
//   name      unique in its group
//   run(n)    does the thing n times; may be async. Its time divided by n is one measurement
//   baseline  true on one row of a group: the ratio column compares with it, round by round
//   aim       the ratio that we want to stay below; shown, never enforced (a timed test is a lottery ticket)
//   setup()   called before each measurement, not counted; gives the function that undoes it
//   wall      true: real time, for what waits (servers, timers); else the time that the processor worked for us
//   unit      "ns" (default), "us" or "ms" per call, or "/s": calls per second
//
// A row may have `measure()` in place of `run`: it gives one number itself (bytes, milliseconds), in `unit`, any text. `maxRounds` bounds the rounds
// of its group where one takes long.
//
// The columns: p10 and p50 of the measurements, and the median of the ratios to the baseline. To add rows, add a file.
import { readdir } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { writeFile } from "node:fs/promises";

import { measureGroup } from "./measure.mjs";
import { table } from "./table.mjs";

const { words, save, rounds } = readArguments(process.argv.slice(2));
const groups = await loadGroups(words);
const lines = [];
for (const [title, rows] of groups) {
  const text = `## ${title}\n\n${table(await measureGroup(rows, rounds))}\n`;
  console.log(text);
  lines.push(text);
}
if (groups.size === 0) console.log(`No row's name contains "${words.join(" ")}".`);
if (save) await writeFile(new URL("RESULTS.md", import.meta.url), `${heading()}\n\n${lines.join("\n")}`);

async function loadGroups(words) {
  const folder = new URL("rows/", import.meta.url);
  const files = (await readdir(folder)).filter((name) => name.endsWith(".mjs")).sort();
  const groups = new Map();
  for (const file of files) {
    const { rows } = await import(new URL(file, folder).href);
    for (const row of rows) {
      if (!groups.has(row.group)) groups.set(row.group, []);
      groups.get(row.group).push(row);
    }
  }
  return new Map(
    [...groups].map(([title, rows]) => [title, pick(title, rows, words)]).filter(([, rows]) => rows.length),
  );
}

/** A baseline stays wherever one of its group is wanted. */
function pick(title, rows, words) {
  const isWanted = (row) => words.every((word) => `${title} ${row.name}`.toLowerCase().includes(word));
  return rows.some(isWanted) ? rows.filter((row) => row.baseline || isWanted(row)) : [];
}

function heading() {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return [
    "# Benchmark results",
    "",
    "Written by `npm run bench -- --save`; `bench/main.mjs` says what the columns mean.",
    "",
    `Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cpus().length} × ${cpu?.model ?? "unknown"}, ${memory} GiB.`,
  ].join("\n");
}

function readArguments(args) {
  const result = { words: [], save: false, rounds: 15 };
  for (let i = 0; i < args.length; i += 1) {
    if (args[i] === "--save") result.save = true;
    else if (args[i] === "--rounds") result.rounds = Number(args[(i += 1)]);
    else result.words.push(args[i].toLowerCase());
  }
  if (!Number.isInteger(result.rounds) || result.rounds < 1) throw new Error("--rounds wants a whole number from 1 on");
  return result;
}
