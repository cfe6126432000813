// What a flow's step costs, with nobody watching.
import { compileFlow, Flow, FLOW_SEAM } from "@boathook/flow";

const SILENT = { announcesRuns: true, announcesMethods: true, dispatchesSteps: true, inputsAreState: true };

/** A chain of `count` methods that do nothing. */
class Chain extends Flow {
  constructor(count) {
    super();
    this.count = count;
    this.plan = compileFlow(
      `chain of ${count}`,
      Array.from({ length: count }, (_, i) => [`m${i}`, i === 0 ? { start: true } : { listen: `m${i - 1}` }]),
    );
  }
  [FLOW_SEAM]() {
    return {
      plan: this.plan,
      manners: SILENT,
      channel: undefined,
      hooks: [],
      prepare: () => undefined,
      takesInput: () => false,
      runMethod: (name) => name,
      result: (last) => last,
      readOutput: (payload) => payload,
    };
  }
}

const chain = (count) => {
  const flow = new Chain(count);
  return async (n) => {
    for (let i = 0; i < n; i += count) {
      if ((await flow.kickoff({})) !== `m${count - 1}`) throw new Error("the chain ended elsewhere");
    }
  };
};

const group = "steps of a flow";
export const rows = [
  { group, name: "per step, chains of 10", unit: "us", run: chain(10) },
  { group, name: "per step, chains of 1 000", unit: "us", run: chain(1_000) },
  { group, name: "one-step flow", unit: "us", run: chain(1) },
];
