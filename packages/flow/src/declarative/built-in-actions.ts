import { suggestName } from "@boathook/kernel";
import { z } from "zod";

import { flowFunction, flowFunctionNames, registerFlowAction } from "./flow-action.ts";

/** `call: name`, `with: {…}`: a registered function. */
registerFlowAction({
  type: "call",
  schema: z.strictObject({ call: z.string().min(1), with: z.record(z.string(), z.unknown()).optional() }),
  check: ({ call }) => {
    if (flowFunction(call) !== undefined) return undefined;
    const suggestion = suggestName(call, flowFunctionNames());
    return `no function "${call}" is registered${suggestion === undefined ? "" : ` (${suggestion})`}`;
  },
  run: ({ call, with: args = {} }, context) =>
    flowFunction(call)?.(context.fill(args) as Record<string, unknown>, context), // a record stays one
});

/** `expression: …`: what it gives is the method's output. */
registerFlowAction({
  type: "expression",
  schema: z.strictObject({ expression: z.string().min(1) }),
  expressions: ({ expression }) => [expression],
  run: ({ expression }, context) => context.evaluate(expression),
});

/** `value: …`: the value, filled in. */
registerFlowAction({
  type: "value",
  schema: z.strictObject({ value: z.unknown() }),
  run: ({ value }, context) => context.fill(value),
});

/** `set: {…}`: fields of the state. */
registerFlowAction({
  type: "set",
  schema: z.strictObject({ set: z.record(z.string(), z.unknown()) }),
  check: ({ set }) => ("id" in set ? "the state's id stays as it is" : undefined),
  run: ({ set }, context) => Object.assign(context.state, context.fill(set)),
});

/** `each: expression`, `do: action`: the action for each item of a list, one after another; the outputs are a list. */
registerFlowAction({
  type: "each",
  schema: z.strictObject({
    each: z.string().min(1),
    as: z
      .string()
      .regex(/^[A-Za-z_]\w*$/)
      .default("item"),
    do: z.unknown(),
  }),
  expressions: ({ each }) => [each],
  nested: (options) => ({ do: options.do }),
  run: async ({ each, as }, context, { do: action }) => {
    const items = context.evaluate(each);
    if (!Array.isArray(items)) throw new TypeError(`"each" needs a list, and ${each} gave none`);
    const outputs: unknown[] = [];
    for (const [index, item] of (items as unknown[]).entries()) {
      context.signal.throwIfAborted();
      if (action !== undefined) outputs.push(await context.run(action, { [as]: item, index }));
    }
    return outputs;
  },
});
