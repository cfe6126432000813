import { HookRegistrationError } from "../errors.ts";
import { compileFilters, readFilters, type HookFilters, type Matcher } from "../engine/filters.ts";
import type { Dialect, Handler, HookFunction } from "../engine/handler.ts";
import type { HookList } from "../engine/hook-list.ts";
import { pointNamed, type AnyContext, type HookPoint } from "../engine/point.ts";

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
  readonly dialect?: Dialect;
}

const AUTHOR = Symbol("definition");

/** A definition with everything compiled: registering it is cheap, so a crew can do it at every kickoff. */
export class CompiledHook implements HookDefinition {
  readonly point: string;
  readonly filters: HookFilters;
  readonly name: string;
  readonly hook: HookFunction;
  readonly file: string | undefined;
  readonly dialect: Dialect;
  readonly #point: HookPoint;
  readonly #matches: Matcher | undefined;
  readonly [AUTHOR] = true;

  constructor(parts: HookParts) {
    if (typeof parts.hook !== "function") {
      throw new HookRegistrationError(
        `A hook is a function of one context; ${describe(parts.hook)} was given for ${String(parts.point)}.`,
        {
          point: String(parts.point),
          hook: "anonymous",
        },
      );
    }
    const functionName = parts.name ?? (parts.hook.name === "" ? "anonymous" : parts.hook.name);
    this.#point = pointNamed(parts.point, functionName);
    this.point = this.#point.name;
    this.filters = readFilters(parts.filters ?? {}, { point: this.point, hook: functionName });
    this.name = this.filters.name ?? functionName;
    this.hook = parts.hook as HookFunction; // a function; the context it takes is checked by the types of `on`
    this.dialect = parts.dialect ?? "interception";
    this.file = callerFile();
    this.#matches = compileFilters(this.filters);
  }

  static is(value: unknown): value is CompiledHook {
    return typeof value === "object" && value !== null && AUTHOR in value;
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
      matches: this.#matches,
      dialect: this.dialect,
      file: this.file,
      remove: () => list.remove(point, handler),
      depth: 0,
      isAsync: Object.prototype.toString.call(this.hook) === "[object AsyncFunction]",
      spent: false,
    };
    list.add(point, handler);
    return handler;
  }
}

function describe(value: unknown): string {
  return value === null ? "null" : `a value of type ${typeof value}`;
}

/** `file:line` of the first caller outside of this package; where hooks come from is what one asks first at 3 a.m. */
function callerFile(): string | undefined {
  const lines = new Error().stack?.split("\n").slice(2) ?? [];
  const outside = lines.find((line) => !line.includes(OWN_FOLDER) && !line.includes("node:internal"));
  return outside
    ?.match(/\(?((?:file:\/\/)?\/[^()]+?|[A-Za-z]:\\[^()]+?):(\d+):\d+\)?$/)
    ?.slice(1, 3)
    .join(":");
}

const OWN_FOLDER = new URL("..", import.meta.url).pathname;
