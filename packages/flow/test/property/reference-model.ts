import type { Condition, NamedMethod } from "../../src/index.ts";

/**
 * What a flow has to do, written down as plainly as it goes: it keeps everything that happened, evaluates conditions from scratch, and shares no
 * code with the runtime. It is told which method finished with what; it says what runs next.
 */
export class ReferenceModel {
  /** Every method that was started, with what it was given, in order. */
  readonly started: string[] = [];
  /** The keys of methods that lost a race while they were under way. */
  readonly cancelled: string[] = [];
  readonly underWay: Call[] = [];
  result: unknown;
  failure: string | undefined;
  readonly #methods: readonly Method[];
  readonly #limits: Limits;
  readonly #waiting: Call[] = [];
  readonly #chains: Chain[] = [];
  readonly #ready = new Map<string, number>();
  readonly #starts = new Map<string, number>();
  #hasTerminalResult = false;

  constructor(methods: readonly NamedMethod[], limits: Limits) {
    this.#limits = limits;
    this.#methods = methods.map(([name, definition]) => {
      const condition =
        definition.listen ?? definition.router ?? (definition.start === true ? undefined : definition.start);
      const branches = condition === undefined ? [] : alternatives(condition);
      const isRace = condition !== undefined && isGroup(reduced(condition), "race");
      return {
        name,
        definition,
        isRace,
        branches: branches.map((tree) => ({ tree, seen: [] })),
        firings: 0,
        metSince: [],
      };
    });
    const first = this.#methods.filter(({ definition }) => definition.start === true);
    const all = first.length > 0 ? first : this.#methods.filter(({ definition }) => definition.start !== undefined);
    for (const method of all) this.#enqueue(method, undefined, new Set(), undefined);
  }

  /** Starts what may start, in the order in which it became ready; gives what started now. */
  startReady(): readonly Call[] {
    const now = this.#waiting.splice(0, Math.max(0, this.#limits.maxConcurrency - this.underWay.length));
    for (const call of now) {
      const nth = (this.#starts.get(call.method.name) ?? 0) + 1;
      this.#starts.set(call.method.name, nth);
      call.key = `${call.method.name}#${nth}`;
      this.started.push(`${call.key}(${String(call.input)})`);
    }
    this.underWay.push(...now);
    return now;
  }

  failed(call: Call): void {
    this.failure = call.key;
  }

  finished(call: Call, output: string | undefined): void {
    this.underWay.splice(this.underWay.indexOf(call), 1);
    const { name, definition } = call.method;
    const isRouter = definition.emit !== undefined;
    const label = isRouter ? output : undefined;
    const isHeard = this.#isHeard(name) || (label !== undefined && this.#isHeard(label));
    if (!isHeard || !this.#hasTerminalResult) this.result = output;
    this.#hasTerminalResult ||= !isHeard;

    const losers: string[] = [];
    const ready: (() => void)[] = [];
    const own = this.#newChain();
    this.#join({ name, value: output, routed: output, isLabel: false, causes: call.causes }, own, ready, losers);
    const chain = call.chain ?? this.#newChain();
    if (isRouter && label === undefined) this.#goOn(chain, ready, losers);
    if (label !== undefined)
      this.#join(
        { name: label, value: label, routed: output, isLabel: true, causes: call.causes },
        chain,
        ready,
        losers,
      );
    this.#settle(ready, losers);
  }

  #settle(ready: readonly (() => void)[], losers: readonly string[]): void {
    const beaten = [...this.underWay, ...this.#waiting].filter(
      (call) => losers.includes(call.method.name) && !call.isDone,
    );
    for (const call of beaten) {
      const isUnderWay = this.underWay.includes(call);
      const list = isUnderWay ? this.underWay : this.#waiting;
      list.splice(list.indexOf(call), 1);
      if (isUnderWay) this.cancelled.push(call.key);
    }
    for (const enqueue of ready) enqueue();
    for (const { chain } of beaten) {
      if (chain === undefined) continue;
      const freed: (() => void)[] = [];
      const more: string[] = [];
      this.#goOn(chain, freed, more);
      this.#settle(freed, more);
    }
  }

  /** A signal joins a chain: its routers are told at once, and queue up. */
  #join(signal: Signal, chain: Chain, ready: (() => void)[], losers: string[]): void {
    const started: Chain["routers"] = [];
    for (const method of this.#methods) {
      if (method.definition.emit === undefined) continue;
      const causes = this.#tell(method, signal, losers);
      if (causes !== undefined) started.push({ method, input: signal.routed, causes });
    }
    chain.routers.push(...started);
    chain.signals.push(signal);
    this.#goOn(chain, ready, losers);
  }

  /** The next router; when there is none, everybody who listens to any signal of the chain. */
  #goOn(chain: Chain, ready: (() => void)[], losers: string[]): void {
    const router = chain.routers.shift();
    if (router !== undefined) {
      ready.push(() => this.#enqueue(router.method, router.input, router.causes, chain));
      return;
    }
    for (const signal of chain.signals) {
      for (const method of this.#methods) {
        if (method.definition.emit !== undefined) continue;
        const causes = this.#tell(method, signal, losers);
        if (causes !== undefined) ready.push(() => this.#enqueue(method, signal.value, causes, undefined));
      }
    }
  }

  /** Undefined: it does not run. Else the firings that led to this one. */
  #tell(method: Method, signal: Signal, losers: string[]): Set<string> | undefined {
    const lost: string[] = [];
    const met = method.branches.filter((branch) => {
      if (!leaves(branch.tree).includes(signal.name)) return false;
      branch.seen.push(signal);
      const names = branch.seen.map(({ name }) => name);
      lost.push(...losersOf(branch.tree, names, signal.name));
      return holds(branch.tree, names);
    });
    const causes = new Set(met.flatMap(({ seen }) => seen.flatMap((one) => [...one.causes])));
    for (const branch of met) branch.seen = [];
    const fires = met.length > 0 && this.#opensWave(method, met, causes, signal);
    if (fires) {
      method.firings += 1;
      method.metSince = met;
      causes.add(firingOf(method));
      if (method.isRace)
        lost.push(
          ...others(
            method.branches.map(({ tree }) => tree),
            signal.name,
          ),
        );
    }
    losers.push(...lost);
    for (const chain of this.#chains)
      chain.routers = chain.routers.filter((router) => !lost.includes(router.method.name));
    return fires ? causes : undefined;
  }

  #opensWave(method: Method, met: readonly Branch[], causes: ReadonlySet<string>, signal: Signal): boolean {
    const isOncePerWave = method.branches.length > 1 && method.definition.emit === undefined;
    const isItsOwnDoing = method.firings === 0 || causes.has(firingOf(method));
    const isAgain = met.some((branch) => method.metSince.includes(branch));
    if (!isOncePerWave || signal.isLabel || isItsOwnDoing || isAgain) return true;
    method.metSince.push(...met);
    return false;
  }

  #enqueue(method: Method, input: unknown, causes: ReadonlySet<string>, chain: Chain | undefined): void {
    const count = (this.#ready.get(method.name) ?? 0) + 1;
    this.#ready.set(method.name, count);
    if (count > this.#limits.maxMethodCalls) this.failure ??= `limit of ${method.name}`;
    this.#waiting.push({ method, input, causes, chain, key: "", isDone: false });
  }

  #isHeard(name: string): boolean {
    return this.#methods.some(({ branches }) => branches.some(({ tree }) => leaves(tree).includes(name)));
  }

  #newChain(): Chain {
    const chain: Chain = { signals: [], routers: [] };
    this.#chains.push(chain);
    return chain;
  }
}

