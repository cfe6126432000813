// An agent with one tool in Boathook and in other frameworks, each with the least code that it takes:
//
//   { name, run(rounds, hooks?): Promise<text>, stream?(chunks): Promise<number of chunks> }
//
// `hooks` is how many hooks there are that do nothing, at the cheapest place that the framework has: `hookCalls` counts. What is not installed
// (`npm run bench:peers`) is left out by whoever asks.
import { z } from "zod";

import { aiModel, aiModelV2 } from "./stubs.mjs";

process.env.KAIBAN_TELEMETRY_OPT_OUT = "1"; // without a network its telemetry ends the process
process.env.MASTRA_TELEMETRY_DISABLED = "1";
globalThis.AI_SDK_LOG_WARNINGS = false;

const input = z.object({ x: z.string() });
const same = async ({ x }) => x;
export const hookCalls = { count: 0 };
/** What every hook does. */
const called = () => {
  hookCalls.count += 1;
};
const several = (count, make) => Array.from({ length: count }, (_, i) => make(i));

/** What is made once for each number of rounds, with and without a hook, as a program would. */
function madeOnce(make) {
  const made = new Map();
  return (rounds, hooks = 0) => {
    const key = `${rounds} ${hooks}`;
    if (!made.has(key)) made.set(key, make(rounds, hooks));
    return made.get(key);
  };
}
const countIn = (list, isOne) => list.reduce((count, one) => count + (isOne(one) ? 1 : 0), 0);

export const AGENTS = { boathook, boathookCrew, ai, openai, voltagent, langchain, mastra, kaiban, adk };

async function boathook() {
  const { Agent } = await import("@boathook/crew");
  const { on } = await import("@boathook/hooks");
  const { tool } = await import("@boathook/tools");
  const { llm } = await import("@boathook/models");
  const echo = tool({ name: "echo", description: "e", inputSchema: input, execute: same });
  const agentOf = madeOnce(
    (rounds) => new Agent({ role: "a", goal: "g", backstory: "b", llm: aiModel(rounds), tools: [echo], maxIter: 100 }),
  );
  const registrations = [];
  const registered = (count) => {
    while (registrations.length < count) registrations.push(on("pre_model_call", called));
    while (registrations.length > count) registrations.pop().unregister();
  };
  return {
    name: "boathook agent",
    async run(rounds, hooks = 0) {
      registered(hooks);
      return (await agentOf(rounds).kickoff("hi")).raw;
    },
    async stream(chunks) {
      let count = 0;
      for await (const _ of llm(aiModel(0, chunks)).stream("hi")) count += 1;
      return count;
    },
  };
}

async function boathookCrew() {
  const { Agent, Crew, Task } = await import("@boathook/crew");
  const { defineHook } = await import("@boathook/hooks");
  const { tool } = await import("@boathook/tools");
  const echo = tool({ name: "echo", description: "e", inputSchema: input, execute: same });
  const crewWith = (llm, hooks = 0) => {
    const agent = new Agent({ role: "a", goal: "g", backstory: "b", llm, tools: [echo], maxIter: 100 });
    const tasks = [new Task({ description: "hi", expectedOutput: "done", agent })];
    return new Crew({ tasks, hooks: several(hooks, () => defineHook("pre_model_call", called)) });
  };
  const crewOf = madeOnce((rounds, hooks) => crewWith(aiModel(rounds), hooks));
  return {
    name: "boathook crew of one task",
    run: async (rounds, hooks) => (await crewOf(rounds, hooks).kickoff({})).raw,
    async stream(chunks) {
      let count = 0;
      for await (const chunk of crewWith(aiModel(0, chunks)).stream({})) if (chunk.text !== undefined) count += 1;
      return count;
    },
  };
}

async function ai() {
  const ai = await import("ai");
  const tools = { echo: ai.tool({ description: "e", inputSchema: input, execute: same }) };
  const wrapGenerate = async ({ doGenerate }) => {
    called();
    return doGenerate();
  };
  const modelOf = madeOnce((rounds, hooks) => {
    const middleware = several(hooks, () => ({ specificationVersion: "v3", wrapGenerate }));
    return hooks > 0 ? ai.wrapLanguageModel({ model: aiModel(rounds), middleware }) : aiModel(rounds);
  });
  return {
    name: "ai@6",
    async run(rounds, hooks) {
      const model = modelOf(rounds, hooks);
      const { text } = await ai.generateText({ model, tools, stopWhen: ai.stepCountIs(100), prompt: "hi" });
      return text;
    },
    async stream(chunks) {
      let count = 0;
      const { textStream } = ai.streamText({ model: aiModel(0, chunks), prompt: "hi" });
      for await (const _ of textStream) count += 1;
      return count;
    },
  };
}

