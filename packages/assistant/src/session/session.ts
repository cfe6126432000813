import { streamRun, type RunStream } from "@boathook/flow";
import { dispatchIfHooked, HookAborted, SkipOperation } from "@boathook/hooks";
import { emit, RunCancelledError, readOptions, ExecutionTimeoutError, type EventChannel } from "@boathook/kernel";
import { usageOf } from "@boathook/models";
import { z } from "zod";

import { AssistantError } from "../errors.ts";
import { SessionEndedEvent, SessionStartedEvent } from "../events.ts";
import type { SessionSource, SessionStartContext } from "../points/session-points.ts";
import { compact, isLong } from "./compaction.ts";
import type { Conversation } from "./conversation.ts";
import { refsOf, runTurn } from "./run-turn.ts";
import { sendOptionsSchema, type SendOptions } from "./send-options.ts";
import type { SessionHost } from "./session-host.ts";
import type { StoredTurn, TurnResult } from "./turn.ts";

const message = z.string({ error: "expected a text" });

/** A person's hold on a conversation. Messages are answered one after the other, in the order in which they were sent. */
export class Session {
  readonly conversationId: string;
  /** True: the conversation was there before. */
  readonly isResumed: boolean;
  readonly #host: SessionHost;
  readonly #conversation: Conversation;
  /** What hooks had to say since the last turn. */
  #notes: string[] = [];
  #closing: Promise<void> | undefined;

  private constructor(host: SessionHost, conversation: Conversation) {
    this.#host = host;
    this.#conversation = conversation;
    this.conversationId = conversation.transcript.id;
    this.isResumed = !conversation.transcript.isNew;
  }

  /** For `assistant.open`. Rejects with `session_refused` when a hook says no. */
  static async begin(host: SessionHost, conversation: Conversation): Promise<Session> {
    const session = new Session(host, conversation);
    await session.#begin(session.isResumed ? "resume" : "startup");
    return session;
  }

  /** Every turn of the conversation, oldest first. */
  get turns(): readonly StoredTurn[] {
    return this.#conversation.transcript.turns;
  }

  /** Sends a message. When it has resolved, the turn is on disk. What goes wrong is in the result; it rejects when the session is closed, or the turn could not be recorded. */
  send(text: string, options: SendOptions = {}): Promise<TurnResult> {
    const said = readOptions(message, text, { subject: "message" });
    return this.#send(said, readOptions(sendOptionsSchema, options, { subject: "send" }), undefined);
  }

  /** As `send`, to be watched: the pieces of the answer as the model gives them, and every event of the turn. */
  stream(text: string, options: SendOptions = {}): RunStream<TurnResult> {
    const said = readOptions(message, text, { subject: "message" });
    const { signal, ...rest } = readOptions(sendOptionsSchema, options, { subject: "send" });
    return streamRun((watcher, stop) => this.#send(said, { ...rest, signal: stop }, watcher), signal);
  }

  /** Puts a summary in the place of the older turns. False: there was nothing to summarise, or a hook said no. */
  compact(): Promise<boolean> {
    return this.#inOrder(() => this.#compact("manual"));
  }

  /** Begins the conversation anew, under its id. The record keeps what was said; nobody is shown it any more. */
  async clear(): Promise<void> {
    await this.#inOrder(async () => {
      await this.#within({}, undefined, () => this.#tellEnd("clear"));
      await this.#conversation.transcript.clear();
    });
    await this.#begin("clear");
  }

  /** Ends the session when its turns are done. Others on the conversation stay open. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #send(text: string, options: SendOptions, watcher: EventChannel | undefined): Promise<TurnResult> {
    return this.#inOrder(async () => {
      try {
        const result = await this.#within(options, watcher, ({ usage }) => {
          const notes = this.#notes;
          this.#notes = [];
          const { registry, equipment, keepsMemories } = this.#host;
          const { transcript } = this.#conversation;
          return runTurn({ transcript, registry, equipment: equipment(), usage, notes, keepsMemories }, text);
        });
        const last = this.#conversation.transcript.turns.at(-1);
        if (result.status === "ok" && last?.id === result.turnId) this.#host.said(last.text, this.conversationId);
        if (isLong(this.#conversation.transcript, this.#host.equipment())) await this.#compactQuietly();
        return result;
      } catch (error) {
        // Cancelled before it began: there is nothing to record.
        if (!RunCancelledError.is(error) && !ExecutionTimeoutError.is(error)) throw error;
        return { status: "error", turnId: "", text: "", usage: usageOf({}), error };
      }
    });
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closing !== undefined) {
      return Promise.reject(new AssistantError("session_closed", "The session is closed. Open another one."));
    }
    return this.#conversation.inOrder(work);
  }

  #within: SessionHost["within"] = (options, watcher, work) =>
    this.#host.within({ ...options, conversationId: this.conversationId }, watcher, work);

  #compact(trigger: "auto" | "manual"): Promise<boolean> {
    return this.#within({}, undefined, async () => {
      const isDone = await compact(this.#conversation.transcript, this.#host.equipment(), trigger);
      if (isDone) await this.#tellStart("compact");
      return isDone;
    });
  }

  /** The turn stands; the next one tries again. */
  async #compactQuietly(): Promise<void> {
    try {
      await this.#compact("auto");
    } catch (error) {
      this.#host.log("warn", error, "a long conversation could not be summarised");
    }
  }

  async #begin(source: "startup" | "resume" | "clear"): Promise<void> {
    await this.#within({}, undefined, async () => {
      const outcome = await this.#host.registry.publish("session_start", this.#payload(source));
      if (outcome.status === "aborted") throw refused(outcome.reason, outcome.error);
      try {
        await this.#tellStart(source);
      } catch (error) {
        throw HookAborted.is(error) ? refused(error.reason, error) : error;
      }
      emit(SessionStartedEvent, { conversationId: this.conversationId, source });
    });
  }

  async #tellStart(source: SessionSource): Promise<void> {
    const context: SessionStartContext = { ...this.#refs(), source, notes: [] };
    await dispatchIfHooked("session_start", () => context);
    this.#notes.push(...context.notes);
  }

  async #close(): Promise<void> {
    await this.#conversation.idle();
    try {
      await this.#within({}, undefined, () => this.#tellEnd("close"));
    } finally {
      await this.#host.released(this.#conversation, this);
    }
  }

  /** Nothing that hooks say keeps a session from ending. */
  async #tellEnd(reason: "close" | "clear"): Promise<void> {
    try {
      await dispatchIfHooked("session_end", () => ({ ...this.#refs(), reason }));
    } catch (error) {
      if (!HookAborted.is(error) && !SkipOperation.is(error)) throw error;
    }
    await this.#host.registry.publish("session_end", this.#payload(reason));
    emit(SessionEndedEvent, { conversationId: this.conversationId, reason });
  }

  #payload(reason: string) {
    const { conversationId } = this;
    return { agentId: this.#host.agentId, conversationId, payload: { session_id: conversationId, reason } };
  }

  #refs() {
    return refsOf(this.conversationId, this.#host.agentId);
  }
}

function refused(reason: string | undefined, cause: unknown): AssistantError {
  return new AssistantError("session_refused", `A hook refused the session: ${reason ?? "it gave no reason"}.`, {
    cause,
  });
}
