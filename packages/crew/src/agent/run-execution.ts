import { closeSpan, currentFrame, openSpan, runInFrame } from "@boathook/kernel";

import { AgentExecutionCompletedEvent, AgentExecutionFailedEvent, AgentExecutionStartedEvent } from "../events.ts";
import type { AgentExecution, AgentFinish } from "./agent-execution.ts";
import type { AgentRef } from "../ref-types.ts";
import { canFallBack, fallBackToText } from "./text-fallback.ts";
import { runPlanned } from "./planning/run-planned.ts";
import { withoutResponseEnd } from "./templates.ts";
import { runNativeLoop } from "./native-loop.ts";
import { runTextLoop } from "./text-loop.ts";

/** Runs one attempt of an agent, in the mode its model can do, and closes it with one event. */
export async function runExecution(execution: AgentExecution): Promise<AgentFinish> {
  const { agent } = execution;
  const span = openSpan(
    AgentExecutionStartedEvent,
    () => ({ tools: execution.toolbox.toolsForModel().map((tool) => tool.name) }),
    frameOf(agent),
  );
  try {
    const finish = await runInFrame(span.frame, () => runLoop(execution));
    closeSpan(span, AgentExecutionCompletedEvent, { output: finish.text });
    return finish;
  } catch (error) {
    closeSpan(span, AgentExecutionFailedEvent, { error });
    throw error;
  }
}

/** An agent's own limit of calls wins over the crew's, which holds again for whoever works for it. */
function frameOf(agent: AgentRef): Parameters<typeof openSpan>[2] {
  const names = { agentRole: agent.role, agentId: agent.id };
  const frame = currentFrame();
  const rateLimit = agent.rateLimit ?? frame.crewRateLimit;
  return rateLimit === frame.rateLimit ? { names } : { names, rateLimit };
}

/** A model that refuses its tools, at whatever round, is asked in text mode from then on. */
async function runNativeOrText(execution: AgentExecution): Promise<AgentFinish> {
  try {
    return await runNativeLoop(execution);
  } catch (thrown) {
    if (!canFallBack(execution, thrown)) throw thrown;
    fallBackToText(execution, thrown);
    return runTextLoop(execution);
  }
}

function answerLoop(execution: AgentExecution): Promise<AgentFinish> {
  return execution.mode === "text" ? runTextLoop(execution) : runNativeOrText(execution);
}

async function runLoop(execution: AgentExecution): Promise<AgentFinish> {
  const finish = (await runPlanned(execution, answerLoop)) ?? (await answerLoop(execution));
  const text = withoutResponseEnd(execution.agent.options, finish.text);
  const whole = text === finish.text ? finish : { ...finish, text };
  await execution.tellStep({ kind: "finish", ...whole });
  return whole;
}