async function openai() {
  const { Agent, Runner, Usage, tool, setTracingDisabled } = await import("@openai/agents");
  setTracingDisabled(true);
  const echo = tool({ name: "echo", description: "e", parameters: input, execute: same });
  const runner = new Runner({ tracingDisabled: true });
  const message = { type: "message", role: "assistant", status: "completed" };
  const model = (rounds, chunks = 0) => {
    const output = (given) => {
      const i = typeof given === "string" ? 0 : countIn(given, ({ type }) => type === "function_call_result");
      return i < rounds
        ? [{ type: "function_call", callId: `c${i}`, name: "echo", status: "completed", arguments: `{"x":"${i}"}` }]
        : [{ ...message, content: [{ type: "output_text", text: "done" }] }];
    };
    return {
      async getResponse(request) {
        return { usage: new Usage(), output: output(request.input), responseId: "r" };
      },
      async *getStreamedResponse(request) {
        for (let n = 0; n < chunks; n += 1) yield { type: "output_text_delta", delta: "tok " };
        const usage = { requests: 1, inputTokens: 1, outputTokens: 1, totalTokens: 2 };
        yield { type: "response_done", response: { id: "r", usage, output: output(request.input) } };
      },
    };
  };
  const agentWith = (made, hooks = 0) => {
    const one = new Agent({ name: "a", instructions: "i", model: made, tools: [echo] });
    for (let i = 0; i < hooks; i += 1) one.on("agent_tool_start", () => called());
    return one;
  };
  const agentOf = madeOnce((rounds, hooks) => agentWith(model(rounds), hooks));
  return {
    name: "OpenAI Agents",
    run: async (rounds, hooks) => (await runner.run(agentOf(rounds, hooks), "hi", { maxTurns: 100 })).finalOutput,
    async stream(chunks) {
      let count = 0;
      const result = await runner.run(agentWith(model(0, chunks)), "hi", { stream: true });
      for await (const _ of result.toTextStream()) count += 1;
      await result.completed;
      return count;
    },
  };
}

async function voltagent() {
  const { Agent, createTool } = await import("@voltagent/core");
  const echo = createTool({ name: "echo", description: "e", parameters: input, execute: same });
  const agentOf = madeOnce((rounds, hooks) => {
    const inputMiddlewares = several(hooks, () => async () => called());
    const model = aiModel(rounds);
    return new Agent({ name: "a", instructions: "i", model, memory: false, tools: [echo], inputMiddlewares });
  });
  return {
    name: "VoltAgent",
    run: async (rounds, hooks) => (await agentOf(rounds, hooks).generateText("hi", { maxSteps: 100 })).text,
  };
}

async function langchain() {
  const { createAgent, createMiddleware, tool } = await import("langchain");
  const { BaseChatModel } = await import("@langchain/core/language_models/chat_models");
  const { AIMessage } = await import("@langchain/core/messages");
  class Stub extends BaseChatModel {
    constructor(rounds) {
      super({});
      this.rounds = rounds;
    }
    _llmType() {
      return "stub";
    }
    bindTools() {
      return this;
    }
    async _generate(messages) {
      const i = countIn(messages, (message) => message.getType() === "tool");
      const call = { id: `c${i}`, name: "echo", args: { x: String(i) }, type: "tool_call" };
      const message = i < this.rounds ? new AIMessage({ content: "", tool_calls: [call] }) : new AIMessage("done");
      return { generations: [{ text: "", message }] };
    }
  }
  const echo = tool(same, { name: "echo", description: "e", schema: input });
  const passing = (i) =>
    createMiddleware({
      name: `m${i}`,
      wrapModelCall: async (request, next) => {
        called();
        return next(request);
      },
    });
  const agentOf = madeOnce((rounds, hooks) =>
    createAgent({ model: new Stub(rounds), tools: [echo], middleware: several(hooks, passing) }),
  );
  return {
    name: "LangChain createAgent",
    async run(rounds, hooks) {
      const messages = [{ role: "user", content: "hi" }];
      return (await agentOf(rounds, hooks).invoke({ messages }, { recursionLimit: 300 })).messages.at(-1).content;
    },
  };
}