export interface Limits {
  readonly maxConcurrency: number;
  readonly maxMethodCalls: number;
}

export interface Call {
  readonly method: Method;
  readonly input: unknown;
  readonly causes: ReadonlySet<string>;
  readonly chain: Chain | undefined;
  key: string;
  /** It has given its output, which is still to be looked at. */
  isDone: boolean;
}

interface Method {
  readonly name: string;
  readonly definition: NamedMethod[1];
  readonly isRace: boolean;
  readonly branches: readonly Branch[];
  firings: number;
  metSince: Branch[];
}

interface Branch {
  readonly tree: Condition;
  seen: Signal[];
}

interface Signal {
  readonly name: string;
  readonly value: unknown;
  readonly routed: unknown;
  readonly isLabel: boolean;
  readonly causes: ReadonlySet<string>;
}

interface Chain {
  readonly signals: Signal[];
  routers: { readonly method: Method; readonly input: unknown; readonly causes: ReadonlySet<string> }[];
}

function firingOf(method: Method): string {
  return `${method.name}, firing ${method.firings}`;
}

function parts(tree: Exclude<Condition, string>): readonly Condition[] {
  return "or" in tree ? tree.or : "and" in tree ? tree.and : tree.race;
}

function isGroup(tree: Condition, kind: "or" | "and" | "race"): boolean {
  return typeof tree !== "string" && kind in tree;
}

/** Groups of one are their member, and an `or` in an `or` (a `race` in a `race`) is a part of it. */
function reduced(tree: Condition): Condition {
  if (typeof tree === "string") return tree;
  const kind = "or" in tree ? "or" : "and" in tree ? "and" : "race";
  const members = parts(tree)
    .map(reduced)
    .flatMap((part) => (typeof part !== "string" && kind in part ? parts(part) : [part]));
  if (members.length === 1 && members[0] !== undefined) return members[0];
  return kind === "or" ? { or: members } : kind === "and" ? { and: members } : { race: members };
}

function alternatives(condition: Condition): readonly Condition[] {
  const tree = reduced(condition);
  return typeof tree === "string" || "and" in tree ? [tree] : parts(tree);
}

function leaves(tree: Condition): readonly string[] {
  return typeof tree === "string" ? [tree] : parts(tree).flatMap(leaves);
}

function holds(tree: Condition, names: readonly string[]): boolean {
  if (typeof tree === "string") return names.includes(tree);
  if ("and" in tree) return tree.and.every((part) => holds(part, names));
  return parts(tree).some((part) => holds(part, names));
}

/** Who loses inside of a tree, once the latest name has met its own part of a race. */
function losersOf(tree: Condition, names: readonly string[], latest: string): readonly string[] {
  if (typeof tree === "string") return [];
  const inner = parts(tree).flatMap((part) => losersOf(part, names, latest));
  if (!("race" in tree)) return inner;
  const isWon = tree.race.some((part) => leaves(part).includes(latest) && holds(part, names));
  return isWon ? [...inner, ...others(tree.race, latest)] : inner;
}

function others(trees: readonly Condition[], winner: string): readonly string[] {
  return trees.filter((part) => !leaves(part).includes(winner)).flatMap(leaves);
}
