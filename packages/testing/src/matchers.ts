import type { HookPoints } from "@boathook/hooks";
import type {} from "expect";

import { toHaveDispatched, type Dispatches, type DispatchedWhat } from "./matchers/to-have-dispatched.ts";
import { runnerGlobal } from "./runner/runner-globals.ts";

declare module "expect" {
  interface Matchers<R extends void | Promise<void>, T> {
    /** The recorder, or list of events, holds a dispatch to hooks of this point, with this outcome if one is named. */
    toHaveDispatched(
      ...asked: T extends Dispatches ? [point: keyof HookPoints, what?: DispatchedWhat] : [never, OnlyOnEvents]
    ): R;
  }
}

/** What the compiler shows where the matcher is asked about something else. */
type OnlyOnEvents = "toHaveDispatched looks at a recorder or a list of events";

// Loading this module is enough: `import "@boathook/testing/matchers"` in a test file, or in a set-up file for all of them.
(await runnerGlobal("expect")).extend({ toHaveDispatched });
