import type { DurableEngine } from "@boathook/flow";
import { DetachedWorkService, NEVER_ABORTED, service } from "@boathook/kernel";
import type { LifecycleRegistry, TurnMemories } from "@boathook/lifecycle-hooks";

import { Conversation } from "./conversation.ts";
import type { OpenSession } from "./session-host.ts";
import { recordName, Transcript } from "./transcript.ts";

/** A conversation that is recorded. */
export interface ConversationInfo {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
}

/** What the conversations of an assistant need of it. */
export interface ConversationsHost {
  readonly engine: DurableEngine;
  readonly registry: LifecycleRegistry;
  readonly agentId: string;
  /** Keeps what a turn says. */
  readonly memories: TurnMemories;
  readonly inside: <T>(work: () => T) => T;
}

/** The conversations that are open in this process, with their sessions. */
export class Conversations {
  readonly #host: ConversationsHost;
  readonly #open = new Map<string, Promise<Conversation>>();
  readonly #sessions = new Set<OpenSession>();
  readonly #catchingUp = new Set<Promise<void>>();

  constructor(host: ConversationsHost) {
    this.#host = host;
  }

  /** Those that are recorded, the newest first. */
  async list(): Promise<readonly ConversationInfo[]> {
    const { engine, agentId } = this.#host;
    const runs = await engine.list({ name: recordName(agentId) });
    return runs.map(({ id, updatedAt }) => ({ id, updatedAt }));
  }

  /** Opens a session on a conversation; those on the same one share it. */
  async begin<S extends OpenSession>(id: string, make: (conversation: Conversation) => Promise<S>): Promise<S> {
    const conversation = await this.#conversation(id);
    conversation.sessions += 1;
    try {
      const session = await make(conversation);
      this.#sessions.add(session);
      return session;
    } catch (error) {
      await this.release(conversation);
      throw error;
    }
  }

  /** A session on it was closed; after the last one another process may have the conversation. */
  async release(conversation: Conversation, session?: OpenSession): Promise<void> {
    conversation.sessions -= 1;
    if (session !== undefined) this.#sessions.delete(session);
    if (conversation.sessions > 0) return;
    await this.#host.registry.idle(); // what was said is remembered first
    if (conversation.sessions > 0) return;
    this.#open.delete(conversation.transcript.id);
    await conversation.transcript.release();
  }

  /** Writes down that the memories of a turn were kept, so that no later process keeps them again. */
  async remembered(conversationId: string, turnId: string): Promise<void> {
    const conversation = await this.#open.get(conversationId);
    await conversation?.transcript.addRemembered(turnId);
  }

  /** Resolves when memories of earlier processes' turns are kept. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#catchingUp);
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#sessions].map((session) => session.close()));
    await this.idle();
  }

  #conversation(id: string): Promise<Conversation> {
    const known = this.#open.get(id);
    if (known !== undefined) return known;
    const { engine, agentId } = this.#host;
    const opening = Transcript.open(engine, agentId, id).then((transcript) => new Conversation(transcript));
    this.#open.set(id, opening);
    opening.then(
      ({ transcript }) => {
        this.#catchUp(transcript);
      },
      () => this.#open.delete(id), // told to whoever opened it
    );
    return opening;
  }

  /** Memories of turns whose process ended before they were kept. */
  #catchUp(transcript: Transcript): void {
    const { memories, registry, agentId, inside } = this.#host;
    for (const { id, text, response } of transcript.notRemembered) {
      const turn = { id, question: text, response, agentId, conversationId: transcript.id };
      inside(() => {
        const work = memories.process(turn, { registry, signal: NEVER_ABORTED });
        const tracked = work.finally(() => this.#catchingUp.delete(tracked));
        this.#catchingUp.add(tracked);
        service(DetachedWorkService).add("memories of an earlier process's turn", tracked);
      });
    }
  }
}
