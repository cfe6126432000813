import type { Inputs } from "@boathook/hooks";
import { currentFrame, NEVER_ABORTED, type Frame } from "@boathook/kernel";
import { Container } from "inversify";

import { construct } from "../declare/construct.ts";
import { RunTokens } from "./tokens.ts";

/** The scope of an outermost run: a container below the runtime's, made when something is first resolved in the run. */
export class RunScopes {
  readonly #parent: Container;
  /** Gone with the run. */
  readonly #scopes = new WeakMap<object, RunScope>();
  readonly #outside: RunScope;

  constructor(parent: Container) {
    this.#parent = parent;
    this.#outside = new RunScope(parent, { executionId: "", inputs: {}, signal: NEVER_ABORTED });
  }

  /** The run's own object of the class; undefined until it is made. */
  made(type: object): object | undefined {
    return this.#current().made.get(type);
  }

  /** Makes the run's own object of the class; what it is given may be asynchronous. */
  make(type: new (...args: never[]) => object): Promise<object> {
    return this.#current().make(type);
  }

  /** A scope like that of a run, to see what could be made in one. */
  get example(): Container {
    return this.#outside.container;
  }

  #current(): RunScope {
    const frame = currentFrame();
    const { execution } = frame;
    if (execution === undefined) return this.#outside;
    let scope = this.#scopes.get(execution);
    if (scope === undefined)
      this.#scopes.set(execution, (scope = new RunScope(this.#parent, factsOf(frame, execution.id))));
    return scope;
  }
}

interface RunFacts {
  readonly executionId: string;
  readonly inputs: Inputs;
  readonly signal: AbortSignal;
}

class RunScope {
  readonly #parent: Container;
  readonly #facts: RunFacts;
  readonly made = new Map<object, object>();
  readonly #making = new Map<object, Promise<object>>();
  #container: Container | undefined;

  constructor(parent: Container, facts: RunFacts) {
    this.#parent = parent;
    this.#facts = facts;
  }

  get container(): Container {
    if (this.#container !== undefined) return this.#container;
    const container = new Container({ parent: this.#parent });
    container.bind(RunTokens.ExecutionId).toConstantValue(this.#facts.executionId);
    container.bind(RunTokens.Inputs).toConstantValue(this.#facts.inputs);
    container.bind(RunTokens.Signal).toConstantValue(this.#facts.signal);
    return (this.#container = container);
  }

  make(type: new (...args: never[]) => object): Promise<object> {
    const known = this.#making.get(type);
    if (known !== undefined) return known;
    const making = construct(this.container, type);
    this.#making.set(type, making);
    making.then(
      (object) => this.made.set(type, object),
      () => this.#making.delete(type), // who waits for it is told; the next call tries again
    );
    return making;
  }
}

function factsOf(frame: Frame, executionId: string): RunFacts {
  const { outermost } = frame;
  return { executionId, inputs: outermost?.inputs ?? {}, signal: outermost?.signal ?? frame.signal };
}
