import type { Agent } from "@boathook/crew";
import { withRun } from "@boathook/flow";
import { defineHook, type HookDefinition } from "@boathook/hooks";
import {
  ConfigurationError,
  currentFrame,
  DetachedWorkService,
  instanceLike,
  linkSignals,
  readOptions,
  RunCancelledError,
  ExecutionTimeoutError,
  service,
  suggestName,
} from "@boathook/kernel";
import { usageOf, type Message } from "@boathook/models";
import type { Tool } from "@boathook/tools";
import { z } from "zod";

import { defineSubagent, type Subagent, type SubagentOptions } from "./definition/definition.ts";
import { dispatchTool, tellParentTool } from "./dispatch/dispatch-tool.ts";
import { conversationHere, transcriptOf } from "./dispatch/fork-context.ts";
import type { SubagentResult } from "./dispatch/result.ts";
import { runDispatch } from "./dispatch/run-dispatch.ts";
import { Slots } from "./dispatch/slots.ts";
import { Teammate } from "./dispatch/teammate.ts";
import { SubagentError } from "./errors.ts";
import type { ExecutionMode } from "./mode.ts";

/** What a registry is made with. */
export interface SubagentRegistryOptions {
  /** How many subagents that a program or an agent outside of them asked for work at once; default 5. What they ask for themselves does not wait. */
  readonly maxConcurrent?: number | undefined;
  /** How many further attempts retries and delegates of one dispatch may take together; default 3. */
  readonly maxFurtherAttempts?: number | undefined;
}

/** A task for a subagent. */
export interface DispatchOptions {
  readonly name: string;
  readonly task: string;
  /** Default: the subagent's own. */
  readonly mode?: ExecutionMode | undefined;
  /** What it is to know beside the task. */
  readonly context?: string | undefined;
  /** For `"fork"`: the conversation that it continues. Default: that of the agent that works here. */
  readonly messages?: readonly Message[] | undefined;
  /** Whose work it is a part of. */
  readonly parent?: Agent | undefined;
  /** Cancels it, beside the run's own signal. */
  readonly signal?: AbortSignal | undefined;
}

const registryOptions = z.strictObject({
  maxConcurrent: z.int().positive().optional(),
  maxFurtherAttempts: z.int().min(0).optional(),
});
const dispatchOptions = z.strictObject({
  name: z.string(),
  task: z.string().trim().min(1),
  mode: z.enum(["sync", "fork", "teammate"]).optional(),
  context: z.string().optional(),
  messages: z.array(z.custom<Message>()).readonly().optional(),
  parent: z.custom<Agent>().optional(),
  signal: instanceLike<AbortSignal>("an AbortSignal", isSignal).optional(),
});

/** The subagents that may be asked. */
export class SubagentRegistry {
  readonly #subagents = new Map<string, Subagent>();
  readonly #teammates = new Map<string, Teammate>();
  readonly #slots: Slots;
  readonly #maxFurther: number;

  constructor(options: SubagentRegistryOptions = {}) {
    const read = readOptions(registryOptions, options, { subject: "SubagentRegistry" });
    this.#slots = new Slots(read.maxConcurrent ?? 5);
    this.#maxFurther = read.maxFurtherAttempts ?? 3;
  }

  /** Adds one. A name that is taken is refused. */
  register(options: SubagentOptions): this {
    const subagent = defineSubagent(options);
    if (this.#subagents.has(subagent.name)) {
      const message = `there is a subagent "${subagent.name}" already`;
      throw new ConfigurationError([{ path: "name", message }], { subject: "subagent" });
    }
    this.#subagents.set(subagent.name, subagent);
    return this;
  }

