import path from "node:path";

import { createRuntime, type Runtime } from "@boathook/crew";
import { MemoryEngine, SqliteEngine, withRun, type DurableEngine } from "@boathook/flow";
import { dispatchIfHooked, HookAborted } from "@boathook/hooks";
import {
  childFrame,
  currentFrame,
  emit,
  errorMessage,
  log,
  newId,
  readOptions,
  RUNTIME,
  runInFrame,
} from "@boathook/kernel";
import {
  LifecycleRegistry,
  lifecycleHooks,
  registerBuiltinHooks,
  turnMemories,
  type TurnMemories,
} from "@boathook/lifecycle-hooks";
import { Memory } from "@boathook/memory";
import { skillHooks } from "@boathook/skill-hooks";
import { z } from "zod";

import { assistantOptionsSchema, type AssistantOptions } from "./assistant-options.ts";
import { Automations } from "./automations/automations.ts";
import { consolidate, type ConsolidationReport } from "./consolidation/consolidate.ts";
import { Dreams } from "./consolidation/dreams.ts";
import { equip, type Equipment, type EquipmentHost } from "./equipment/equipment.ts";
import { AssistantError } from "./errors.ts";
import { ProfileRejectedEvent, ProfileReloadedEvent } from "./events.ts";
import { PatternFinder, type Pattern } from "./evolution/patterns.ts";
import { PermissionPolicy } from "./permissions/decide.ts";
import { registerPermissionGate } from "./permissions/gate.ts";
import { registerSkillMoments } from "./points/skill-moments.ts";
import type { Profile, ProfileInput } from "./profile/profile-schema.ts";
import { readProfile, readProfileFile } from "./profile/read-profile-file.ts";
import { watchFile } from "./profile/watch-profile.ts";
import { Conversations, type ConversationInfo } from "./session/conversations.ts";
import type { SessionHost } from "./session/session-host.ts";
import { Session } from "./session/session.ts";
import { extractOf } from "./session/turn-extract.ts";

const openOptions = z.strictObject({ conversationId: z.string().min(1).max(200).optional() });

/** An agent with a life: a profile, conversations that outlive the process, memories, permissions, hooks on its moments, automations. */
export class Assistant {
  readonly id: string;
  /** Its hooks: those of the profile, the two builtins, and what is registered here. */
  readonly lifecycle: LifecycleRegistry;
  readonly runtime: Runtime;
  readonly automations: Automations;
  readonly #memory: Memory;
  readonly #engine: DurableEngine;
  readonly #host: EquipmentHost;
  readonly #options: AssistantOptions;
  readonly #sessions: SessionHost;
  readonly #conversations: Conversations;
  readonly #patterns: PatternFinder;
  readonly #dreams: Dreams;
  #equipment: Equipment;
  #policy: PermissionPolicy;
  #stopWatching: (() => void) | undefined;
  #reloading: Promise<void> = Promise.resolve();
  #closing: Promise<void> | undefined;

