import "reflect-metadata";

/** Any class, also an abstract one. */
export type AnyClass<T = object> = abstract new (...args: never[]) => T;

/** Stands on a class in legacy and in standard mode. */
export interface ClassDecoratorOf {
  <T extends AnyClass>(value: T, context: ClassDecoratorContext<T>): void;
  (target: AnyClass): void;
}

/** A class decorator that stands with and without parentheses; `write` is told of the class and of the options, `{}` when there are none. */
export function classDecorator(
  write: (target: AnyClass, options: unknown) => void,
): ClassDecoratorOf & ((options?: unknown) => ClassDecoratorOf) {
  const decorator = (first?: unknown): unknown => {
    if (typeof first === "function") {
      write(first as AnyClass, {}); // only classes are functions here
      return undefined;
    }
    return (target: AnyClass) => {
      write(target, first ?? {});
    };
  };
  return decorator as ClassDecoratorOf & ((options?: unknown) => ClassDecoratorOf); // both ways it is called, in both modes
}

/** A mark with data that a class decorator leaves on the class itself; subclasses inherit it. */
export class ClassMark<T> {
  readonly #key: symbol;

  constructor(name: string) {
    this.#key = Symbol.for(`boathook:${name}`);
  }

  write(target: object, data: T): void {
    Reflect.defineMetadata(this.#key, data, target);
  }

  read(target: object): T | undefined {
    return Reflect.getMetadata(this.#key, target) as T | undefined; // only written by `write`
  }
}
