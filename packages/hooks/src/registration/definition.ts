import { types } from "node:util";

import type { HookFilters } from "../engine/filters.ts";
import type { Dialect, Handler, HookFunction } from "../engine/handler.ts";
import type { HookList } from "../engine/hook-list.ts";
import type { AnyContext } from "../engine/any-context.ts";
import { pointNamed, type HookPoint } from "../engine/point.ts";
import { readFilters, type CompiledFilters } from "../engine/read-filters.ts";
import { HookRegistrationError } from "../errors.ts";
import { describeValue } from "../values.ts";
import { callerFile } from "./caller.ts";

/** A hook not registered anywhere yet: for `hooks:` of a crew, a flow or one kickoff. Made by `defineHook`. */
export interface HookDefinition {
  readonly point: string;
  readonly filters: HookFilters;
}

/** What a hook is made of, before it is checked. */
export interface HookParts {
  readonly point: string;
  readonly hook: unknown;
  readonly filters?: unknown;
  /** Overrides the function's name; the `name` filter wins over both. */
  readonly name?: string;
  /** By default the point's. */
  readonly dialect?: Dialect;
  /** `file:line` where it was written down; by default the caller's. */
  readonly file?: string | undefined;
}

const BRAND = Symbol.for("boathook:hook-definition");

/** A definition with everything compiled: registering it is cheap, so a crew can do it at every kickoff. */
export class CompiledHook implements HookDefinition {
  readonly point: string;
  readonly filters: HookFilters;
  readonly name: string;
  readonly hook: HookFunction;
  readonly file: string | undefined;
  readonly dialect: Dialect;
  readonly #point: HookPoint;
  readonly #compiled: CompiledFilters;
  readonly [BRAND] = true;

  constructor(parts: HookParts) {
    const { hook } = parts;
    const functionName = parts.name ?? nameOf(hook);
    this.#point = pointNamed(parts.point, functionName);
    this.point = this.#point.name;
    const fault = faultOf(hook);
    if (fault !== undefined) {
      throw new HookRegistrationError(
        `A hook is a function of one context; ${fault} was given for ${this.point}. Write (ctx) => … or async (ctx) => ….`,
        { point: this.point, hook: functionName },
      );
    }
    this.#compiled = readFilters(parts.filters, this.#point, functionName);
    this.filters = this.#compiled.filters;
    this.name = this.filters.name ?? functionName;
    this.hook = hook as HookFunction; // a function; the context it takes is checked by the types of `on`
    this.dialect = parts.dialect ?? this.#point.dialect;
    this.file = "file" in parts ? parts.file : callerFile();
  }

  /** True for what `defineHook` gives, also that of a second copy of the package. */
  static is(value: unknown): value is CompiledHook {
    return typeof value === "object" && value !== null && BRAND in value;
  }

  /** Puts one registration of this hook at the end of the list. */
  addTo(list: HookList): Handler {
    const point = this.#point;
    const handler: Handler = {
      point: this.point,
      name: this.name,
      hook: this.hook,
      call: this.hook as (context: AnyContext) => unknown, // the point gives it the context its author asked for
      filters: this.filters,
      matches: this.#compiled.matches,
      dialect: this.dialect,
      file: this.file,
      remove: () => list.remove(point, handler),
      isOnce: this.filters.once === true,
      depth: 0,
      isAsync: types.isAsyncFunction(this.hook),
      spent: false,
    };
    list.add(point, handler);
    return handler;
  }
}

function nameOf(hook: unknown): string {
  return typeof hook === "function" && hook.name !== "" ? hook.name : "anonymous";
}

/** What is wrong with the value as a hook; a generator or a class would be taken and then never do what it says. */
function faultOf(hook: unknown): string | undefined {
  if (typeof hook !== "function") return describeValue(hook);
  if (types.isGeneratorFunction(hook)) return "a generator function";
  return /^class\b/.test(Function.prototype.toString.call(hook)) ? `the class ${hook.name}` : undefined;
}
