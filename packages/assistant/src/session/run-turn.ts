import { dispatchIfHooked, HookAborted, SkipOperation } from "@boathook/hooks";
import {
  childFrame,
  ClockService,
  closeSpan,
  currentFrame,
  describeError,
  NEVER_ABORTED,
  newId,
  openSpan,
  runInFrame,
  service,
} from "@boathook/kernel";
import type { LifecycleRegistry, PublishOutcome } from "@boathook/lifecycle-hooks";
import type { UsageMeter } from "@boathook/models";

import type { Equipment } from "../equipment/equipment.ts";
import { TurnCompletedEvent, TurnFailedEvent, TurnStartedEvent } from "../events.ts";
import type { SessionRefs, UserPromptContext } from "../points/session-points.ts";
import { askAgent, recalled, type Answer } from "./ask-agent.ts";
import type { Transcript } from "./transcript.ts";
import type { StoredTurn, TurnResult } from "./turn.ts";

/** What a turn needs of its surroundings. */
export interface TurnPlace {
  readonly equipment: Equipment;
  readonly registry: LifecycleRegistry;
  readonly transcript: Transcript;
  readonly usage: UsageMeter;
  /** What hooks had to say when the session began. */
  readonly notes: readonly string[];
  /** Whether memories of what is said now are kept. */
  readonly keepsMemories: () => boolean;
}

/** What became of the question, before it is written down. */
type Ending =
  | { readonly status: "ok"; readonly text: string; readonly answer: Answer }
  | { readonly status: "skipped"; readonly text: string }
  | { readonly status: "error"; readonly text: string; readonly error: unknown };

/**
 * One turn from the message to the answer: `user_prompt`, `pre_turn`, memories, the agent, then the record, `post_turn`, and behind the turn
 * `turn_complete`. It rejects only when it cannot be recorded; whatever else goes wrong is its result.
 */
export async function runTurn(place: TurnPlace, said: string): Promise<TurnResult> {
  const { transcript, equipment } = place;
  const turnId = newId();
  const about = { conversationId: transcript.id, turnId };
  const span = openSpan(TurnStartedEvent, () => ({ ...about, text: said }));
  return runInFrame(span.frame, async () => {
    try {
      const refs = refsOf(transcript.id, equipment.profile.id);
      const ending = await endingOf(place, { refs, turnId, said });
      await transcript.addTurn(storedTurn(place, turnId, ending));
      // A turn that was cancelled is told of like any other.
      await runInFrame(childFrame({ signal: NEVER_ABORTED }), tell, place, { refs, turnId, ending });
      if (ending.status === "error") {
        closeSpan(span, TurnFailedEvent, () => ({ ...about, error: ending.error }));
      } else {
        const text = ending.status === "ok" ? ending.answer.text : "";
        closeSpan(span, TurnCompletedEvent, () => ({ ...about, status: ending.status, text }));
      }
      return resultOf(turnId, ending, place.usage);
    } catch (error) {
      closeSpan(span, TurnFailedEvent, () => ({ ...about, error }));
      throw error;
    }
  });
}

/** What hooks of a session are shown beside the moment itself. */
export function refsOf(conversationId: string, agentId: string): SessionRefs {
  const { execution, signal } = currentFrame();
  return { conversationId, agentId, executionId: execution?.id ?? "", signal };
}

interface Asked {
  readonly refs: SessionRefs;
  readonly turnId: string;
  readonly said: string;
}

async function endingOf(place: TurnPlace, { refs, turnId, said }: Asked): Promise<Ending> {
  let text = said;
  try {
    const prompt: UserPromptContext = { ...refs, payload: said, notes: [] };
    await dispatchIfHooked("user_prompt", () => prompt);
    if (typeof prompt.payload === "string") text = prompt.payload;
    const outcome = await place.registry.publish("pre_turn", {
      ...idsOf(refs),
      query: text,
      payload: { turn: { id: turnId, text } },
    });
    if (outcome.status === "skipped") return { status: "skipped", text };
    if (outcome.status === "aborted") throw abortOf(outcome);
    const notes = [
      ...place.notes,
      ...prompt.notes,
      ...knowledgeIn(outcome),
      ...(await recalled(place.equipment, text)),
    ];
    const answer = await askAgent(place.equipment, { past: place.transcript.messages(), text, notes }, refs);
    return { status: "ok", text, answer };
  } catch (error) {
    if (SkipOperation.is(error)) return { status: "skipped", text };
    return { status: "error", text, error };
  }
}

function abortOf({ reason, by, error }: PublishOutcome): HookAborted {
  return new HookAborted(reason ?? "", by, { cause: error });
}

/** What `builtin:knowledge_retrieval`, or a hook of the host's, contributed. */
function knowledgeIn({ contributions }: PublishOutcome): string[] {
  const hits = contributions.flatMap(({ data }) => {
    const { knowledge } = (data ?? {}) as { knowledge?: unknown }; // whatever a hook gave
    return Array.isArray(knowledge) ? (knowledge as readonly unknown[]) : [];
  });
  const lines = hits.flatMap((hit) => {
    const { text, source } = (hit ?? {}) as { text?: unknown; source?: unknown }; // as above
    return typeof text === "string" ? [`[${typeof source === "string" ? source : "knowledge"}] ${text}`] : [];
  });
  return lines.length === 0 ? [] : [["From the documents at hand:", ...lines].join("\n\n")];
}

function storedTurn(place: TurnPlace, id: string, ending: Ending): StoredTurn {
  const answer = ending.status === "ok" ? ending.answer : undefined;
  return {
    id,
    status: ending.status,
    text: ending.text,
    response: answer?.text ?? "",
    messages: answer?.messages ?? [],
    error: ending.status === "error" ? describeError(ending.error) : undefined,
    isToBeRemembered: answer !== undefined && place.keepsMemories(),
    at: service(ClockService).now(),
  };
}

/** Observers are told once the turn is on disk: what they do can no longer undo it. */
async function tell(place: TurnPlace, told: { refs: SessionRefs; turnId: string; ending: Ending }): Promise<void> {
  const { refs, turnId, ending } = told;
  const { registry } = place;
  const ids = { ...idsOf(refs), query: ending.text };
  const turn = { id: turnId, text: ending.text };
  if (ending.status === "error") {
    try {
      await dispatchIfHooked("turn_failure", () => ({ ...refs, error: ending.error }));
    } catch (error) {
      // An observer's abort changes nothing; the engine has its line and its event.
      if (!HookAborted.is(error) && !SkipOperation.is(error)) throw error;
    }
  }
  await registry.publish("post_turn", {
    ...ids,
    payload: {
      turn,
      status: ending.status,
      ...(ending.status === "ok" && { response: ending.answer.text }),
      ...(ending.status === "error" && { error: describeError(ending.error) }),
    },
  });
  if (ending.status !== "ok") return;
  registry.publishDetached("turn_complete", { ...ids, payload: { turn, response: ending.answer.text } });
}

function idsOf({ agentId, conversationId, executionId }: SessionRefs) {
  return { agentId, conversationId, runId: executionId };
}

function resultOf(turnId: string, ending: Ending, usage: UsageMeter): TurnResult {
  return {
    status: ending.status,
    turnId,
    text: ending.status === "ok" ? ending.answer.text : "",
    usage: usage.total(),
    error: ending.status === "error" ? ending.error : undefined,
  };
}
