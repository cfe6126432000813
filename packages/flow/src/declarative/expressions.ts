import { errorMessage } from "@boathook/kernel";

/** What expressions may speak of. */
export type Scope = Readonly<Record<string, unknown>>;

type Compiled = (scope: Scope) => unknown;

interface Cel {
  readonly parse: (expression: string) => Compiled;
}

let cel: Promise<Cel> | undefined;

/** Expressions in CEL: they read, compare and compute, and can do nothing else. The library is loaded when the first one is used. */
async function loadCel(): Promise<Cel> {
  const { Environment } = await import("@marcbachmann/cel-js");
  const environment = new Environment({ unlistedVariablesAreDyn: true });
  // Numbers of JavaScript are doubles, those in expressions whole ones: people mean the same.
  for (const [sign, compute] of ARITHMETIC) {
    environment.registerOperator(`double ${sign} int`, (a: number, b: bigint) => compute(a, Number(b)));
    environment.registerOperator(`int ${sign} double`, (a: bigint, b: number) => compute(Number(a), b));
  }
  return { parse: (expression) => environment.parse(expression) as Compiled };
}

const ARITHMETIC: readonly (readonly [string, (a: number, b: number) => number])[] = [
  ["+", (a, b) => a + b],
  ["-", (a, b) => a - b],
  ["*", (a, b) => a * b],
  ["/", (a, b) => a / b],
];

/** Expressions, each compiled once. */
export class Expressions {
  readonly #compiled = new Map<string, Compiled>();

  /** Compiles them; gives what is wrong with each. */
  async compile(expressions: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const problems = new Map<string, string>();
    if (expressions.length === 0) return problems;
    cel ??= loadCel();
    const { parse } = await cel;
    for (const expression of expressions) {
      try {
        this.#compiled.set(expression, parse(expression));
      } catch (error) {
        problems.set(expression, errorMessage(error).split("\n", 1)[0] ?? "");
      }
    }
    return problems;
  }

  /** The value of one that was compiled. */
  evaluate(expression: string, scope: Scope): unknown {
    const compiled = this.#compiled.get(expression);
    if (compiled === undefined) throw new Error(`the expression ${expression} was not compiled`);
    return plain(compiled(scope));
  }
}

/** Whole numbers are numbers again. */
function plain(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Map)
    return Object.fromEntries([...(value as Map<unknown, unknown>)].map(([key, item]) => [String(key), plain(item)]));
  return value;
}
