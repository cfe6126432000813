export {
  kickoffOptionsShape,
  readKickoffOptions,
  type KickoffOptions,
  type KickoffOptions as RunOptions,
} from "./run/kickoff-options.ts";
export type { RunStream, StreamFrame } from "./run/run-stream.ts";
export type { ScopedHooks } from "./run/run-scopes.ts";
export { withRun, type Run, type RunSetup } from "./run/with-run.ts";
