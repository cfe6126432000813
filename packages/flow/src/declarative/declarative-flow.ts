import { FlowDefinitionError } from "../errors.ts";
import type { MethodOutput } from "../state/flow-record.ts";
import { Expressions, type Scope } from "./expressions.ts";
import type { FlowActionContext, ReadAction } from "./flow-action.ts";
import { readDefinition, type ReadDefinition, type ReadMethod } from "./read-definition.ts";
import { fill } from "./template.ts";

/** What a declared flow is made of. */
export interface DeclaredParts {
  readonly name: string;
  /** What every kickoff's state begins with. */
  readonly state: Readonly<Record<string, unknown>>;
  readonly methods: readonly (Omit<ReadMethod, "action"> & { readonly body: unknown })[];
  /** Compiles its expressions, once; to be awaited before its first method runs. Rejects with everything that is wrong with them. */
  readonly prepare: () => Promise<void>;
}

/** Reads a declared flow. Throws `FlowDefinitionError` with everything that is wrong with it but its graph. */
export function declaredParts(source: unknown): DeclaredParts {
  const definition = readDefinition(source);
  const expressions = new Expressions();
  return {
    name: definition.name,
    state: definition.state,
    methods: definition.methods.map(({ action, ...method }) => ({ ...method, body: bodyOf(action, expressions) })),
    prepare: onceResolved(() => compile(definition, expressions)),
  };
}

/** Compiles every expression; all that cannot be are one error. */
async function compile({ name, expressions }: ReadDefinition, compiler: Expressions): Promise<void> {
  const problems = await compiler.compile([...new Set(expressions.map(({ expression }) => expression))]);
  const faults = expressions.flatMap(({ expression, fault }) => {
    const problem = problems.get(expression);
    return problem === undefined ? [] : [{ ...fault, message: `\`${expression}\` is no expression: ${problem}` }];
  });
  if (faults.length > 0) throw new FlowDefinitionError(name, faults);
}

/** What a method sees as `this`: its flow. */
interface RunningFlow {
  readonly state: Record<string, unknown> & { id: string };
  readonly signal: AbortSignal;
  readonly methodOutputs: readonly MethodOutput[];
}

function bodyOf(action: ReadAction, expressions: Expressions): (this: RunningFlow, input?: unknown) => unknown {
  return function run(this: RunningFlow, input?: unknown): unknown {
    const outputs = Object.fromEntries(this.methodOutputs.map(({ method, output }) => [method, output]));
    const scope = { input: input ?? null, state: this.state, outputs };
    return runAction(action, contextOf(this, { input, scope, expressions }));
  };
}

interface Given {
  readonly input: unknown;
  readonly scope: Scope;
  readonly expressions: Expressions;
}

function runAction({ action, options, nested }: ReadAction, context: FlowActionContext): unknown {
  return action.run(options, context, nested);
}

function contextOf(flow: RunningFlow, { input, scope, expressions }: Given): FlowActionContext {
  const inside = (more: Scope = {}): Scope => ({ ...scope, ...more });
  return {
    input,
    state: flow.state,
    signal: flow.signal,
    evaluate: (expression, more) => expressions.evaluate(expression, inside(more)),
    fill: (value, more) => fill(value, (expression) => expressions.evaluate(expression, inside(more))),
    run: (action, more) => runAction(action, contextOf(flow, { input, scope: inside(more), expressions })),
  };
}

/** The work, until it has been done once; what failed is tried again. */
function onceResolved(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work().catch((error: unknown) => {
      done = undefined;
      throw error;
    });
    return done;
  };
}
