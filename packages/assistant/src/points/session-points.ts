import { defineHookPoint, type Nothing, type Reducer, type RunRefs } from "@boathook/hooks";

/** What every moment of a conversation shows. */
export interface SessionRefs extends RunRefs {
  readonly conversationId: string;
  /** The profile's id. */
  readonly agentId: string;
}

/** Why a session begins: anew, with a conversation that is there, or after its history was cleared or summarised. */
export type SessionSource = "startup" | "resume" | "clear" | "compact";

/** A session begins. */
export interface SessionStartContext extends SessionRefs {
  readonly source: SessionSource;
  /** What is pushed here is shown to the model with the next message. */
  readonly notes: string[];
}

/** A session ends. */
export interface SessionEndContext extends SessionRefs {
  readonly reason: "close" | "clear" | "other";
}

/** A person said something; nothing was done with it yet. */
export interface UserPromptContext extends SessionRefs {
  /** A hook may leave another text. */
  payload: string;
  /** What is pushed here is shown to the model with the message. */
  readonly notes: string[];
}

/** The agent is about to stop: it has an answer. */
export interface TurnStopContext extends SessionRefs {
  readonly response: string;
  /** True: it goes on already because a hook wanted it to. */
  readonly isContinued: boolean;
  /** Why it should go on; the first hook that says so counts. */
  continueReason: string | undefined;
}

/** A turn ended without an answer. */
export interface TurnFailureContext extends SessionRefs {
  readonly error: unknown;
}

/** A conversation is about to be summarised; an abort leaves it as it is. */
export interface PreCompactContext extends SessionRefs {
  readonly trigger: "auto" | "manual";
  readonly turns: number;
}

/** A conversation was summarised. */
export interface PostCompactContext extends PreCompactContext {
  readonly summary: string;
}

/** The assistant's profile changed on disk; an abort keeps the one that is in force. */
export interface ConfigChangeContext extends RunRefs {
  readonly agentId: string;
  readonly file: string;
}

declare module "@boathook/hooks" {
  interface HookPoints {
    /** An abort keeps the session from opening. */
    session_start: { context: SessionStartContext; result: void };
    session_end: { context: SessionEndContext; result: void };
    /** A text replaces what was said; an abort refuses it. */
    user_prompt: { context: UserPromptContext; result: string | Nothing };
    /** A text is the reason to go on. */
    turn_stop: { context: TurnStopContext; result: string | Nothing };
    turn_failure: { context: TurnFailureContext; result: void };
    pre_compact: { context: PreCompactContext; result: void };
    post_compact: { context: PostCompactContext; result: void };
    config_change: { context: ConfigChangeContext; result: void };
  }
}

const watches: Reducer = () => false;

/** The first reason counts. */
const goesOn: Reducer = (context, returned) => {
  if (typeof returned !== "string" || returned === "" || context.continueReason !== undefined) return false;
  context.continueReason = returned;
  return true;
};

const observers = ["session_start", "session_end", "turn_failure", "pre_compact", "post_compact", "config_change"];
for (const name of observers) {
  defineHookPoint(name, { reduce: watches, replaces: undefined, content: "notes", filters: [] });
}
defineHookPoint("user_prompt", { filters: [] });
defineHookPoint("turn_stop", { reduce: goesOn, replaces: undefined, content: "continueReason", filters: [] });
