import { membersOf, methodDecorator, type MethodDecoratorOf } from "@boathook/hooks";
import { ConfigurationError, readOptions } from "@boathook/kernel";
import { z } from "zod";

import type { LifecycleEvent } from "../events/catalogue.ts";
import {
  eventSchema,
  idSchema,
  mannersShape,
  type HookManners,
  type LifecycleHandler,
  type LifecycleHookOptions,
} from "../hooks/lifecycle-hook.ts";

/** The kind of member record that `@OnLifecycle` writes. */
const LIFECYCLE_MEMBER = "lifecycle";

/** How a decorated method is registered. */
export interface OnLifecycleOptions extends HookManners {
  /** Default `custom:ClassName.method`. */
  readonly id?: string | undefined;
}

interface LifecycleMember {
  readonly event: LifecycleEvent;
  readonly options: OnLifecycleOptions;
}

const optionsSchema = z.strictObject({ ...mannersShape, id: idSchema.optional() });

/** Makes a method a lifecycle hook, of a class given to `lifecycleHooks(registry, { providers: [...] })` or an object given to `registry.provide`. */
export function OnLifecycle<E extends LifecycleEvent>(
  event: E,
  options: OnLifecycleOptions = {},
): MethodDecoratorOf<LifecycleHandler<E>> {
  const data: LifecycleMember = {
    event: readOptions(eventSchema, event, { subject: "@OnLifecycle", path: "event" }),
    options: readOptions<OnLifecycleOptions>(optionsSchema, options, { subject: "@OnLifecycle" }),
  };
  return methodDecorator<LifecycleHandler<E>>("OnLifecycle", { kind: LIFECYCLE_MEMBER, data });
}

/** The decorated methods of a class as hooks, parents first; `self` gives the object they are called on. Refuses a class without any. */
export function hooksOfClass(type: object, self: () => object | PromiseLike<object>): readonly LifecycleHookOptions[] {
  const { name: className } = type as { name: string }; // a class
  const hooks = membersOf(type).flatMap(
    ({ name, records }) =>
      records
        .filter((record) => record.kind === LIFECYCLE_MEMBER)
        .map((record) => hookOf(record.data as LifecycleMember, { className, name, self })), // written above
  );
  if (hooks.length > 0) return hooks;
  const message = `${className} has no lifecycle hooks; put @OnLifecycle("pre_turn") on its methods`;
  throw new ConfigurationError([{ path: "", message }], { subject: "lifecycle hooks" });
}

interface Owner {
  readonly className: string;
  readonly name: string | symbol;
  readonly self: () => object | PromiseLike<object>;
}

function hookOf({ event, options }: LifecycleMember, { className, name, self }: Owner): LifecycleHookOptions {
  const id = options.id ?? `custom:${className}.${String(name)}`;
  const handler: LifecycleHandler = (ctx, tools) => {
    const object = self();
    return "then" in object
      ? object.then((made) => methodOf(made, name).call(made, ctx, tools))
      : methodOf(object, name).call(object, ctx, tools);
  };
  return { ...options, id, event, handler };
}

function methodOf(object: object, name: string | symbol): LifecycleHandler {
  return Reflect.get(object, name) as LifecycleHandler; // the decorator stands on methods of that type only
}
