import {
  AfterLlmCall,
  AfterToolCall,
  BeforeLlmCall,
  BeforeToolCall,
  HookProvider,
  On,
  on,
  registerAfterLlmCallHook,
  registerAfterToolCallHook,
  registerBeforeLlmCallHook,
  registerBeforeToolCallHook,
  type HookFilters,
} from "@boathook/hooks";

import { createRuntime, CrewBase } from "../../../src/index.ts";
import type { Point, Probe } from "./acts.ts";
import { Around, crewEffect, flowEffect, logger, Office, RUNS, TwoSteps, type Effect, type RunKind } from "./runs.ts";

/** A way to write a hook: starts a run with the probe in it. Undefined where the form does not exist for that run and point. */
export type Form = (kind: RunKind, probe: Probe) => (() => Promise<Effect>) | undefined;

/** The forms of the documents, newer and older. */
export const FORMS: Record<string, Form> = {
  "a global function": (kind, { point, filters, hook }) => {
    return () => {
      onAny(point, filters, hook);
      return RUNS[kind]();
    };
  },
  "a hook provider class": (kind, probe) => async () => {
    @HookProvider
    class Provider {
      @onMethod(probe) probe(ctx: never): unknown {
        return probe.hook(ctx);
      }
    }
    const runtime = createRuntime({ logger });
    runtime.hooks.provide(Provider);
    if (kind === "crew" || kind === "flow") return RUNS[kind](runtime);
    return new Around(() => RUNS[kind](), { runtime }).kickoff(); // what has no runtime of its own is on the one around it
  },
  "a crew's method": (kind, probe) => (kind === "crew" ? () => inCrewClass(onMethod(probe), probe) : undefined),
  "a flow's method": (kind, probe) => {
    if (kind === "flow") return () => inFlowClass(onMethod(probe), probe);
    return isCall(probe.point) ? () => aroundRun(kind, onMethod(probe), probe) : undefined;
  },
  "a legacy decorator": (kind, probe) => {
    const decorator = legacyDecoratorOf(probe);
    if (decorator === undefined || kind === "flow") return undefined;
    return () => (kind === "crew" ? inCrewClass(decorator, probe) : aroundRun(kind, decorator, probe));
  },
  "a legacy function": (kind, { point, filters, hook }) => {
    const register = REGISTER[point];
    if (register === undefined || kind === "flow" || filters.timeoutMs !== undefined) return undefined; // takes no filters
    return () => {
      register(hook);
      return RUNS[kind]();
    };
  },
};

type AnyMethodDecorator = (target: object, key: string, descriptor: PropertyDescriptor) => void;

// The point is a variable here, so the types of its context are not known to the compiler.
const onAny = on as (point: Point, filters: HookFilters, hook: unknown) => unknown;
const onMethod = ({ point, filters }: Probe): AnyMethodDecorator =>
  (On as (point: Point, filters: HookFilters) => unknown)(point, filters) as AnyMethodDecorator;

const LEGACY: Partial<Record<Point, unknown>> = {
  pre_model_call: BeforeLlmCall,
  post_model_call: AfterLlmCall,
  pre_tool_call: BeforeToolCall,
  post_tool_call: AfterToolCall,
};

function legacyDecoratorOf({ point, filters }: Probe): AnyMethodDecorator | undefined {
  const decorator = LEGACY[point] as ((filters: HookFilters) => AnyMethodDecorator) | undefined;
  return decorator?.(filters);
}

const REGISTER = {
  pre_model_call: registerBeforeLlmCallHook,
  post_model_call: registerAfterLlmCallHook,
  pre_tool_call: registerBeforeToolCallHook,
  post_tool_call: registerAfterToolCallHook,
} as Partial<Record<Point, (hook: unknown) => unknown>>; // as for `on`

function isCall(point: Point): boolean {
  return point in LEGACY;
}

async function inCrewClass(decorator: AnyMethodDecorator, { hook }: Probe): Promise<Effect> {
  @CrewBase
  class Guarded extends Office {
    @decorator probe(ctx: never): unknown {
      return hook(ctx);
    }
  }
  const crew = await createRuntime({ logger }).crew(Guarded);
  return crewEffect(crew, (crew.instance as Guarded).model);
}

function inFlowClass(decorator: AnyMethodDecorator, { hook }: Probe): Promise<Effect> {
  class Guarded extends TwoSteps {
    @decorator probe(ctx: never): unknown {
      return hook(ctx);
    }
  }
  return flowEffect(new Guarded());
}

/** The run inside a method of a flow whose class has the hook. */
function aroundRun(kind: RunKind, decorator: AnyMethodDecorator, { hook }: Probe): Promise<Effect> {
  class Guarded extends Around {
    @decorator probe(ctx: never): unknown {
      return hook(ctx);
    }
  }
  return new Guarded(() => RUNS[kind]()).kickoff();
}
