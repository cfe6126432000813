// What a flow costs beside the same chain of steps in other workflow engines (when `npm run bench:peers` installed them), and what recording costs.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { events } from "@boathook/kernel";
import { defineHook } from "@boathook/hooks";
import { defineFlow, SqliteEngine } from "@boathook/flow";
import { z } from "zod";

const installed = (name) =>
  import(name).then(
    (found) => found,
    () => undefined, // not installed, or not for this Node: its rows are left out
  );
const [llama, graph, core, mastra] = await Promise.all([
  installed("@llamaindex/workflow-core"),
  installed("@langchain/langgraph"),
  installed("@langchain/core/messages"),
  installed("@mastra/core/workflows"),
]);

const timesAsync = (act) => async (n) => {
  for (let i = 0; i < n; i += 1) await act();
};
const name = (i) => `m${i}`;
const steps = (count) => Array.from({ length: count }, (_, i) => i);

/** A chain of asynchronous methods, each of which hands a number on. */
function boathook(count, options = {}) {
  const methods = Object.fromEntries(
    steps(count).map((i) => [
      name(i),
      { ...(i === 0 ? { start: true } : { listen: name(i - 1) }), run: async () => i },
    ]),
  );
  const Chain = defineFlow({ name: "chain", methods });
  const flow = new Chain({ maxMethodCalls: 10, ...options.flow });
  return async () => {
    if ((await flow.kickoff({}, options.kickoff?.())) !== count - 1) throw new Error("the chain ended elsewhere");
  };
}

function llamaindex(count) {
  const { createWorkflow, workflowEvent } = llama;
  const made = steps(count + 1).map(() => workflowEvent());
  const workflow = createWorkflow();
  for (const i of steps(count)) workflow.handle([made[i]], async () => made[i + 1].with(i));
  return async () => {
    const { stream, sendEvent } = workflow.createContext();
    sendEvent(made[0].with(0));
    const seen = await stream.until(made[count]).toArray();
    if (seen.at(-1).data !== count - 1) throw new Error("the chain ended elsewhere");
  };
}

function langgraph(count) {
  const { Annotation, END, START, StateGraph } = graph;
  let made = new StateGraph(Annotation.Root({ v: Annotation() }));
  for (const i of steps(count)) made = made.addNode(name(i), async () => ({ v: i }));
  for (const i of steps(count)) made = made.addEdge(i === 0 ? START : name(i - 1), name(i));
  const compiled = made.addEdge(name(count - 1), END).compile();
  return async () => {
    const { v } = await compiled.invoke({ v: -1 }, { recursionLimit: count + 10 });
    if (v !== count - 1) throw new Error("the chain ended elsewhere");
  };
}

function mastraWorkflow(count) {
  const { createStep, createWorkflow } = mastra;
  const schema = z.object({ v: z.number() });
  let made = createWorkflow({ id: "w", inputSchema: schema, outputSchema: schema });
  for (const i of steps(count)) {
    made = made.then(
      createStep({ id: name(i), inputSchema: schema, outputSchema: schema, execute: async () => ({ v: i }) }),
    );
  }
  const workflow = made.commit();
  return async () => {
    const run = await workflow.createRun();
    const { result } = await run.start({ inputData: { v: -1 } });
    if (result.v !== count - 1) throw new Error("the chain ended elsewhere");
  };
}

const hooks = [defineHook("pre_step", () => undefined), defineHook("post_step", () => undefined)];
const watched = () => {
  const subscription = events.all.subscribe(() => undefined);
  return () => subscription.unsubscribe();
};

const chains = (count, aims) => {
  const group = `flows of ${count} step${count === 1 ? "" : "s"}, beside other workflow engines`;
  return [
    ...(llama
      ? [{ group, name: "LlamaIndex workflow", unit: "us", baseline: true, run: timesAsync(llamaindex(count)) }]
      : []),
    { group, name: "boathook", unit: "us", aim: aims.bare, run: timesAsync(boathook(count)) },
    {
      group,
      name: "boathook, two hooks and a subscriber",
      unit: "us",
      aim: aims.hooked,
      setup: watched,
      run: timesAsync(boathook(count, { flow: { hooks } })),
    },
    ...(graph && core ? [{ group, name: "LangGraph StateGraph", unit: "us", run: timesAsync(langgraph(count)) }] : []),
    ...(mastra ? [{ group, name: "Mastra workflow", unit: "us", run: timesAsync(mastraWorkflow(count)) }] : []),
  ];
};

const concurrent = (make) => {
  const act = make(10);
  return async (n) => {
    for (let i = 0; i < n; i += 1) await Promise.all(Array.from({ length: 100 }, act));
  };
};
const atOnce = "100 flows of 10 steps at once";

// A recorded step beside the same row written by hand, into files of their own with the same settings.
const folder = mkdtempSync(path.join(tmpdir(), "boathook-bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const { default: Database } = await import("libsql");
const bare = new Database(path.join(folder, "bare.db"));
bare.exec(
  "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; CREATE TABLE rows (run TEXT, key TEXT, output TEXT, state TEXT, at INTEGER)",
);
const insert = bare.prepare("INSERT INTO rows VALUES (?, ?, ?, ?, ?)");
const engine = new SqliteEngine({ file: path.join(folder, "runs.db") });
let run = 0;
const recorded = boathook(50, {
  flow: { engine },
  kickoff: () => ({ durable: true, runId: `r${(run += 1)}` }),
});
const record = "one recorded step (chains of 50) beside a bare insert of such a row";

export const rows = [
  ...chains(1, { bare: 0.4, hooked: 1 }),
  ...chains(10, { bare: 0.4, hooked: 1 }),
  ...chains(50, { bare: 0.4, hooked: 1 }),
  ...(llama
    ? [{ group: atOnce, name: "LlamaIndex workflow", unit: "us", baseline: true, run: concurrent(llamaindex) }]
    : []),
  { group: atOnce, name: "boathook", unit: "us", run: concurrent(boathook) },
  ...(graph && core ? [{ group: atOnce, name: "LangGraph StateGraph", unit: "us", run: concurrent(langgraph) }] : []),
  {
    group: record,
    name: "insert",
    unit: "us",
    baseline: true,
    run: (n) => {
      for (let i = 0; i < n; i += 1) insert.run("r", "m#1", '{"v":1}', '{"id":"r"}', 1);
    },
  },
  {
    group: record,
    name: "boathook",
    unit: "us",
    aim: 6,
    run: async (n) => {
      for (let i = 0; i < n; i += 50) await recorded();
    },
  },
];
