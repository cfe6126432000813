import { expect } from "@jest/globals";

import { Flow, Listen, Start, type MemoryEngine } from "../../src/index.ts";

/** What the methods of one test did, over all kickoffs. */
export const done: string[] = [];

export const did = (name: string): string => {
  done.push(name);
  return name;
};

/** `third` fails until it is told not to. */
export class Chain extends Flow<{ topic?: string; notes: string[] }> {
  static failing = true;
  override initialState = { notes: [] as string[] };

  @Start() first(): string {
    this.state.notes.push("first");
    return did("first");
  }

  @Listen("first") async second(before: string): Promise<string> {
    await Promise.resolve();
    this.state.notes.push("second");
    return did(`second after ${before}`);
  }

  @Listen("second") third(): string {
    this.state.notes.push("third");
    did("third");
    if (Chain.failing) throw new Error("not yet");
    return "end";
  }
}

/** A chain's run `run` that failed at its third method, which is not to fail again. */
export const failThenSucceed = async (engine: MemoryEngine): Promise<void> => {
  Chain.failing = true;
  await expect(new Chain({ engine }).kickoff({ id: "run", topic: "tides" })).rejects.toThrow("not yet");
  Chain.failing = false;
};
