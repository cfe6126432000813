import type { DurableEngine, Flow } from "@boathook/flow";
import type { AnyClass, HookListing, HookRegistration, HumanInput, MaybePromise, OnFunction } from "@boathook/hooks";
import type { EventStreams, Logger, RuntimeHandle } from "@boathook/kernel";
import type { ModelSource } from "@boathook/models";
import type { Container, ServiceIdentifier } from "inversify";

import type { Crew } from "../crew/crew.ts";
import type { CrewDefinition } from "../declare/define-crew.ts";

/** An extension of a runtime: a dialect of hooks, a store, an exporter. */
export interface RuntimePlugin {
  readonly name: string;
  /** Called once, when the runtime is made; what it gives back is called when the runtime is closed. */
  install(runtime: Runtime): MaybePromise<(() => MaybePromise<void>) | void>;
}

/** What a runtime is made with. */
export interface RuntimeOptions {
  /** Installed in this order, uninstalled in the reverse one. */
  use?: readonly RuntimePlugin[] | undefined;
  /** The model of agents that name none. */
  llm?: ModelSource | undefined;
  /** Where runs are executed; closed by whoever made it. Default: in memory. */
  engine?: DurableEngine | undefined;
  logger?: Logger | undefined;
  humanInput?: HumanInput | undefined;
  /** Bindings of yours: what the runtime's own container does not hold is looked for here. It is never written to. */
  container?: Container | undefined;
  telemetry?: { detectMutations?: boolean | undefined } | undefined;
  /** False: hooks registered with `on()` do not run here. Default true. */
  processHooks?: boolean | undefined;
}

/** The hooks of one runtime: they hold for every run on it. */
export interface RuntimeHooks {
  readonly on: OnFunction;
  /** Registers the hook methods of a class; every outermost run has an object of its own, made by the container on first use. */
  provide(provider: new (...args: never[]) => object): HookRegistration;
  /** Every hook that a kickoff of the crew or flow would meet, point by point, in order. */
  explain(target: Crew | Flow<object>): readonly HookListing[];
  /** Takes every hook of this runtime out; the process's and the crews' stay. */
  clear(): void;
}

/** Where crews and flows are made and run: a container, its services, hooks and events. */
export interface Runtime extends AsyncDisposable, RuntimeHandle {
  readonly container: Container;
  /** Every event of the runs on this runtime. */
  readonly events: EventStreams;
  readonly hooks: RuntimeHooks;
  /** A new crew of a crew class or definition, on this runtime. */
  crew(target: AnyClass | CrewDefinition): Promise<Crew>;
  /** A new object of a flow class, on this runtime. */
  flow<F extends Flow<object>>(target: AnyClass<F>): Promise<F>;
  /** Binds a value on top of what is bound; gives the undo. */
  rebind<T>(token: ServiceIdentifier<T>, value: T): () => void;
  /** Waits for work in the background (at most `timeoutMs` milliseconds; no limit by default) and for asynchronous subscribers (30 s by default), uninstalls plugins, closes the engine it made. Tries everything; all failures are one `RuntimeCloseError`. */
  close(options?: { timeoutMs?: number | undefined }): Promise<void>;
}
