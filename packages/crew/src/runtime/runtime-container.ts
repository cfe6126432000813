import {
  Container,
  type BindingIdentifier,
  type BindToFluentSyntax,
  type ContainerModule,
  type ServiceIdentifier,
} from "inversify";

interface Override {
  readonly value: unknown;
}

/**
 * A runtime's container. What anybody binds lies in a container below it; the top layer holds only what `override` put there, so that taking
 * an override back leaves the binding under it exactly as it was.
 */
export class RuntimeContainer extends Container {
  readonly #base: Container;
  readonly #changed: () => void;
  readonly #overrides = new Map<ServiceIdentifier, Override[]>();

  /** `changed` is called whenever a binding may have changed. */
  constructor(parent: Container | undefined, changed: () => void) {
    const base = new Container(parent === undefined ? {} : { parent });
    super({ parent: base });
    this.#base = base;
    this.#changed = changed;
  }

  /** Binds a value on top of whatever is bound; gives the undo. Overrides of one token may be taken back in any order. */
  override<T>(token: ServiceIdentifier<T>, value: T): () => void {
    const override: Override = { value };
    const stack = this.#overrides.get(token) ?? [];
    this.#overrides.set(token, stack);
    stack.push(override);
    this.#show(token, stack);
    return () => {
      const index = stack.indexOf(override);
      if (index < 0) return;
      stack.splice(index, 1);
      this.#show(token, stack);
    };
  }

  override bind<T>(token: ServiceIdentifier<T>): BindToFluentSyntax<T> {
    this.#changed();
    return this.#base.bind(token);
  }

  override rebind<T>(token: ServiceIdentifier<T>): BindToFluentSyntax<T> {
    this.#changed();
    return this.#base.rebind(token);
  }

  override rebindAsync<T>(token: ServiceIdentifier<T>): Promise<BindToFluentSyntax<T>> {
    this.#changed();
    return this.#base.rebindAsync(token);
  }

  override unbind(token: BindingIdentifier | ServiceIdentifier): void {
    this.#changed();
    this.#base.unbind(token);
  }

  override unbindAsync(token: BindingIdentifier | ServiceIdentifier): Promise<void> {
    this.#changed();
    return this.#base.unbindAsync(token);
  }

  override unbindAll(): void {
    this.#changed();
    this.#base.unbindAll();
  }

  override load(...modules: ContainerModule[]): void {
    this.#changed();
    this.#base.load(...modules);
  }

  override async loadAsync(...modules: ContainerModule[]): Promise<void> {
    await this.#base.loadAsync(...modules);
    this.#changed();
  }

  override isCurrentBound(...args: Parameters<Container["isCurrentBound"]>): boolean {
    return super.isCurrentBound(...args) || this.#base.isCurrentBound(...args);
  }

  #show(token: ServiceIdentifier, stack: readonly Override[]): void {
    this.#changed();
    if (super.isCurrentBound(token)) super.unbind(token);
    const top = stack.at(-1);
    if (top !== undefined) super.bind(token).toConstantValue(top.value);
  }
}
