import type { Inputs } from "@boathook/hooks";
import { currentFrame, NEVER_ABORTED, type Frame } from "@boathook/kernel";
import { Container } from "inversify";

import { constructNow } from "../declare/construct.ts";
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

  /** The run's own object of the class. */
  get<T extends object>(type: new (...args: never[]) => T): T {
    return this.#current().get(type);
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
  readonly #objects = new Map<object, object>();
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

  get<T extends object>(type: new (...args: never[]) => T): T {
    let made = this.#objects.get(type);
    if (made === undefined) this.#objects.set(type, (made = constructNow(this.container, type)));
    return made as T; // stored under its own class one line above
  }
}

function factsOf(frame: Frame, executionId: string): RunFacts {
  const { outermost } = frame;
  return { executionId, inputs: outermost?.inputs ?? {}, signal: outermost?.signal ?? frame.signal };
}