async function mastra() {
  const { Agent } = await import("@mastra/core/agent");
  const { createTool } = await import("@mastra/core/tools");
  const echo = createTool({ id: "echo", description: "e", inputSchema: input, execute: async (given) => given.x });
  const processor = (i) => ({
    id: `p${i}`,
    processInputStep: async () => {
      called();
      return {};
    },
  });
  const agentOf = madeOnce((rounds, hooks) => {
    const inputProcessors = several(hooks, processor);
    const model = aiModelV2(rounds);
    return new Agent({ id: "a", name: "a", instructions: "i", model, tools: { echo }, inputProcessors });
  });
  return {
    name: "Mastra",
    run: async (rounds, hooks) => (await agentOf(rounds, hooks).generate("hi", { maxSteps: 100 })).text,
  };
}

async function kaiban() {
  const { Agent, Task, Team } = await import("kaibanjs");
  const { BaseChatModel } = await import("@langchain/core/language_models/chat_models");
  const { AIMessage } = await import("@langchain/core/messages");
  const { StructuredTool } = await import("@langchain/core/tools");
  class Echo extends StructuredTool {
    name = "echo";
    description = "e";
    schema = input;
    _call = same;
  }
  class Stub extends BaseChatModel {
    constructor(rounds) {
      super({});
      this.rounds = rounds;
      this.i = 0;
    }
    _llmType() {
      return "stub";
    }
    async _generate() {
      this.i += 1;
      const text = JSON.stringify(
        this.i <= this.rounds
          ? { thought: "t", action: "echo", actionInput: { x: String(this.i) } }
          : { finalAnswer: "done" },
      );
      return { generations: [{ text, message: new AIMessage(text) }] };
    }
  }
  return {
    name: "KaibanJS (a team of one task)",
    async run(rounds, hooks = 0) {
      const llmInstance = new Stub(rounds);
      const who = { name: "a", role: "r", goal: "g", background: "b" };
      const agent = new Agent({ ...who, llmInstance, tools: [new Echo()], maxIterations: 100 });
      const task = new Task({ title: "t", description: "d", expectedOutput: "o", agent });
      const team = new Team({ name: "t", agents: [agent], tasks: [task], env: {}, logLevel: "error" });
      const stops = several(hooks, () => team.useStore().subscribe(() => called()));
      const { status, result } = await team.start();
      for (const stop of stops) stop();
      return status === "FINISHED" ? String(result) : status;
    },
  };
}

async function adk() {
  const { BaseLlm, FunctionTool, InMemoryRunner, LlmAgent } = await import("@google/adk");
  class Stub extends BaseLlm {
    constructor(rounds) {
      super({ model: "stub" });
      this.rounds = rounds;
    }
    async *generateContentAsync({ contents }) {
      const i = countIn(contents, ({ parts }) => parts?.some(({ functionResponse }) => functionResponse));
      const call = { functionCall: { id: `c${i}`, name: "echo", args: { x: "1" } } };
      yield { content: { role: "model", parts: [i < this.rounds ? call : { text: "done" }] } };
    }
    async connect() {
      throw new Error("not live");
    }
  }
  const echo = new FunctionTool({ name: "echo", description: "e", parameters: input, execute: same });
  const runnerOf = madeOnce((rounds, hooks) => {
    const beforeModelCallback = several(hooks, () => () => called());
    const model = new Stub(rounds);
    const agent = new LlmAgent({ name: "a", model, instruction: "i", tools: [echo], beforeModelCallback });
    return new InMemoryRunner({ agent, appName: "app" });
  });
  return {
    name: "Google ADK",
    async run(rounds, hooks) {
      const runner = runnerOf(rounds, hooks);
      const { id: sessionId } = await runner.sessionService.createSession({ appName: "app", userId: "u" });
      const newMessage = { role: "user", parts: [{ text: "hi" }] };
      let text = "";
      for await (const event of runner.runAsync({ userId: "u", sessionId, newMessage })) {
        text = event.content?.parts?.[0]?.text ?? text;
      }
      return text;
    },
  };
}
