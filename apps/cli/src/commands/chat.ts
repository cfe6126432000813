import type { TurnResult } from "@boathook/assistant";
import type { HumanInput } from "@boathook/hooks";
import { errorMessage } from "@boathook/kernel";
import { z } from "zod";

import { Lines } from "../assistant/lines.ts";
import { runSlashCommand, type Conversation } from "../assistant/slash-commands.ts";
import { assistantShape, withAssistant } from "../assistant/with-assistant.ts";
import type { Answer, CommandModule } from "../command.ts";
import { readGiven } from "../io/given.ts";

const schema = z.strictObject({ ...assistantShape, conversation: z.string().min(1).optional() });

export const run: CommandModule["run"] = async (given, { isJson }) => {
  const options = readGiven(schema, given);
  const chat = new Chat((text) => {
    if (!isJson) process.stdout.write(text);
  });
  try {
    const people = chat.lines.isTerminal ? { humanInput: chat.humanInput } : {};
    return await withAssistant(options, people, async (assistant) => {
      const session = await assistant.open({ conversationId: options.conversation });
      return chat.talk({ assistant, session });
    });
  } finally {
    chat.lines.close();
  }
};

/** A conversation with whoever is at standard input. */
class Chat {
  readonly lines = new Lines(() => {
    this.#interrupt();
  });
  readonly #write: (text: string) => void;
  readonly #turns: { readonly status: string; readonly text: string; readonly error: string | null }[] = [];
  #turn: AbortController | undefined;
  #isLeft = false;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** Questions about permissions are asked where the person is. */
  readonly humanInput: HumanInput = {
    ask: async ({ prompt }) => (await this.lines.next(`${prompt} `)) ?? "",
  };

  async talk(conversation: Conversation): Promise<Answer> {
    const { session } = conversation;
    if (this.lines.isTerminal) {
      this.#write(`Conversation ${session.conversationId}. /help lists commands, /exit ends.\n`);
    }
    for (let line = await this.#nextLine(); line !== undefined; line = await this.#nextLine()) {
      await this.#answer(conversation, line);
    }
    const hasFailed = !this.lines.isTerminal && this.#turns.some(({ status }) => status === "error");
    const data = { conversationId: session.conversationId, turns: this.#turns };
    return { data, lines: [], exitCode: hasFailed ? 1 : 0 };
  }

  /** Undefined at the end of the conversation. */
  async #nextLine(): Promise<string | undefined> {
    const line = (await this.lines.next("> "))?.trim();
    return this.#isLeft || line === "/exit" ? undefined : line;
  }

  async #answer(conversation: Conversation, line: string): Promise<void> {
    if (line === "") return;
    if (!line.startsWith("/")) return this.#say(conversation, line);
    for (const text of await runSlashCommand(conversation, line)) this.#write(`${text}\n`);
  }

  async #say({ session }: Conversation, line: string): Promise<void> {
    const turn = new AbortController();
    this.#turn = turn;
    let shown = "";
    try {
      const stream = session.stream(line, { signal: turn.signal });
      for await (const { text = "" } of stream) {
        shown += text;
        this.#write(text);
      }
      this.#finish(await stream.result, { shown, isStopped: turn.signal.aborted });
    } finally {
      this.#turn = undefined;
    }
  }

  #finish({ status, text, error }: TurnResult, { shown, isStopped }: { shown: string; isStopped: boolean }): void {
    const problem = status === "error" ? (isStopped ? "stopped" : errorMessage(error)) : null;
    this.#turns.push({ status, text, error: problem });
    // What hooks made of the answer counts, not what the model said on the way.
    const rest = text === "" || shown.trimEnd().endsWith(text.trim()) ? "" : `${shown === "" ? "" : "\n"}${text}`;
    const note = problem === null ? (status === "skipped" ? "(a hook left this turn out)" : "") : `(${problem})`;
    this.#write(`${rest}${note === "" ? "" : `${shown === "" ? "" : "\n"}${note}`}\n`);
  }

  /** The first Ctrl-C stops the turn; with none under way it ends the conversation. */
  #interrupt(): void {
    if (this.#turn !== undefined) {
      this.#turn.abort(new Error("stopped by Ctrl-C"));
      return;
    }
    this.#isLeft = true;
    this.lines.close();
  }
}