  /** An assistant whose profile is written in code. */
  constructor(profile: ProfileInput, options: AssistantOptions = {}) {
    const read = readProfile(profile);
    this.#options = readOptions(assistantOptionsSchema, options, { subject: "assistant" });
    this.id = read.id;
    const { dataDir = false, folder = process.cwd(), llm, tools = [], logger, humanInput } = this.#options;
    const at = (name: string): string | undefined => (dataDir === false ? undefined : path.join(dataDir, name));
    const file = at("conversations.db");
    this.#engine = file === undefined ? new MemoryEngine() : new SqliteEngine({ file });
    this.#memory = new Memory({ file: at("memory.db") ?? ":memory:" });
    const knowledgeFile = at("knowledge.db") ?? ":memory:";
    this.#host = { llm, tools, folder, knowledgeFile, memory: this.#memory };
    this.#equipment = equip(read, this.#host);
    this.#policy = this.#policyOf(read);
    this.#patterns = new PatternFinder(at("patterns.json"));
    this.lifecycle = new LifecycleRegistry({ logger, stateFile: at("hooks.json") });
    this.runtime = createRuntime({
      ...(logger !== undefined && { logger }),
      ...(humanInput !== undefined && { humanInput }),
      use: [
        lifecycleHooks(this.lifecycle),
        ...(this.#options.skillHooks ? [skillHooks(this.#options.skillHooks)] : []),
        ...(this.#options.use ?? []),
      ],
    });
    registerPermissionGate(this.runtime.hooks.on, () => this.#policy);
    registerSkillMoments(this.runtime.hooks.on);
    const memories = this.#memories();
    const { id: agentId, lifecycle: registry } = this;
    const inside = <T>(work: () => T): T => this.#inside(work);
    this.#conversations = new Conversations({ engine: this.#engine, registry, agentId, memories, inside });
    this.#dreams = new Dreams({ registry, agentId, inside, work: () => this.consolidate() });
    registerBuiltinHooks(this.lifecycle, { knowledge: () => this.#equipment.knowledge, memory: memories });
    this.#inside(() => this.lifecycle.loadProfile({ id: read.id, hooks: read.hooks }));
    this.#sessions = this.#sessionHost();
    this.automations = new Automations({
      registry: this.lifecycle,
      agentId: this.id,
      folder,
      engine: this.#engine,
      within: this.#sessions.within,
      ask: (text, signal) => this.#askAlone(text, signal),
    });
    this.#schedule(read);
  }

  /** An assistant whose profile is a file: read, checked whole, and read again when it changes. Rejects with a `ConfigurationError` that names every fault with its line. */
  static async fromProfile(file: string, options: AssistantOptions = {}): Promise<Assistant> {
    const full = path.resolve(file);
    const { profile } = await readProfileFile(full);
    const folder = path.dirname(full);
    const dataDir = path.join(folder, ".boathook", "assistants", profile.id);
    const assistant = new Assistant(profile, { folder, dataDir, ...options });
    if (options.watch !== false) {
      assistant.#stopWatching = watchFile(full, () => {
        void assistant.reload(full);
      });
    }
    return assistant;
  }

  get profile(): Profile {
    return this.#equipment.profile;
  }

  /** What it remembers; undefined where its profile says that it remembers nothing. */
  get memory(): Memory | undefined {
    return this.#equipment.memory;
  }

  /** What the people it talks with keep saying, the most frequent first. */
  get patterns(): readonly Pattern[] {
    return this.#patterns.patterns;
  }

  /** Tidies its memories up now: duplicates are merged, what has expired is forgotten. On a schedule with `memory.consolidate` in the profile. */
  async consolidate(): Promise<ConsolidationReport> {
    const { memory, memoryScope } = this.#equipment;
    if (memory === undefined) return { merged: 0, expired: 0, kept: 0 };
    return this.#inside(() => consolidate(memory, memoryScope, Date.now()));
  }

  /** Opens a session on a new conversation, or on the one of the id. Rejects with `session_refused` when a hook says no, with `conversation_busy` while another process has it. */
  async open(options: { conversationId?: string | undefined } = {}): Promise<Session> {
    const { conversationId = newId() } = readOptions(openOptions, options, { subject: "open" });
    if (this.#closing !== undefined) throw new AssistantError("assistant_closed", "The assistant is closed.");
    return this.#conversations.begin(conversationId, (conversation) => Session.begin(this.#sessions, conversation));
  }

  /** Its conversations, the newest first. */
  conversations(): Promise<readonly ConversationInfo[]> {
    return this.#conversations.list();
  }

  /** Reads the profile again: from the next turn on it counts. One that is refused, by its faults or by a hook at `config_change`, changes nothing. */
  reload(file: string): Promise<void> {
    this.#reloading = this.#reloading.then(() => this.#inside(() => this.#reload(file)));
    return this.#reloading;
  }

  /** Resolves when nothing is left to be done in the background: hooks of finished turns, memories, a profile that is read. */
  async idle(): Promise<void> {
    await this.#reloading;
    await this.lifecycle.idle();
    await this.#conversations.idle();
    await this.#memory.drain();
  }

  /** Ends sessions, automations and work in the background, in this order, and closes what is open. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    this.#stopWatching?.();
    this.#dreams.stop();
    await this.automations.close();
    await this.#conversations.closeAll();
    await this.#reloading;
    await this.lifecycle.drain();
    await this.#memory.drain();
    await Promise.all(this.#equipment.servers.map((server) => server.close()));
    await this.runtime.close();
    await this.#memory.close();
    await this.#equipment.knowledge?.close();
    await this.#engine.close();
  }

  async #reload(file: string): Promise<void> {
    try {
      const { profile } = await readProfileFile(file);
      if (profile.id !== this.id) {
        throw new AssistantError("session_refused", `The profile's id is "${profile.id}", and this is "${this.id}".`);
      }
      const equipment = equip(profile, this.#host);
      const { execution, signal } = currentFrame();
      const about = { agentId: this.id, file, executionId: execution?.id ?? "", signal };
      await dispatchIfHooked("config_change", () => about);
      this.#equipment = equipment;
      this.#policy = this.#policyOf(profile);
      this.lifecycle.reload({ id: profile.id, hooks: profile.hooks });
      this.#schedule(profile);
      emit(ProfileReloadedEvent, { file });
    } catch (error) {
      emit(ProfileRejectedEvent, { file, error });
      const why = HookAborted.is(error) ? "a hook refused it" : errorMessage(error);
      log("error", { file, error: why }, "a changed profile was refused; the last good one stays in force");
    }
  }

  /** Schedules of a profile run where the program says so. */
  #schedule({ automations, memory }: Profile): void {
    const isScheduled = this.#options.automations === true;
    this.automations.replace(automations, { isScheduled });
    this.#dreams.schedule(isScheduled && typeof memory === "object" ? memory.consolidate : undefined);
  }

  /** Told of every message that was answered. */
  #said(text: string, conversationId: string): void {
    const found = this.#inside(() => this.#patterns.add(text));
    if (found === undefined) return;
    const { confidence, ...pattern } = found;
    const payload = { pattern, confidence };
    this.lifecycle.publishDetached("evolution_detected", { agentId: this.id, conversationId, payload });
  }

  #policyOf({ permissions }: Profile): PermissionPolicy {
    const { permissionMode } = this.#options;
    return new PermissionPolicy({ ...permissions, ...(permissionMode !== undefined && { mode: permissionMode }) });
  }

  /** Keeps what turns say, where the profile says that anything is remembered. */
  #memories(): TurnMemories {
    const scope = (): string => this.#equipment.memoryScope;
    const memories = turnMemories(this.#memory, { extract: extractOf(() => this.#equipment), scope });
    return {
      process: async (turn, tools) => {
        if (this.#equipment.memory === undefined) return;
        await memories.process(turn, tools);
        if (turn.id !== undefined) await this.#conversations.remembered(turn.conversationId ?? "", turn.id);
      },
    };
  }

  #sessionHost(): SessionHost {
    return {
      agentId: this.id,
      registry: this.lifecycle,
      equipment: () => this.#equipment,
      keepsMemories: () => this.#equipment.memory !== undefined && this.#isEnabled("builtin:process_turn_memories"),
      said: (text, conversationId) => {
        this.#said(text, conversationId);
      },
      released: (conversation, session) => this.#conversations.release(conversation, session),
      log: (level, error, message) => {
        this.#inside(() => {
          log(level, { agentId: this.id, error: errorMessage(error) }, message);
        });
      },
      within: ({ conversationId, ...options }, watcher, work) => {
        const lifecycleIds = { agentId: this.id, ...(conversationId !== undefined && { conversationId }) };
        const skillSession = conversationId === undefined ? undefined : { sessionId: conversationId };
        return withRun(
          {
            names: { agentRole: this.#equipment.agent.role },
            runtime: this.runtime,
            slots: { lifecycleIds, skillSession, ...(watcher !== undefined && { streaming: true }) },
            options,
            ...(watcher !== undefined && { watcher }),
          },
          work,
        );
      },
    };
  }

  #isEnabled(hookId: string): boolean {
    return this.lifecycle.list({ event: "turn_complete" }).some(({ id, enabled }) => id === hookId && enabled);
  }

  /** What an automation asks is no part of any conversation. */
  async #askAlone(text: string, signal: AbortSignal): Promise<string> {
    const { raw } = await this.#equipment.agent.kickoff(text, { signal });
    return raw;
  }

  /** Runs work with the runtime's services, hooks and events. */
  #inside<T>(work: () => T): T {
    const { services, channel, hookScope } = this.runtime[RUNTIME];
    const { channels } = currentFrame();
    const frame = childFrame({ services, hookScope, channels: [...channels, channel], runtime: this.runtime });
    return runInFrame(frame, work);
  }
}
