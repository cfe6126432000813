const calls = new WeakMap<object, object>();

/** Remembers to which call a context belongs. */
export function rememberCall(context: object, call: object): void {
  calls.set(context, call);
}

/** The same object for every context of one tool call (PRE_TOOL_CALL, `tool_permission`, POST_TOOL_CALL), another one for every other call: for hooks that keep something from one point to the next. */
export function toolCallOf(context: object): object {
  return calls.get(context) ?? context;
}
