import { DurableEngineService, type DurableEngine } from "@boathook/flow";
import { HumanInputService, type HumanInput, type Inputs } from "@boathook/hooks";
import {
  ClockService,
  IdGeneratorService,
  LoggerService,
  type Clock,
  type Logger,
  type ServiceKey,
} from "@boathook/kernel";
import { ModelResolverService, type ModelResolver } from "@boathook/models";
import { ToolCacheService, type ToolCache } from "@boathook/tools";
import type { ServiceIdentifier } from "inversify";

/** Under this token a runtime's container holds the service; every service can be rebound that way. */
export function serviceToken<T>(key: ServiceKey<T>): ServiceIdentifier<T> {
  return Symbol.for(`boathook:service:${key.name}`);
}

/** What a runtime's container holds from the start, to be injected or rebound. */
export const Tokens: {
  readonly Logger: ServiceIdentifier<Logger>;
  readonly HumanInput: ServiceIdentifier<HumanInput>;
  readonly Clock: ServiceIdentifier<Clock>;
  readonly IdGenerator: ServiceIdentifier<() => string>;
  readonly ModelResolver: ServiceIdentifier<ModelResolver>;
  readonly DurableEngine: ServiceIdentifier<DurableEngine>;
  readonly ToolCache: ServiceIdentifier<ToolCache>;
} = {
  Logger: serviceToken(LoggerService),
  HumanInput: serviceToken(HumanInputService),
  Clock: serviceToken(ClockService),
  IdGenerator: serviceToken(IdGeneratorService),
  ModelResolver: serviceToken(ModelResolverService),
  DurableEngine: serviceToken(DurableEngineService),
  ToolCache: serviceToken(ToolCacheService),
};

/** What the container of one outermost run holds beside everything of its runtime's; hook providers may inject it. */
export const RunTokens: {
  readonly ExecutionId: ServiceIdentifier<string>;
  /** As kickoff was given them, before any hook. */
  readonly Inputs: ServiceIdentifier<Inputs>;
  /** Aborts when the run is cancelled. */
  readonly Signal: ServiceIdentifier<AbortSignal>;
} = {
  ExecutionId: Symbol.for("boathook:run:ExecutionId"),
  Inputs: Symbol.for("boathook:run:Inputs"),
  Signal: Symbol.for("boathook:run:Signal"),
};
