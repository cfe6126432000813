import { HookRegistrationError } from "../errors.ts";
import { CompiledHook, type HookDefinition } from "../registration/definition.ts";
import { classDecorator, ClassMark, type ClassDecoratorOf } from "./class-decorator.ts";
import { membersOf } from "./members.ts";
import { HOOK_MEMBER, type HookMember } from "./on.ts";

const mark = new ClassMark<true>("hook-provider");

/** A class of hook methods, given to `runtime.hooks.provide`; its constructor may inject what it needs. */
export const HookProvider: ClassDecoratorOf & (() => ClassDecoratorOf) = classDecorator((target) => {
  mark.write(target, true);
});

/** True for a class marked with `@HookProvider`. */
export function isHookProvider(type: object): boolean {
  return mark.read(type) === true;
}

/** What the hook decorators of a class wrote down, parents first. */
export function hookMembersOf(
  type: object,
): readonly { readonly name: string | symbol; readonly member: HookMember }[] {
  return membersOf(type).flatMap(({ name, records }) =>
    records
      .filter((record) => record.kind === HOOK_MEMBER)
      .map((record) => ({ name, member: record.data as HookMember })),
  );
}

/** The decorated methods of an object as hooks bound to it, in order of definition. Symbols and `_private`-looking names count. */
export function hooksOfInstance(instance: object): readonly HookDefinition[] {
  const type = instance.constructor;
  return hookMembersOf(type).map(({ name, member }) => {
    const method: unknown = Reflect.get(instance, name);
    const label = `${type.name}.${String(name)}`;
    if (typeof method !== "function") {
      throw new HookRegistrationError(`${label} carries a hook decorator but is no method on this object.`, {
        point: member.point,
        hook: label,
      });
    }
    const bound: unknown = method.bind(instance);
    Object.defineProperty(bound, "name", { value: label }); // it may become the source of an abort
    const { point, filters, file } = member;
    return new CompiledHook({ point, filters, hook: bound, name: label, file });
  });
}
