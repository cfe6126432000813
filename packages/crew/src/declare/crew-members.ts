import { membersOf, type AnyClass } from "@boathook/hooks";
import { ConfigurationError, type Fault } from "@boathook/kernel";

import {
  CALLBACK_MEMBER,
  FACTORY_MEMBER,
  type CallbackMember,
  type FactoryKind,
  type FactoryMember,
} from "./decorators.ts";

/** What the decorators of a crew class and its parents say, in order of definition, parents first. */
export interface CrewMembers {
  readonly factories: readonly { readonly name: string | symbol; readonly kind: FactoryKind }[];
  readonly callbacks: readonly { readonly name: string | symbol; readonly when: CallbackMember }[];
}

/** Reads the members of a crew class. What cannot be meant is a `ConfigurationError`. */
export function crewMembersOf(type: AnyClass): CrewMembers {
  const members = membersOf(type).map(({ name, records }) => ({
    name,
    factories: records.flatMap((record) => (record.kind === FACTORY_MEMBER ? [record.data as FactoryMember] : [])), // what that kind holds
    callbacks: records.flatMap((record) => (record.kind === CALLBACK_MEMBER ? [record.data as CallbackMember] : [])), // what that kind holds
  }));
  const factories = members.flatMap(({ name, factories: found }) => found.map(({ kind }) => ({ name, kind })));
  const faults: Fault[] = members
    .filter(({ factories: found, callbacks }) => found.length + callbacks.length > 1)
    .map(({ name }) => ({
      path: String(name),
      message: "a method is one thing only: keep one of its Define… or …Kickoff decorators",
    }));
  const crews = factories.filter(({ kind }) => kind === "crew");
  if (crews.length > 1) {
    const names = crews.map(({ name }) => String(name)).join(", ");
    faults.push({ path: names, message: "a class declares one crew: keep one @DefineCrew" });
  }
  if (faults.length > 0) throw new ConfigurationError(faults, { subject: `crew class ${type.name}` });
  return { factories, callbacks: members.flatMap(({ name, callbacks }) => callbacks.map((when) => ({ name, when }))) };
}
