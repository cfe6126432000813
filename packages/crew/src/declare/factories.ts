import { describeValue } from "@boathook/hooks";
import { childFrame, ConfigurationError, currentFrame, isPromiseLike, runInFrame } from "@boathook/kernel";

import type { Place } from "../config/place.ts";
import type { FactoryKind } from "./decorators.ts";

declare module "@boathook/kernel" {
  interface FrameSlots {
    /** The factories inside which the code here runs, innermost first. */
    readonly factoryTrail?: FactoryTrail | undefined;
  }
}

/** One factory that is running, and the one that called it. */
export interface FactoryTrail {
  readonly factory: Factory;
  readonly outer: FactoryTrail | undefined;
}

/** A method, or a function, that makes a part of a crew; it is called once, whoever asks and however often. */
export class Factory {
  readonly name: string;
  readonly kind: FactoryKind;
  readonly #make: () => unknown;
  #isRunning = false;
  #returned: { readonly value: unknown } | undefined;
  #settled: { readonly value: unknown } | undefined;
  #failed: { readonly error: unknown } | undefined;

  constructor(kind: FactoryKind, name: string, make: () => unknown) {
    this.kind = kind;
    this.name = name;
    this.#make = make;
  }

  /** What the factory gives: always the same value, or the same promise of it. One that needs itself is an error that names the circle. */
  call(): unknown {
    this.throwIfFailed();
    if (this.#settled === undefined) this.#refuseCircle();
    return (this.#returned ??= { value: this.#run() }).value;
  }

  /** As `call`, but never a promise: an asynchronous factory must be done. */
  value(): unknown {
    const value = this.call();
    if (this.#settled !== undefined) return this.#settled.value;
    if (isPromiseLike(value)) value.then(undefined, () => undefined); // whoever awaits it is told, here nobody does
    throw new ConfigurationError([
      {
        path: this.name,
        message: `it is made by an asynchronous method and is not there yet: write \`await this.${this.name}()\``,
      },
    ]);
  }

  /** Throws what made the factory fail, if it did. */
  throwIfFailed(): void {
    if (this.#failed !== undefined) throw this.#failed.error;
  }

  /** Makes the factory fail without calling it; gives the error back. */
  fail(error: unknown): unknown {
    this.#isRunning = false;
    this.#failed = { error };
    return error;
  }

  /** Waits until the factory is done. */
  async settle(): Promise<unknown> {
    await this.call();
    return this.value();
  }

  #run(): unknown {
    this.#isRunning = true;
    try {
      const trail = { factory: this, outer: currentFrame().factoryTrail };
      const value = runInFrame(childFrame({ factoryTrail: trail }), this.#make);
      return isPromiseLike(value) ? this.#follow(value) : this.#done(value);
    } catch (error) {
      throw this.fail(error);
    }
  }

  async #follow(promise: PromiseLike<unknown>): Promise<unknown> {
    try {
      return this.#done(await promise);
    } catch (error) {
      throw this.fail(error);
    }
  }

  #done(value: unknown): unknown {
    if (value === undefined || value === null)
      throw new ConfigurationError([
        { path: this.name, message: `${describeValue(value)} came back where ${nounOf(this.kind)} is expected` },
      ]);
    this.#isRunning = false;
    this.#settled = { value };
    return value;
  }

  #refuseCircle(): void {
    if (!this.#isRunning) return;
    const names: string[] = [this.name];
    for (let trail = currentFrame().factoryTrail; trail !== undefined; trail = trail.outer) {
      names.unshift(trail.factory.name);
      if (trail.factory === this) throw circle(names);
    }
  }
}

/** The error of factories that need one another. */
export function circle(names: readonly string[], place?: Place): ConfigurationError {
  return new ConfigurationError([{ path: names[0] ?? "", message: `it needs itself: ${names.join(" → ")}`, ...place }]);
}

/** `an agent`, `a task` … */
export function nounOf(kind: FactoryKind): string {
  const nouns: Record<FactoryKind, string> = {
    agent: "an Agent",
    task: "a Task",
    crew: "a Crew",
    tool: "a tool",
    llm: "a model",
  };
  return nouns[kind];
}
