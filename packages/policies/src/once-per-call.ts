/**
 * The hook, at most once per dispatch: a policy that stands in two scopes round the same call (an outer crew's and an inner one's) counts, asks
 * and writes once. A dispatch has one context object.
 */
export function oncePerCall<C extends object, R>(hook: (ctx: C) => R): (ctx: C) => R | undefined {
  const seen = new WeakSet<C>();
  return (ctx) => {
    if (seen.has(ctx)) return undefined;
    seen.add(ctx);
    return hook(ctx);
  };
}
