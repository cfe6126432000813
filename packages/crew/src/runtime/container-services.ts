import type { ServiceKey, ServiceSource } from "@boathook/kernel";

import type { RuntimeContainer } from "./runtime-container.ts";
import { serviceToken } from "./tokens.ts";

/** A runtime's services: what its container holds under their tokens, looked up once and again after every change of a binding. */
export class ContainerServices implements ServiceSource {
  readonly #container: RuntimeContainer;
  readonly #known = new Map<ServiceKey<unknown>, unknown>();

  constructor(container: RuntimeContainer) {
    this.#container = container;
  }

  get<T>(key: ServiceKey<T>): T {
    if (this.#known.has(key)) return this.#known.get(key) as T; // only written three lines below, under its own key
    this.bindDefault(key);
    const value = this.#container.get(serviceToken(key));
    this.#known.set(key, value);
    return value;
  }

  /** Binds the service's default, made on first use and this runtime's own, unless something is bound already. */
  bindDefault<T>(key: ServiceKey<T>, makeDefault: () => T = key.makeDefault): void {
    const token = serviceToken(key);
    if (!this.#container.isBound(token)) this.#container.bind(token).toDynamicValue(makeDefault).inSingletonScope();
  }

  /** Binds what serves from now on. */
  bindValue<T>(key: ServiceKey<T>, value: T): void {
    this.#container.bind(serviceToken(key)).toConstantValue(value);
  }

  /** Forgets what was looked up. */
  readonly forget = (): void => {
    this.#known.clear();
  };
}
