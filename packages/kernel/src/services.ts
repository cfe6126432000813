/** Names a replaceable service and says what serves when nobody replaced it. */
export interface ServiceKey<T> {
  readonly name: string;
  readonly makeDefault: () => T;
}

/** Where the services of a runtime come from; a runtime fills it from its container. */
export interface ServiceSource {
  get<T>(key: ServiceKey<T>): T;
}

/** Declares a service. The default is made on first use and shared by the whole process. */
export function serviceKey<T>(name: string, makeDefault: () => T): ServiceKey<T> {
  return { name, makeDefault };
}

const defaults = new Map<ServiceKey<unknown>, unknown>();

/** The process-wide defaults: what serves whoever made no runtime. */
export const defaultServices: ServiceSource = {
  get<T>(key: ServiceKey<T>): T {
    if (!defaults.has(key)) defaults.set(key, key.makeDefault());
    return defaults.get(key) as T; // stored under its own key one line above
  },
};
