import { serviceKey } from "@boathook/kernel";

/** A live view on the terminal; it stands still while a person is asked there. */
export interface ProgressDisplay {
  pause(): void;
  resume(): void;
}

/** The live view of the current runtime; by default there is none. */
export const ProgressDisplayService = serviceKey<ProgressDisplay>("ProgressDisplay", () => ({
  pause: () => undefined,
  resume: () => undefined,
}));