  /** Every subagent, in the order of registration. */
  list(): readonly Subagent[] {
    return [...this.#subagents.values()];
  }

  /** The subagent of the name; throws `unknown_subagent`, with what was probably meant. */
  get(name: string): Subagent {
    const found = this.#subagents.get(name);
    if (found !== undefined) return found;
    const known = [...this.#subagents.keys()];
    const suggestion = suggestName(name, known);
    const said = suggestion ?? `known: ${known.join(", ") || "none"}`;
    throw new SubagentError("unknown_subagent", `There is no subagent "${name}" (${said}).`);
  }

  /**
   * Gives a task to a subagent and waits. How it ended is in the result; it rejects for an unknown name, and with a hook's abort. A teammate's is
   * the same: `start` gives the handle.
   */
  async dispatch(options: DispatchOptions): Promise<SubagentResult> {
    const read = readOptions<DispatchOptions>(dispatchOptions, options, { subject: "dispatch" });
    return this.#run(read, this.get(read.name), undefined);
  }

  /** Starts a teammate: it works beside whoever asked, inside the run around, which waits for it at its end. */
  start(options: DispatchOptions): Teammate {
    const read = readOptions<DispatchOptions>(dispatchOptions, options, { subject: "dispatch" });
    const subagent = this.get(read.name);
    const about = { subagentName: subagent.name, task: read.task };
    const teammate = new Teammate(about, async (stop, self) => {
      const linked = linkSignals(stop, read.signal);
      try {
        return await this.#run({ ...read, signal: linked.signal, mode: "teammate" }, subagent, self);
      } finally {
        linked.unlink();
      }
    });
    this.#teammates.set(teammate.id, teammate);
    this.#endWithRun(teammate);
    return teammate;
  }

  /** Teammates that were started and are at work. */
  teammates(): readonly Teammate[] {
    return [...this.#teammates.values()].filter(({ isDone }) => !isDone);
  }

  /** A teammate by its id. */
  teammate(id: string): Teammate | undefined {
    return this.#teammates.get(id);
  }

  /** The tool by which an agent asks the subagents here: `delegate_to_subagent`. */
  tool(): Tool {
    return dispatchTool(this);
  }

  async #run(read: DispatchOptions, subagent: Subagent, teammate: Teammate | undefined): Promise<SubagentResult> {
    const { task, signal, parent = currentFrame().executor?.agent } = read;
    const mode = read.mode ?? subagent.mode;
    const order = {
      ...{ subagent, mode, task, parent, maxFurther: this.#maxFurther },
      context: contextOf(read, mode),
      find: (name: string) => this.get(name),
      toolsFor: (one: Subagent) => [
        ...(one.canDelegate ? [this.tool()] : []),
        ...(teammate === undefined ? [] : [tellParentTool(teammate)]),
      ],
    };
    const options = {
      ...(signal !== undefined && { signal }),
      ...(teammate !== undefined && { hooks: [inboxOf(teammate)] }),
    };
    try {
      return await withRun({ options, names: {} }, () => this.#slots.within(() => runDispatch(order)));
    } catch (error) {
      if (!isEnd(error)) throw error;
      // Cancelled before, or between, its attempts.
      return {
        ...{ status: "cancelled", text: "", attempts: 0 },
        usage: usageOf({}),
        subagentName: subagent.name,
        error,
      };
    }
  }

  /** Nothing of a run is left when it has ended: a teammate that is still at work then is cancelled, and waited for. */
  #endWithRun(teammate: Teammate): void {
    const forget = (): void => {
      this.#teammates.delete(teammate.id);
    };
    const { runEnd } = currentFrame();
    const isOwned = runEnd?.add(teammate, async () => {
      teammate.cancel(new RunCancelledError("the run that the teammate belongs to has ended"));
      await teammate.result.catch(() => undefined); // told to whoever waits
      forget();
    });
    if (isOwned === true) return;
    service(DetachedWorkService).add(`subagent "${teammate.subagentName}"`, teammate.result.finally(forget));
  }
}

function contextOf({ context = "", messages = conversationHere() }: DispatchOptions, mode: ExecutionMode): string {
  if (mode !== "fork") return context;
  return [transcriptOf(messages), context].filter((text) => text !== "").join("\n\n");
}

/** Before each of its questions to the model a teammate is told what was sent to it. */
function inboxOf(teammate: Teammate): HookDefinition {
  return defineHook("pre_model_call", { name: `messages to ${teammate.subagentName}` }, ({ messages, purpose }) => {
    if (purpose !== "agent" && purpose !== "final_answer") return undefined;
    for (const text of teammate.takeUnread()) messages.push({ role: "user", content: `A message for you: ${text}` });
    return undefined;
  });
}

function isEnd(error: unknown): boolean {
  return RunCancelledError.is(error) || ExecutionTimeoutError.is(error);
}

function isSignal(value: unknown): boolean {
  return typeof value === "object" && value !== null && "aborted" in value && "addEventListener" in value;
}
