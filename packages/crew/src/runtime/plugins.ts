import { errorMessage, isPromiseLike, log } from "@boathook/kernel";

import type { Runtime, RuntimePlugin } from "./runtime.ts";

interface Installed {
  readonly name: string;
  readonly uninstall: () => unknown;
}

/** The plugins of one runtime. */
export class Plugins {
  readonly #installed: Installed[] = [];
  #installing: Promise<void> | undefined;

  /** Installs them one after another, at once as long as none is asynchronous. When one throws, those before it are taken out again. */
  install(plugins: readonly RuntimePlugin[], runtime: Runtime): void {
    const installing = this.#installFrom(plugins, runtime, 0);
    if (installing === undefined) return;
    this.#installing = installing;
    installing.catch((error: unknown) => {
      log("error", { error: errorMessage(error) }, "a plugin could not be installed"); // `ready` rejects with it, too
    });
  }

  /** Undefined when all are installed; rejects when one could not be. */
  ready(): Promise<void> | undefined {
    return this.#installing;
  }

  /** What has to be called to take them out, last one first. */
  uninstalls(): readonly Installed[] {
    return this.#installed.splice(0).reverse();
  }

  #installFrom(plugins: readonly RuntimePlugin[], runtime: Runtime, from: number): Promise<void> | undefined {
    for (const [index, plugin] of plugins.entries()) {
      if (index < from) continue;
      const given = this.#undoOnThrow(() => plugin.install(runtime));
      if (isPromiseLike(given)) return this.#installRest(given, { plugins, runtime, index });
      this.#add(plugin, given);
    }
    return undefined;
  }

  async #installRest(
    given: PromiseLike<unknown>,
    { plugins, runtime, index }: { plugins: readonly RuntimePlugin[]; runtime: Runtime; index: number },
  ): Promise<void> {
    const plugin = plugins[index];
    try {
      const uninstall = await given;
      if (plugin !== undefined) this.#add(plugin, uninstall);
    } catch (error) {
      this.#undo();
      throw error;
    }
    await this.#installFrom(plugins, runtime, index + 1);
    this.#installing = undefined;
  }

  #add(plugin: RuntimePlugin, uninstall: unknown): void {
    if (typeof uninstall === "function")
      this.#installed.push({ name: plugin.name, uninstall: uninstall as () => unknown });
  }

  #undoOnThrow<T>(install: () => T): T {
    try {
      return install();
    } catch (error) {
      this.#undo();
      throw error;
    }
  }

  /** Nobody can wait here: what goes wrong is a log line. */
  #undo(): void {
    for (const { name, uninstall } of this.uninstalls()) {
      const report = (error: unknown): void => {
        log("error", { plugin: name, error: errorMessage(error) }, "a plugin could not be uninstalled");
      };
      try {
        const given = uninstall();
        if (isPromiseLike(given)) given.then(undefined, report);
      } catch (error) {
        report(error);
      }
    }
  }
}
