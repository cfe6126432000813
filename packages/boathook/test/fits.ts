/** The names whose `from` cannot stand where `to` is wanted; `never` when all fit. `any` on either side fits nothing. */
export type Fits<Pairs extends { readonly [K in keyof Pairs]: readonly [from: unknown, to: unknown] }> = {
  [K in keyof Pairs]: IsAny<Pairs[K][0]> extends true
    ? K
    : IsAny<Pairs[K][1]> extends true
      ? K
      : [Pairs[K][0]] extends [Pairs[K][1]]
        ? never
        : K;
}[Extract<keyof Pairs, string>];

/** Compiles only when nothing misfits. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the type argument is what is checked
export function fits<_Misfits extends never>(): void {
  // the type argument is the check
}

/** The member of that name; what fits nowhere when there is none. */
export type Member<Module, K> = K extends keyof Module ? Module[K] : Missing;

/** What the class makes. */
export type Instance<C> = C extends abstract new (...args: never) => infer I ? I : Missing;

/** What the constructor takes. */
export type Arguments<C> = C extends abstract new (...args: infer A) => unknown ? A : Missing;

/** The static members of a class. */
export type Statics<C> = Omit<C, "prototype">;

/** Stands for a name that is not exported. */
interface Missing {
  readonly missing: unique symbol;
}

type IsAny<T> = 0 extends 1 & T ? true : false;
