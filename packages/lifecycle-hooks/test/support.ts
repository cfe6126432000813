import type { Logger } from "@boathook/kernel";
import {
  HookResult,
  LifecycleRegistry,
  type HookManners,
  type LifecycleEvent,
  type LifecycleHandler,
  type RegistryOptions,
} from "@boathook/lifecycle-hooks";

/** A logger that keeps its lines. */
export function keepLog(): Logger & {
  readonly lines: { level: string; data: unknown; message: string | undefined }[];
} {
  const lines: { level: string; data: unknown; message: string | undefined }[] = [];
  const write = (level: string) => (data: object | string, message?: string) => {
    lines.push({ level, data, message });
  };
  return { lines, debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
}

/** A registry whose log lines are kept. */
export function makeRegistry(options: RegistryOptions = {}) {
  const logger = keepLog();
  return { registry: new LifecycleRegistry({ logger, ...options }), logger };
}

/** Registers handlers by id at one event, in this order. */
export function registerAll(
  registry: LifecycleRegistry,
  hooks: Readonly<Record<string, LifecycleHandler | ({ handler: LifecycleHandler } & HookManners)>>,
  event: LifecycleEvent = "pre_turn",
): void {
  for (const [id, given] of Object.entries(hooks)) {
    registry.register({ id, event, ...(typeof given === "function" ? { handler: given } : given) });
  }
}

export const { Continue, ContinueWith, Skip, Abort } = HookResult;

/** The parts of an outcome that say what happened. */
export function shown(outcome: Awaited<ReturnType<LifecycleRegistry["publish"]>>) {
  const { status, by, ran, notRun, problems } = outcome;
  return { status, by, ran, notRun, problems: problems.map(({ hook, kind }) => `${hook}: ${kind}`) };
}
