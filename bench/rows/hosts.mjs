// What a turn of an assistant, and a dispatch of a subagent, cost beside the run of the agent that they wrap.
import { Assistant } from "@boathook/assistant";
import { Agent, dispatchWork } from "@boathook/crew";
import { BaseLlm, usageOf } from "@boathook/models";
import { SubagentRegistry } from "@boathook/subagents";

const usage = usageOf({ inputTokens: 1, outputTokens: 1, totalTokens: 2, requests: 1 });
class Script extends BaseLlm {
  modelId = "script";
  async generate() {
    return { text: "done", toolCalls: [], parsed: undefined, finishReason: "stop", usage };
  }
}

const agent = new Agent({ role: "a", goal: "g", backstory: "b", llm: new Script() });
const timesAsync = (act) => async (n) => {
  for (let i = 0; i < n; i += 1) await act();
};
const must = async (running) => {
  const { raw, text } = await running;
  if ((raw ?? text) !== "done") throw new Error("it gave something else");
};

const assistant = new Assistant(
  { id: "a", role: "a", instructions: "b", memory: false },
  { llm: new Script(), dataDir: false },
);
const turns = async (n) => {
  // A conversation grows; each measurement has one of its own.
  const session = await assistant.open();
  for (let i = 0; i < n; i += 1) {
    if (i % 20 === 19) await session.clear();
    await must(session.send("hi"));
  }
  await session.close();
};
const subagents = new SubagentRegistry().register({ name: "a", description: "d", agent });

const turn = "a turn of an assistant, nothing kept, beside its agent's run";
const dispatched = "a dispatch of a subagent beside the work that it wraps";

export const rows = [
  { group: turn, name: "agent.kickoff", unit: "us", baseline: true, run: timesAsync(() => must(agent.kickoff("hi"))) },
  { group: turn, name: "session.send", unit: "us", aim: 3, run: turns },
  {
    group: dispatched,
    name: "dispatchWork",
    unit: "us",
    baseline: true,
    run: timesAsync(() => must(dispatchWork(agent, { description: "hi" }))),
  },
  {
    group: dispatched,
    name: "registry.dispatch",
    unit: "us",
    aim: 1.5,
    run: timesAsync(() => must(subagents.dispatch({ name: "a", task: "hi" }))),
  },
];
