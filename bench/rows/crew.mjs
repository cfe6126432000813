// What a run costs: one agent, one crew, one more tool round, many at once, beside one `generateText` of the AI SDK (when `npm run bench:peers` installed it).
import { Agent, Crew, Task } from "@boathook/crew";
import { BaseLlm, usageOf } from "@boathook/models";
import { tool } from "@boathook/tools";
import { z } from "zod";

const usage = usageOf({ inputTokens: 1, outputTokens: 1, totalTokens: 2, requests: 1 });

/** Calls the tool `rounds` times, then answers; a conversation says by itself how far it is. */
class Script extends BaseLlm {
  modelId = "script";
  constructor(rounds) {
    super();
    this.rounds = rounds;
  }
  async generate({ messages }) {
    const done = messages.reduce((count, message) => count + (message.role === "tool" ? 1 : 0), 0);
    if (done >= this.rounds) return { text: "done", toolCalls: [], parsed: undefined, finishReason: "stop", usage };
    const call = { id: `c${done}`, name: "echo", input: { x: String(done) } };
    return { text: "", toolCalls: [call], parsed: undefined, finishReason: "tool-calls", usage };
  }
}

const echo = tool({ name: "echo", description: "e", inputSchema: z.object({ x: z.string() }), execute: ({ x }) => x });
const agentWith = (rounds) =>
  new Agent({ role: "a", goal: "g", backstory: "b", llm: new Script(rounds), tools: [echo], maxIter: 100 });
const crewWith = (rounds, hooks) =>
  new Crew({ tasks: [new Task({ description: "hi", expectedOutput: "done", agent: agentWith(rounds) })], hooks });

const timesAsync = (act) => async (n) => {
  for (let i = 0; i < n; i += 1) await act();
};
const must = async (running) => {
  const { raw, text } = await running;
  if ((raw ?? text) !== "done") throw new Error("the run gave something else");
};

const [agent, agent10, agent50] = [agentWith(0), agentWith(10), agentWith(50)];
const [crew, crew10] = [crewWith(0), crewWith(10)];
const runs = "one run";
const rounds = "rounds of a tool in one agent run";

const ai = await import("ai").then(
  (found) => found,
  () => undefined, // not installed: its rows are left out
);

/** A model object of specification v3, as ai@6 takes it. */
function aiModel(rounds) {
  const finish = (unified) => ({ unified, raw: unified });
  const tokens = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
  let i = 0;
  return {
    specificationVersion: "v3",
    provider: "stub",
    modelId: "stub",
    supportedUrls: {},
    async doGenerate() {
      i += 1;
      return i <= rounds
        ? {
            content: [{ type: "tool-call", toolCallId: `c${i}`, toolName: "echo", input: `{"x":"${i}"}` }],
            finishReason: finish("tool-calls"),
            usage: tokens,
            warnings: [],
          }
        : { content: [{ type: "text", text: "done" }], finishReason: finish("stop"), usage: tokens, warnings: [] };
    },
  };
}

const aiTools = ai && {
  echo: ai.tool({ description: "e", inputSchema: z.object({ x: z.string() }), execute: async ({ x }) => x }),
};
const generate = (count) =>
  ai.generateText({ model: aiModel(count), tools: aiTools, stopWhen: ai.stepCountIs(100), prompt: "hi" });

export const rows = [
  ...(ai
    ? [
        {
          group: runs,
          name: "generateText of ai@6",
          unit: "us",
          baseline: true,
          run: timesAsync(() => must(generate(0))),
        },
      ]
    : []),
  { group: runs, name: "agent.kickoff", unit: "us", aim: 0.5, run: timesAsync(() => must(agent.kickoff("hi"))) },
  { group: runs, name: "crew.kickoff, one task", unit: "us", aim: 1, run: timesAsync(() => must(crew.kickoff({}))) },

  ...(ai
    ? [
        {
          group: rounds,
          name: "10 rounds with generateText of ai@6",
          unit: "us",
          baseline: true,
          run: timesAsync(() => must(generate(10))),
        },
      ]
    : []),
  { group: rounds, name: "10 rounds", unit: "us", aim: 0.25, run: timesAsync(() => must(agent10.kickoff("hi"))) },
  { group: rounds, name: "50 rounds", unit: "us", run: timesAsync(() => must(agent50.kickoff("hi"))) },
  { group: rounds, name: "10 rounds in a crew", unit: "us", run: timesAsync(() => must(crew10.kickoff({}))) },

  {
    group: "many at once",
    name: "100 concurrent kickoffs of one crew",
    unit: "/s",
    run: async (n) => {
      for (let left = n; left > 0; left -= 100) {
        await Promise.all(Array.from({ length: Math.min(100, left) }, () => must(crew.kickoff({}))));
      }
    },
  },
  {
    group: "memory",
    name: "heap kept per 10 000 kickoffs, bytes",
    unit: "bytes",
    measure: async () => {
      const used = () => {
        globalThis.gc?.();
        return process.memoryUsage().heapUsed;
      };
      for (let i = 0; i < 10_000; i += 1) await must(crew.kickoff({})); // until everything is compiled
      const before = used();
      for (let i = 0; i < 10_000; i += 1) await must(crew.kickoff({}));
      return used() - before;
    },
  },
];
