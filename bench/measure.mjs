// Runs the rows of one group in turn and gives { name, unit, p10, p50, ratio, aim, isBaseline } for each.
//
// Time is the CPU time of the process, unless a row says `wall: true`: on a machine that others use as well, wall time tells
// mostly of them.
const WARM_UP_NS = 100e6;
const BATCH_NS = 15e6;

export async function measureGroup(rows, rounds) {
  globalThis.gc?.();
  const series = [];
  for (const row of rows) series.push({ row, count: row.run ? await calibrate(row) : 1, values: [] });
  const most = Math.min(rounds, ...rows.map(({ maxRounds }) => maxRounds ?? rounds));
  for (let round = 0; round < most; round += 1) {
    // There and back: whoever always comes second would always meet a warmer, or a fuller, machine.
    for (const one of round % 2 === 0 ? series : series.toReversed()) {
      one.values.push(await measure(one.row, one.count));
    }
  }
  const baseline = series.find(({ row }) => row.baseline);
  return series.map((one) => summary(one, baseline));
}

/** How often to run it so that one measurement takes long enough to be read; warms it up meanwhile. */
async function calibrate(row) {
  let [count, spent] = [1, 0];
  for (;;) {
    const nanoseconds = (await time(row, count)) * count;
    spent += nanoseconds;
    if (nanoseconds >= BATCH_NS && spent >= WARM_UP_NS) return count;
    if (nanoseconds < BATCH_NS) count = Math.ceil(count * Math.min(10, (1.3 * BATCH_NS) / Math.max(1, nanoseconds)));
  }
}

async function measure(row, count) {
  return row.measure ? row.measure() : time(row, count);
}

/** Nanoseconds per call. */
async function time(row, count) {
  const now = row.wall ? wallTime : cpuTime;
  const undo = await row.setup?.();
  const start = now();
  const running = row.run(count);
  if (running !== undefined) await running;
  const nanoseconds = now() - start;
  await undo?.();
  return nanoseconds / count;
}

function wallTime() {
  return performance.now() * 1e6;
}

function cpuTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1e3;
}

function summary({ row, values }, baseline) {
  const ratios = values.map((value, round) => value / (baseline?.values[round] ?? Number.NaN));
  return {
    name: row.name,
    unit: row.unit ?? "ns",
    p10: quantile(values, 0.1),
    p50: quantile(values, 0.5),
    ratio: baseline && baseline.row !== row ? quantile(ratios, 0.5) : undefined,
    aim: row.aim,
    isMeasured: row.measure !== undefined,
  };
}

function quantile(values, q) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))];
}
