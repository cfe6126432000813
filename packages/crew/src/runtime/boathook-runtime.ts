import { DurableEngineService, EmbeddedEngine, type DurableEngine, type Flow } from "@boathook/flow";
import { HookScope, HumanInputService, onFor, TelemetryService, type AnyClass } from "@boathook/hooks";
import {
  childFrame,
  ClockService,
  currentFrame,
  DetachedWorkService,
  errorMessage,
  EventChannel,
  ExecutionTimeoutError,
  IdGeneratorService,
  LoggerService,
  NEVER_ABORTED,
  processRuntimeHandle,
  readOptions,
  RUNTIME,
  runInFrame,
  setProcessRuntime,
  withDeadline,
  type EventStreams,
  type RuntimeParts,
  type ServiceKey,
} from "@boathook/kernel";
import { ModelResolverService } from "@boathook/models";
import { ToolCacheService } from "@boathook/tools";
import type { ServiceIdentifier } from "inversify";
import { z } from "zod";

import { DefaultModelService } from "../agent/default-model.ts";
import type { Crew } from "../crew/crew.ts";
import { buildCrew } from "../declare/build-crew.ts";
import type { CrewDefinition } from "../declare/define-crew.ts";
import { ContainerServices } from "./container-services.ts";
import { RuntimeCloseError, RuntimeClosedError } from "./errors.ts";
import { explainHooks } from "./explain-hooks.ts";
import { makeFlow } from "./make-flow.ts";
import { Plugins } from "./plugins.ts";
import { provideHooks } from "./provide-hooks.ts";
import { RunScopes } from "./run-scopes.ts";
import { RuntimeContainer } from "./runtime-container.ts";
import type { Runtime, RuntimeHooks, RuntimeOptions } from "./runtime.ts";

declare module "@boathook/kernel" {
  interface FrameSlots {
    /** The runtime whose plugins are being installed here. */
    readonly installing?: object | undefined;
  }
}

