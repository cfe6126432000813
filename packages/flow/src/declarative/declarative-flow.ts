import { declareMethod } from "../definition/declare-method.ts";
import { FlowDefinitionError } from "../errors.ts";
import type { FlowOptions } from "../flow-options.ts";
import type { Flow } from "../flow.ts";
import { FLOW_SEAM, type FlowSeam } from "../runtime/flow-parts.ts";
import { Expressions, type Scope } from "./expressions.ts";
import type { FlowActionContext, ReadAction } from "./flow-action.ts";
import { readDefinition, type ReadDefinition } from "./read-definition.ts";
import { fill } from "./template.ts";

/** A flow class: what a declared flow is made of. */
type FlowClass = abstract new (options?: FlowOptions) => Flow;

/** A flow of the declared methods; `base` is `Flow`. Throws `FlowDefinitionError` with everything that is wrong; expressions are compiled before the first method of the first kickoff runs. */
export function declarativeFlow(base: FlowClass, source: unknown, options: FlowOptions = {}): Flow {
  const definition = readDefinition(source);
  const expressions = new Expressions();
  const compiled = onceResolved(() => compile(definition, expressions));
  class Declared extends base {
    override initialState = definition.state;

    protected override [FLOW_SEAM](): FlowSeam {
      const seam = super[FLOW_SEAM]();
      return {
        ...seam,
        prepare: async (inputs) => {
          await compiled();
          await seam.prepare(inputs);
        },
      };
    }
  }
  Object.defineProperty(Declared, "name", { value: definition.name });
  for (const { name, action, ...when } of definition.methods) {
    declareMethod(Declared, name, { ...when, body: bodyOf(action, expressions) });
  }
  const flow = new Declared({ name: definition.name, ...options });
  flow.explain();
  return flow;
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
  readonly methodOutputs: Flow["methodOutputs"];
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
