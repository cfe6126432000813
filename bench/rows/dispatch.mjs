// What a dispatch costs: with no hook, with synchronous ones, with asynchronous ones.
import { EventEmitter } from "node:events";

import { dispatch, dispatchIfHooked, HookDispatchedEvent, on, withHookScope } from "@boathook/hooks";
import { childFrame, events, runInFrame } from "@boathook/kernel";

const context = { executionId: "bench", payload: { topic: "tides" }, toolName: "web_search", toolInput: {} };
const hook = (ctx) => {
  _sink = ctx.executionId;
};
const asyncHook = async (ctx) => {
  _sink = ctx.executionId;
};
let _sink; // what is read is written somewhere, so that nothing is optimised away

const times = (act) => (n) => {
  for (let i = 0; i < n; i += 1) act();
};
const timesAsync = (act) => async (n) => {
  for (let i = 0; i < n; i += 1) await act();
};

/** Registers `count` hooks, undone after the measurement. */
const hooked =
  (point, count, make = () => hook, filters = undefined) =>
  () => {
    const registrations = Array.from({ length: count }, () =>
      filters === undefined ? on(point, make()) : on(point, filters, make()),
    );
    return () => registrations.forEach((registration) => registration.unregister());
  };

/** One hook, and one subscriber of its events. */
const watched = (point) => () => {
  const undo = hooked(point, 1)();
  const subscription = events.on(HookDispatchedEvent).subscribe((event) => (_sink = event));
  return () => {
    undo();
    subscription.unsubscribe();
  };
};

const map = new Map([["input", () => undefined]]);
const none = "dispatch with no hook";
const sync = "dispatch with synchronous hooks";
const async = "dispatch with asynchronous hooks";
const emitter = (listeners) => {
  const result = new EventEmitter();
  for (let i = 0; i < listeners; i += 1) result.on("input", (ctx) => hook(ctx));
  return result;
};
const [one, five] = [emitter(1), emitter(5)];
// Only compared with where they are installed.
const tapable = await import("tapable").then(
  (found) => found.default ?? found,
  () => undefined,
);
const hookable = await import("hookable").catch(() => undefined);

export const rows = [
  { group: none, name: "Map.get", baseline: true, run: times(() => (_sink = map.get("input"))) },
  { group: none, name: "dispatch", aim: 2, run: times(() => (_sink = dispatch("input", context))) },
  {
    group: none,
    name: "dispatchIfHooked, as seams use it",
    aim: 2,
    run: times(() => (_sink = dispatchIfHooked("input", () => ({ ...context })))),
  },
  {
    group: none,
    name: "the same, when some scope has hooks there",
    setup: () => withHookScope(({ on: onScope }) => void onScope("output", hook)),
    run: times(() => (_sink = dispatchIfHooked("output", () => ({ ...context })))),
  },

  { group: sync, name: "EventEmitter.emit, 1 listener", baseline: true, run: times(() => one.emit("input", context)) },
  { group: sync, name: "EventEmitter.emit, 5 listeners", run: times(() => five.emit("input", context)) },
  { group: sync, name: "1 hook", aim: 10, setup: hooked("input", 1), run: times(() => dispatch("input", context)) },
  { group: sync, name: "5 hooks", setup: hooked("input", 5), run: times(() => dispatch("input", context)) },
  { group: sync, name: "10 hooks", setup: hooked("input", 10), run: times(() => dispatch("input", context)) },
  {
    group: sync,
    name: "1 hook with filters",
    setup: hooked("pre_tool_call", 1, () => hook, { tools: ["web_search"], agents: ["Researcher"] }),
    run: times(() => dispatch("pre_tool_call", context)),
  },
  {
    group: sync,
    name: "1 hook, 1 subscriber of its events",
    setup: watched("input"),
    run: times(() => dispatch("input", context)),
  },
  {
    group: sync,
    name: "1 hook, inside a run",
    setup: hooked("input", 1),
    run: (n) =>
      runInFrame(
        childFrame({ execution: { id: "bench", sequence: 0 } }),
        times(() => dispatch("input", context)),
        n,
      ),
  },
  {
    group: sync,
    name: "1 hook in the third of 3 nested scopes",
    run: (n) =>
      withHookScope(() =>
        withHookScope(() =>
          withHookScope(({ on: onScope }) => {
            onScope("output", hook);
            times(() => dispatch("output", context))(n);
          }),
        ),
      ),
  },

  { group: async, name: "await an async function", baseline: true, run: timesAsync(() => asyncHook(context)) },
  {
    group: async,
    name: "1 async hook",
    setup: hooked("input", 1, () => asyncHook),
    run: timesAsync(() => dispatch("input", context)),
  },
  {
    group: async,
    name: "5 async hooks",
    setup: hooked("input", 5, () => asyncHook),
    run: timesAsync(() => dispatch("input", context)),
  },

  ...besideOthers(),
];

/** Beside the hooks of two packages that do far less: no contexts, no scopes, no events, no guard against what a hook throws. */
function besideOthers() {
  const group = "one synchronous hook, beside other packages";
  const tapped = tapable && new tapable.SyncHook(["context"]);
  tapped?.tap("bench", (ctx) => hook(ctx));
  const hooks = hookable?.createHooks();
  hooks?.hook("input", (ctx) => hook(ctx));
  return [
    ...(tapped
      ? [{ group, name: "tapable SyncHook.call", baseline: true, run: times(() => tapped.call(context)) }]
      : []),
    ...(hooks ? [{ group, name: "hookable callHook", run: times(() => hooks.callHook("input", context)) }] : []),
    {
      group,
      name: "dispatch, nobody watches",
      aim: 3,
      setup: hooked("input", 1),
      run: times(() => dispatch("input", context)),
    },
    {
      group,
      name: "dispatch, 1 subscriber",
      aim: 10,
      setup: watched("input"),
      run: times(() => dispatch("input", context)),
    },
  ];
}
