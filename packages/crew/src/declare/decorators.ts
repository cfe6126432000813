import {
  isDecoratorCall,
  methodDecorator,
  type Inputs,
  type MaybePromise,
  type MethodDecoratorOf,
} from "@boathook/hooks";
import { ConfigurationError } from "@boathook/kernel";
import type { ModelSource } from "@boathook/models";
import type { Tool } from "@boathook/tools";

import type { Agent } from "../agent/agent.ts";
import type { Crew } from "../crew/crew.ts";
import type { CrewOutput } from "../output/crew-output.ts";
import type { Task } from "../task/task.ts";

/** What a factory method gives. */
export type FactoryKind = "agent" | "task" | "crew" | "tool" | "llm";

/** The kinds of member records that the decorators of crew classes write. */
export const FACTORY_MEMBER = "crew-factory";
export const CALLBACK_MEMBER = "crew-callback";

/** What a factory decorator wrote down. */
export interface FactoryMember {
  readonly decorator: string;
  readonly kind: FactoryKind;
}

/** When a callback method is called. */
export type CallbackMember = "before" | "after";

/** Marks a method that makes a `T`, at once or later; it is called once per object of the class. */
export interface FactoryDecorator<T> extends MethodDecoratorOf<() => MaybePromise<T>> {
  (): MethodDecoratorOf<() => MaybePromise<T>>;
}

/** Marks a method that is called around a kickoff. */
export interface CallbackDecorator<M extends (...args: never[]) => unknown> extends MethodDecoratorOf<M> {
  (): MethodDecoratorOf<M>;
}

/** The method makes an agent of the crew. */
export const DefineAgent: FactoryDecorator<Agent> = factory("DefineAgent", "agent");
/** The method makes a task of the crew; a task without a name takes the method's. */
export const DefineTask: FactoryDecorator<Task> = factory("DefineTask", "task");
/** The method makes the crew from `this.agents` and `this.tasks`; without one it is a sequential crew of both. */
export const DefineCrew: FactoryDecorator<Crew> = factory("DefineCrew", "crew");
/** The method makes a tool that YAML files name. */
export const DefineTool: FactoryDecorator<Tool> = factory("DefineTool", "tool");
/** The method gives a model that YAML files name. */
export const DefineLlm: FactoryDecorator<ModelSource> = factory("DefineLlm", "llm");

/** The method may change the inputs of a kickoff, before INPUT hooks; nothing returned passes on what it was given. */
export const BeforeKickoff = callback<(inputs: Inputs) => MaybePromise<Inputs | void>>("BeforeKickoff", "before");
/** The method may change the output of a kickoff, before OUTPUT hooks; nothing returned passes on what it was given. */
export const AfterKickoff = callback<(output: CrewOutput) => MaybePromise<CrewOutput | void>>("AfterKickoff", "after");

function factory<T>(decorator: string, kind: FactoryKind): FactoryDecorator<T> {
  const data: FactoryMember = { decorator, kind };
  return bareOrCalled<() => MaybePromise<T>>(decorator, { kind: FACTORY_MEMBER, data });
}

function callback<M extends (...args: never[]) => unknown>(
  decorator: string,
  data: CallbackMember,
): CallbackDecorator<M> {
  return bareOrCalled<M>(decorator, { kind: CALLBACK_MEMBER, data });
}

/** A decorator without arguments, which stands with and without parentheses. */
function bareOrCalled<M extends (...args: never[]) => unknown>(
  label: string,
  record: { readonly kind: string; readonly data: unknown },
): CallbackDecorator<M> {
  const apply = methodDecorator<M>(label, record);
  const decorator = (...args: readonly unknown[]): unknown => {
    if (isDecoratorCall(args)) {
      (apply as (...applied: readonly unknown[]) => void)(...args); // applied bare, in either mode
      return undefined;
    }
    if (args.length === 0) return apply;
    throw new ConfigurationError(
      [{ path: "", message: "it takes no arguments: the method itself says what it makes" }],
      {
        subject: `decorator @${label}`,
      },
    );
  };
  return decorator as CallbackDecorator<M>; // the interface lists both ways it is called
}
