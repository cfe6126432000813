import { serviceKey } from "@boathook/kernel";

/** What is measured beside the plain course of a dispatch. */
export interface HookTelemetry {
  /** True: edits in place count as modified. Costs a JSON copy of the watched value per dispatch that somebody subscribes to. Default false. */
  readonly detectMutations: boolean;
}

/** The telemetry options of the current runtime. */
export const TelemetryService = serviceKey<HookTelemetry>("HookTelemetry", () => ({ detectMutations: false }));
