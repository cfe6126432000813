import type { BoathookEvent, EventClass } from "@boathook/kernel";

import { HookRegistrationError } from "../errors.ts";
import { describeValue } from "../values.ts";
import { classDecorator, ClassMark, type ClassDecoratorOf } from "./class-decorator.ts";
import { membersOf } from "./members.ts";
import { methodDecorator, type MethodDecoratorOf } from "./method-decorator.ts";

/** The kind of member record that `@OnEvent` writes. */
const EVENT_MEMBER = "event";

const mark = new ClassMark<true>("event-listener");

/** A class of `@OnEvent` methods, given to `eventListeners(…)` of a runtime; its constructor may inject what it needs. */
export const EventListener: ClassDecoratorOf & (() => ClassDecoratorOf) = classDecorator((target) => {
  mark.write(target, true);
});

/** True for a class marked with `@EventListener`, or for a subclass of one. */
export function isEventListener(type: object): boolean {
  return mark.read(type) === true;
}

/** The method is given every event of the class and its subclasses; several may stand on one method. What it throws or rejects with goes to `events.errors`. */
export function OnEvent<E extends BoathookEvent>(type: EventClass<E>): MethodDecoratorOf<(event: E) => unknown> {
  if (typeof type !== "function") {
    throw new HookRegistrationError(
      `@OnEvent takes a class of events, such as TaskCompletedEvent, and ${describeValue(type)} came. A class that is undefined here was imported in a circle, or as a type only.`,
      { point: "OnEvent", hook: "@OnEvent" },
    );
  }
  return methodDecorator<(event: E) => unknown>("OnEvent", { kind: EVENT_MEMBER, data: type });
}

/** The `@OnEvent` methods of a class and what each listens to, parents first. */
export function eventMembersOf(type: object): readonly { readonly name: string | symbol; readonly type: EventClass }[] {
  return membersOf(type).flatMap(
    ({ name, records }) =>
      records
        .filter((record) => record.kind === EVENT_MEMBER)
        .map((record) => ({ name, type: record.data as EventClass })), // written by our decorator only
  );
}
