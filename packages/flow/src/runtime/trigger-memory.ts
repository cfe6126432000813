import { addLosers, isSatisfied, mentions, type ConditionNode } from "../plan/condition-node.ts";
import type { PlannedMethod } from "../plan/flow-plan.ts";
import { mergeStamps, stamped, type Stamps } from "./stamps.ts";

/** Something that methods wait for: a method finished, or a router gave a label. */
export interface FlowSignal {
  readonly name: string;
  /** What listeners are given: the method's output, or the label. */
  readonly value: unknown;
  /** What routers are given: the method's output, also at a label. */
  readonly routed: unknown;
  readonly isLabel: boolean;
  readonly stamps: Stamps;
}

/** What came of a signal for one method. */
export interface Verdict {
  /** True: the method is to run now. */
  readonly fires: boolean;
  readonly stamps: Stamps;
  /** The methods that lost a race by it, also where the method does not run yet. */
  readonly losers: ReadonlySet<string>;
}

/** What one kickoff remembers of the conditions that are met in part, and of the waves of its listeners. */
export class TriggerMemory {
  readonly #entries = new Map<PlannedMethod, MethodMemory>();

  /** Tells the method of a signal that its condition mentions. */
  tell(method: PlannedMethod, signal: FlowSignal): Verdict {
    const [only] = method.branches;
    // A plain name is what most methods wait for: it needs no memory.
    if (method.branches.length === 1 && only?.kind === "name")
      return { fires: true, stamps: signal.stamps, losers: NOBODY };
    let entry = this.#entries.get(method);
    if (entry === undefined) {
      entry = new MethodMemory(method);
      this.#entries.set(method, entry);
    }
    return entry.tell(signal);
  }
}

const NOBODY: ReadonlySet<string> = new Set();

/** The memory of one method: a part for each branch of its condition, and the wave of the whole. */
class MethodMemory {
  readonly #method: PlannedMethod;
  readonly #branches: readonly BranchMemory[];
  #firings = 0;
  /** The branches that were met since it fired, the one that made it fire included. */
  #metSince = new Set<BranchMemory>();

  constructor(method: PlannedMethod) {
    this.#method = method;
    this.#branches = method.branches.map((node) => new BranchMemory(node));
  }

  tell(signal: FlowSignal): Verdict {
    const losers = new Set<string>();
    const met = this.#branches.filter((branch) => branch.isMetBy(signal, losers));
    let stamps: Stamps;
    for (const branch of met) stamps = mergeStamps(stamps, branch.take());
    if (met.length === 0 || !this.#opensWave(met, stamps, signal)) return { fires: false, stamps, losers };
    return { fires: true, stamps: this.#fired(met, stamps), losers: this.#withRivals(met, signal, losers) };
  }

  /**
   * A listener to several branches fires once per wave. A new wave begins with a label, with a branch that is met again, and with whatever
   * its own latest firing led to.
   */
  #opensWave(met: readonly BranchMemory[], stamps: Stamps, signal: FlowSignal): boolean {
    const { onceIndex } = this.#method;
    if (onceIndex === undefined || signal.isLabel || (stamps?.[onceIndex] ?? 0) === this.#firings) return true;
    if (met.some((branch) => this.#metSince.has(branch))) return true;
    for (const branch of met) this.#metSince.add(branch);
    return false;
  }

  #fired(met: readonly BranchMemory[], stamps: Stamps): Stamps {
    const { onceIndex } = this.#method;
    if (onceIndex === undefined) return stamps;
    this.#firings += 1;
    this.#metSince = new Set(met);
    return stamped(stamps, onceIndex, this.#firings);
  }

  #withRivals(met: readonly BranchMemory[], signal: FlowSignal, losers: Set<string>): ReadonlySet<string> {
    const nodes = met.map((branch) => branch.node);
    if (this.#method.isRace) addLosers({ parts: this.#method.branches, satisfied: nodes, winner: signal.name }, losers);
    return losers;
  }
}

/** What was seen of one branch since it was met last. */
class BranchMemory {
  readonly node: ConditionNode;
  #seen = new Set<string>();
  #stamps: Stamps;

  constructor(node: ConditionNode) {
    this.node = node;
  }

  /** Remembers the signal, when the branch mentions it; true when that completes the branch. */
  isMetBy(signal: FlowSignal, losers: Set<string>): boolean {
    if (!mentions(this.node, signal.name)) return false;
    this.#seen.add(signal.name);
    this.#stamps = mergeStamps(this.#stamps, signal.stamps);
    return isSatisfied(this.node, { seen: this.#seen, latest: signal.name }, losers);
  }

  /** Forgets what was seen; gives how far downstream it was. */
  take(): Stamps {
    const stamps = this.#stamps;
    this.#seen = new Set();
    this.#stamps = undefined;
    return stamps;
  }
}
