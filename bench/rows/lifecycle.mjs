// What a publish to a lifecycle registry costs: with no hooks, with one, with ten one after the other or at once.
import { LifecycleRegistry } from "@boathook/lifecycle-hooks";

const quiet = () => undefined;
const logger = { debug: quiet, info: quiet, warn: quiet, error: quiet };
const payload = { turn: { text: "hello" } };
const options = { agentId: "agent", payload };
const makeOptions = () => options;
let _sink; // what is read is written somewhere, so that nothing is optimised away

function registryWith(count, mode) {
  const registry = new LifecycleRegistry({ logger, maxWaiting: 1_000_000 });
  for (let i = 0; i < count; i += 1) {
    for (const event of ["pre_turn", "turn_complete"]) {
      registry.register({
        id: `hook-${i}`,
        event,
        mode,
        handler: async (ctx) => {
          _sink = ctx.event;
        },
      });
    }
  }
  return registry;
}

const none = registryWith(0, "sequential");
const one = registryWith(1, "sequential");
const sequential = registryWith(10, "sequential");
const parallel = registryWith(10, "parallel");

const map = new Map([
  ["pre_turn", undefined],
  ["post_turn", 1],
]);
const publishes = (registry) => async (n) => {
  for (let i = 0; i < n; i += 1) _sink = await registry.publish("pre_turn", options);
};

const empty = "lifecycle: publish that nobody listens to";
const hooked = "lifecycle: publish to asynchronous hooks";

export const rows = [
  {
    group: empty,
    name: "Map.get",
    baseline: true,
    run: (n) => {
      for (let i = 0; i < n; i += 1) _sink = map.get("pre_turn");
    },
  },
  {
    group: empty,
    name: "publishIfHooked",
    aim: 2,
    run: (n) => {
      for (let i = 0; i < n; i += 1) _sink = none.publishIfHooked("pre_turn", makeOptions);
    },
  },
  {
    group: empty,
    name: "publish (a promise of an outcome)",
    run: (n) => {
      for (let i = 0; i < n; i += 1) _sink = none.publish("pre_turn", options);
    },
  },
  { group: hooked, name: "1 hook", unit: "us", baseline: true, run: publishes(one) },
  { group: hooked, name: "10 sequential hooks", unit: "us", aim: 12, run: publishes(sequential) },
  { group: hooked, name: "10 parallel hooks", unit: "us", run: publishes(parallel) },
  {
    group: "lifecycle: detached publishes",
    name: "publishDetached to 1 hook, until all have run",
    unit: "/s",
    run: async (n) => {
      for (let i = 0; i < n; i += 1) one.publishDetached("turn_complete", { conversationId: `c${i % 20}` });
      await one.idle();
    },
  },
];