/** The one kind of runtime: made by `createRuntime`. */
export class BoathookRuntime implements Runtime {
  readonly container: RuntimeContainer;
  readonly events: EventStreams;
  readonly hooks: RuntimeHooks;
  readonly [RUNTIME]: RuntimeParts;
  readonly #services: ContainerServices;
  readonly #scope: HookScope;
  readonly #plugins = new Plugins();
  #ownEngine: DurableEngine | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: RuntimeOptions) {
    this.container = new RuntimeContainer(options.container, () => this.#services.forget());
    this.#services = new ContainerServices(this.container);
    this.#bindServices(options);
    const channel = new EventChannel((error) => {
      this.#services
        .get(LoggerService)
        .error({ error: errorMessage(error) }, "a subscriber of a runtime's events failed");
    });
    this.events = channel;
    this.#scope = new HookScope("runtime", undefined, { isolated: options.processHooks === false });
    this.hooks = this.#hooksOf(this.#scope);
    this[RUNTIME] = { services: this.#services, channel, hookScope: this.#scope, ready: () => this.#installed() };
    const installing = childFrame({ services: this.#services, installing: this });
    runInFrame(installing, () => {
      this.#plugins.install(options.use ?? [], this);
    });
  }

  get isClosed(): boolean {
    return this.#closing !== undefined;
  }

  async crew(target: AnyClass | CrewDefinition): Promise<Crew> {
    await this.#ready();
    return buildCrew(target, { container: this.container, runtime: this });
  }

  async flow<F extends Flow<object>>(target: AnyClass<F>): Promise<F> {
    await this.#ready();
    return this.#inside(() => makeFlow(target, { container: this.container, runtime: this }));
  }

  rebind<T>(token: ServiceIdentifier<T>, value: T): () => void {
    return this.container.override(token, value);
  }

  close(options: { timeoutMs?: number | undefined } = {}): Promise<void> {
    const { timeoutMs } = readOptions(closeOptions, options, { subject: "close options" });
    if (processRuntimeHandle() === this) setProcessRuntime(undefined);
    return (this.#closing ??= this.#close(timeoutMs));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #ready(): Promise<void> {
    if (this.isClosed) throw new RuntimeClosedError();
    await this.#plugins.ready();
  }

  /** What a run has to wait for; a run that a plugin starts while it is installed does not wait for that. */
  #installed(): Promise<void> | undefined {
    return currentFrame().installing === this ? undefined : this.#plugins.ready();
  }

  /** Runs `work` with this runtime's services, so that ids and log lines are its own. */
  #inside<T>(work: () => T): T {
    return runInFrame(childFrame({ services: this.#services }), work);
  }

  #bindServices(options: RuntimeOptions): void {
    const services = this.#services;
    const given = <T>(key: ServiceKey<T>, value: T | undefined): void => {
      if (value === undefined) services.bindDefault(key);
      else services.bindValue(key, value);
    };
    given(LoggerService, options.logger);
    given(HumanInputService, options.humanInput);
    if (options.engine === undefined)
      services.bindDefault(DurableEngineService, () => (this.#ownEngine = new EmbeddedEngine()));
    else services.bindValue(DurableEngineService, options.engine);
    given(DefaultModelService, options.llm === undefined ? undefined : { source: options.llm });
    const { detectMutations } = options.telemetry ?? {};
    given(TelemetryService, detectMutations === undefined ? undefined : { detectMutations });
    for (const key of PLAIN_SERVICES) services.bindDefault(key);
  }

  #hooksOf(scope: HookScope): RuntimeHooks {
    const runs = new RunScopes(this.container);
    return {
      on: onFor(scope.hooks),
      provide: (provider) => provideHooks(provider, scope, runs),
      explain: (target) => explainHooks(target, scope),
      clear: () => {
        scope.hooks.clearAll();
      },
    };
  }

  async #close(timeoutMs: number | undefined): Promise<void> {
    const failures: { what: string; error: unknown }[] = [];
    const attempt = async (what: string, work: () => unknown): Promise<void> => {
      try {
        await this.#inside(work);
      } catch (error) {
        failures.push({ what, error });
      }
    };
    await attempt("plugins", () => this.#plugins.ready());
    await attempt("work in the background", () => this.#drain(timeoutMs));
    await attempt("subscribers of events", () => this.#flush(timeoutMs));
    for (const { name, uninstall } of this.#plugins.uninstalls()) await attempt(`plugin "${name}"`, uninstall);
    await attempt("engine", () => this.#ownEngine?.close());
    // Its hooks stay: a run that is still under way must not lose a policy.
    if (failures.length > 0) throw new RuntimeCloseError(failures);
  }

  #drain(ms: number | undefined): Promise<void> {
    const timeoutError = (limitMs: number): Error => new ExecutionTimeoutError("Waiting for it", limitMs);
    const work = this.#services.get(DetachedWorkService);
    return withDeadline({ ms, signal: NEVER_ABORTED, timeoutError }, (signal) => work.drain(signal));
  }

  /** Limited in any case: a subscriber may be the one that closes the runtime, and would wait for itself. */
  #flush(ms: number = FLUSH_LIMIT_MS): Promise<void> {
    const timeoutError = (limitMs: number): Error => new ExecutionTimeoutError("Waiting for them", limitMs);
    return withDeadline({ ms, signal: NEVER_ABORTED, timeoutError }, (signal) => this.events.flush(signal));
  }
}

/** How long closing waits for asynchronous subscribers when nobody says otherwise, in milliseconds. */
const FLUSH_LIMIT_MS = 30_000;

const PLAIN_SERVICES: readonly ServiceKey<unknown>[] = [
  ClockService,
  IdGeneratorService,
  ModelResolverService,
  ToolCacheService,
  DetachedWorkService,
];

const closeOptions = z.strictObject({ timeoutMs: z.number().positive().optional() });
