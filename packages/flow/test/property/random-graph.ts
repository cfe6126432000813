import fc from "fast-check";

import { and, or, race, type Condition, type MethodDefinition, type NamedMethod } from "../../src/index.ts";

/** A flow that can be compiled, and how its methods behave. */
export interface Graph {
  readonly methods: readonly NamedMethod[];
  /** Which methods give a promise; the others are done at once. */
  readonly waits: ReadonlySet<string>;
}

type RawCondition = number | { readonly kind: "or" | "and" | "race"; readonly parts: readonly RawCondition[] };

interface RawMethod {
  readonly isStart: boolean;
  readonly role: "start" | "listen" | "router" | "none";
  readonly condition: RawCondition;
  readonly labels: readonly number[];
  readonly waits: boolean;
}

const rawCondition: fc.Arbitrary<RawCondition> = fc.letrec<{ tree: RawCondition }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", maxDepth: 3, withCrossShrink: true },
    { arbitrary: fc.nat(40), weight: 3 },
    {
      arbitrary: fc.record({
        kind: fc.constantFrom<"or" | "and" | "race">("or", "and", "race"),
        parts: fc.array(tie("tree"), { minLength: 1, maxLength: 3 }),
      }),
      weight: 2,
    },
  ),
})).tree;

const rawMethod: fc.Arbitrary<RawMethod> = fc.record({
  isStart: fc.nat(4).map((n) => n === 0),
  role: fc.constantFrom("start", "listen", "listen", "listen", "router", "router", "none"),
  condition: rawCondition,
  labels: fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 3 }),
  waits: fc.boolean(),
});

/** Up to 12 methods with routers, cycles, trees of `or`, `and` and `race`, and conditional starts. */
export const graph: fc.Arbitrary<Graph> = fc.array(rawMethod, { minLength: 1, maxLength: 12 }).map((raw) => {
  const names = raw.map((_, index) => `m${index}`);
  const emits = raw.map((method, index) => labelsOf(method, index, names));
  const known = [...new Set([...names, ...emits.flat()])];
  const methods = raw.map((method, index): NamedMethod => {
    const choices = known.filter((name) => name !== names[index]);
    return [`m${index}`, definitionOf(method, index, choices, emits[index] ?? [])];
  });
  const waits = new Set(names.filter((_, index) => raw[index]?.waits));
  return { methods: startable(methods), waits };
});

/** Now and then a label has the name of another method. */
function labelsOf({ role, labels }: RawMethod, index: number, names: readonly string[]): readonly string[] {
  if (role !== "router") return [];
  const others = names.filter((_, other) => other !== index);
  return [...new Set(labels.map((n) => (n === 5 ? (others[index % others.length] ?? "l5") : `l${n}`)))];
}

function definitionOf(
  raw: RawMethod,
  index: number,
  choices: readonly string[],
  emit: readonly string[],
): MethodDefinition {
  if (choices.length === 0 || (raw.role === "none" && raw.isStart)) return { start: true };
  const condition = conditionOf(raw.condition, choices, index);
  if (raw.role === "start") return { start: condition };
  const start = raw.isStart ? { start: true as const } : {};
  return raw.role === "router" ? { ...start, router: condition, emit } : { ...start, listen: condition };
}

function conditionOf(raw: RawCondition, choices: readonly string[], index: number): Condition {
  if (typeof raw === "number") return choices[(raw + index) % choices.length] ?? "m0";
  const parts = raw.parts.map((part) => conditionOf(part, choices, index));
  if (raw.kind === "or") return or(...parts);
  return raw.kind === "and" ? and(...parts) : race(...parts);
}

function startable(methods: readonly NamedMethod[]): readonly NamedMethod[] {
  if (methods.some(([, { start }]) => start !== undefined)) return methods;
  return methods.map(([name, definition], index) => [name, index === 0 ? { ...definition, start: true } : definition]);
}
