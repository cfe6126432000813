import { ownOutput, RoutedFeedback } from "../feedback/feedback-types.ts";
import type { FlowPlan, PlannedMethod } from "../plan/flow-plan.ts";
import { labelOf } from "./label.ts";
import type { Stamps } from "./stamps.ts";
import { TriggerMemory, type FlowSignal } from "./trigger-memory.ts";

/** A method that is to run, and why. */
export interface ReadyMethod {
  readonly method: PlannedMethod;
  /** What triggered it; undefined for the methods that start the flow. */
  readonly input: { readonly value: unknown } | undefined;
  /** The method whose completion did it. */
  readonly startedBy: string | undefined;
  readonly stamps: Stamps;
  /** The chain of routers that it is a link of. */
  readonly chain: RouterChain | undefined;
}

/** What came of the completion of one method. */
export interface Consequence {
  /** What is to run now, in order. */
  readonly ready: readonly ReadyMethod[];
  /** The methods that lost a race by it. */
  readonly losers: ReadonlySet<string>;
  /** True: nothing listens to this method, nor to the label that it gave. */
  readonly isTerminal: boolean;
}

/** Signals whose routers run one after another; who listens to any of them runs when the last router is done. */
interface RouterChain {
  readonly signals: FlowSignal[];
  routers: ReadyMethod[];
}

/** What outlives one completion. */
interface Lasting {
  readonly plan: FlowPlan;
  readonly memory: TriggerMemory;
  /** The chains in which routers wait for their turn. */
  readonly chains: Set<RouterChain>;
}

/** Decides what runs next, from what finished. It runs nothing and waits for nothing: the same completions in the same order give the same answers. */
export class Scheduler {
  readonly #lasting: Lasting;

  constructor(plan: FlowPlan) {
    this.#lasting = { plan, memory: new TriggerMemory(), chains: new Set() };
  }

  /** The methods that start the flow, in order of declaration. */
  starts(): readonly ReadyMethod[] {
    return this.#lasting.plan.starts.map((method) => ({
      method,
      input: undefined,
      startedBy: undefined,
      stamps: undefined,
      chain: undefined,
    }));
  }

  /** Takes in that a method finished with this output. */
  finished(done: ReadyMethod, output: unknown): Consequence {
    const { method, stamps } = done;
    const round = new Round(this.#lasting, method.name);
    const own = ownOutput(output);
    round.follow({ name: method.name, value: own, routed: own, isLabel: false, stamps }, newChain());
    if (method.emit === undefined) return round.consequence(round.isHeard(method.name));
    const feedback = RoutedFeedback.is(output) ? output.result : undefined;
    const label = feedback?.outcome ?? labelOf(method, output);
    const chain = done.chain ?? newChain();
    if (label === undefined) round.advance(chain);
    else {
      const [value, routed] = feedback === undefined ? [label, output] : [feedback, feedback];
      round.follow({ name: label, value, routed, isLabel: true, stamps }, chain);
    }
    return round.consequence(round.isHeard(method.name) || (label !== undefined && round.isHeard(label)));
  }

  /** Takes in that a method was cancelled because it lost a race: whoever waited for it as a router waits no longer. */
  beaten(lost: ReadyMethod): Consequence {
    const round = new Round(this.#lasting, lost.method.name);
    if (lost.chain !== undefined) round.advance(lost.chain);
    return round.consequence(true);
  }
}

/** What one completion leads to. */
class Round {
  readonly #lasting: Lasting;
  readonly #startedBy: string;
  readonly #ready: ReadyMethod[] = [];
  #losers: ReadonlySet<string> = NOBODY;

  constructor(lasting: Lasting, startedBy: string) {
    this.#lasting = lasting;
    this.#startedBy = startedBy;
  }

  isHeard(name: string): boolean {
    return this.#lasting.plan.dependants.has(name);
  }

  consequence(isHeard: boolean): Consequence {
    return { ready: this.#ready, losers: this.#losers, isTerminal: !isHeard };
  }

  /** A signal joins a chain: its routers queue up there. */
  follow(signal: FlowSignal, chain: RouterChain): void {
    const started: ReadyMethod[] = []; // by this very signal: that it also decides a race does not stop them
    for (const method of this.#lasting.plan.dependants.get(signal.name)?.routers ?? NO_METHODS) {
      const stamps = this.#tell(method, signal);
      if (stamps !== NOT_NOW) started.push(this.#readied(method, signal.routed, stamps, chain));
    }
    chain.routers.push(...started);
    chain.signals.push(signal);
    if (chain.routers.length > 0) this.#lasting.chains.add(chain);
    this.advance(chain);
  }

  /** The next router of a chain, else everybody who listens to its signals. */
  advance(chain: RouterChain): void {
    const router = chain.routers.shift();
    if (chain.routers.length === 0) this.#lasting.chains.delete(chain);
    if (router !== undefined) {
      this.#ready.push(router);
      return;
    }
    for (const signal of chain.signals) {
      for (const method of this.#lasting.plan.dependants.get(signal.name)?.listeners ?? NO_METHODS) {
        const stamps = this.#tell(method, signal);
        if (stamps !== NOT_NOW) this.#ready.push(this.#readied(method, signal.value, stamps, undefined));
      }
    }
  }

  #tell(method: PlannedMethod, signal: FlowSignal): Stamps | typeof NOT_NOW {
    const { fires, stamps, losers } = this.#lasting.memory.tell(method, signal);
    if (losers.size > 0) this.#lose(losers);
    return fires ? stamps : NOT_NOW;
  }

  /** A router that loses before its turn has come does not run. */
  #lose(losers: ReadonlySet<string>): void {
    this.#losers = new Set([...this.#losers, ...losers]);
    for (const chain of this.#lasting.chains) {
      chain.routers = chain.routers.filter((router) => !losers.has(router.method.name));
    }
  }

  #readied(method: PlannedMethod, value: unknown, stamps: Stamps, chain: RouterChain | undefined): ReadyMethod {
    return { method, input: { value }, startedBy: this.#startedBy, stamps, chain };
  }
}

const NOT_NOW = Symbol("not now");
const NOBODY: ReadonlySet<string> = new Set();
const NO_METHODS: readonly PlannedMethod[] = [];

function newChain(): RouterChain {
  return { signals: [], routers: [] };
}
