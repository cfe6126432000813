import { describeValue, eventMembersOf, isEventListener } from "@boathook/hooks";
import {
  ConfigurationError,
  type BoathookEvent,
  type EventClass,
  type EventStreams,
  type Fault,
} from "@boathook/kernel";

import { checkConstructible, construct } from "../declare/construct.ts";
import type { RuntimePlugin } from "./runtime.ts";

/** A class whose `@OnEvent` methods listen. */
export type ListenerClass = new (...args: never[]) => object;

/**
 * A plugin: the container makes one object of each `@EventListener` class, and its `@OnEvent` methods see the events of the runtime until that is
 * closed. No event is missed while an object is being made. Refused when the runtime is made: a class without such methods, and one that
 * the container could not make.
 */
export function eventListeners(...types: readonly ListenerClass[]): RuntimePlugin {
  const faults = types.flatMap(faultsOf);
  if (faults.length > 0) throw new ConfigurationError(faults, { subject: "event listeners" });
  return {
    name: `event-listeners(${types.map(({ name }) => name).join(", ")})`,
    install({ container, events }) {
      for (const type of types) checkConstructible(container, type);
      const attached = types.map((type) => attachListener(events, type, construct(container, type)));
      return () => {
        for (const detach of attached) detach();
      };
    },
  };
}

/** Subscribes the listener's methods at once, also while the object is still being made; gives the undo. */
function attachListener(events: EventStreams, type: ListenerClass, making: Promise<object>): () => void {
  let listener: object | undefined;
  let waiting = 0;
  making.then(
    (made) => {
      listener = made;
    },
    () => undefined, // every event that waits for it says so on `events.errors`
  );
  const take = (name: string | symbol, event: BoathookEvent): unknown => {
    // Behind those that wait for the object, so that it sees events in their order.
    if (listener !== undefined && waiting === 0) return call(listener, name, event);
    waiting += 1;
    return making.then((made) => {
      waiting -= 1;
      return call(made, name, event);
    });
  };
  const members = eventMembersOf(type);
  const subscriptions = members
    .filter((member) => !members.some((other) => other.name === member.name && covers(other.type, member.type)))
    .map((member) => events.on(member.type).subscribe((event) => take(member.name, event)));
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe();
  };
}

/** A method that listens to a class and to a subclass of it is told once. */
function covers(base: EventClass, type: EventClass): boolean {
  return type.prototype instanceof base;
}

function call(listener: object, name: string | symbol, event: BoathookEvent): unknown {
  return (listener as Record<string | symbol, (given: BoathookEvent) => unknown>)[name]?.(event); // a method of its class
}

function faultsOf(type: unknown, index: number): Fault[] {
  const path = String(index);
  if (typeof type !== "function") {
    return [{ path, message: `expected a class with @OnEvent methods, got ${describeValue(type)}` }];
  }
  const members = eventMembersOf(type);
  if (members.length === 0) {
    return [{ path, message: `${type.name} listens to nothing; put @OnEvent(SomeEvent) on its methods` }];
  }
  if (!isEventListener(type)) {
    return [{ path, message: `${type.name} is not marked as a listener; put @EventListener() on the class` }];
  }
  const prototype = type.prototype as object;
  return members
    .filter(({ name }) => typeof Reflect.get(prototype, name) !== "function")
    .map(({ name }) => ({ path, message: `${type.name}.${String(name)} carries @OnEvent but is no method` }));
}
