/** Dependencies by index: `edges[i]` are the tasks that task `i` waits for. */
export type Edges = readonly (readonly number[])[];

const MAX_CYCLES = 20;

/**
 * The circles among tasks, each as the path round it, beginning with its first task in order; at most twenty. What no dependency leads out of is
 * removed first, so that only tasks in, or behind, a circle are walked.
 */
export function findCycles(edges: Edges): number[][] {
  const left = inCircles(edges);
  const cycles: number[][] = [];
  const done = new Set<number>();
  for (const start of left) {
    if (cycles.length === MAX_CYCLES) break;
    if (done.has(start)) continue;
    const cycle = walk(edges, start, left, done);
    if (cycle !== undefined) cycles.push(turned(cycle));
  }
  return cycles;
}

/** The tasks that are never free of open dependencies, and never free of open dependants. */
function inCircles(edges: Edges): Set<number> {
  const back: number[][] = edges.map(() => []);
  for (const [task, dependencies] of edges.entries())
    for (const dependency of dependencies) back[dependency]?.push(task);
  const left = new Set(edges.keys());
  peel(left, edges, back);
  peel(left, back, edges);
  return left;
}

function peel(left: Set<number>, ahead: Edges, behind: Edges): void {
  const open = ahead.map((next) => next.filter((task) => left.has(task)).length);
  const free = [...left].filter((task) => open[task] === 0);
  for (let task = free.pop(); task !== undefined; task = free.pop()) {
    left.delete(task);
    for (const other of behind[task] ?? []) {
      const count = (open[other] ?? 0) - 1;
      open[other] = count;
      if (count === 0 && left.has(other)) free.push(other);
    }
  }
}

/** Follows dependencies until a task comes up again; every task walked is done. */
function walk(edges: Edges, start: number, left: ReadonlySet<number>, done: Set<number>): number[] | undefined {
  const path: number[] = [];
  const at = new Map<number, number>();
  for (let task: number | undefined = start; task !== undefined;) {
    const seen = at.get(task);
    if (seen !== undefined) return path.slice(seen);
    if (done.has(task)) return undefined;
    done.add(task);
    at.set(task, path.length);
    path.push(task);
    task = edges[task]?.find((next) => left.has(next) && (at.has(next) || !done.has(next)));
  }
  return undefined;
}

/** The same circle, beginning with its smallest. */
function turned(cycle: readonly number[]): number[] {
  const smallest = cycle.indexOf(cycle.reduce((least, task) => Math.min(least, task)));
  return [...cycle.slice(smallest), ...cycle.slice(0, smallest)];
}
