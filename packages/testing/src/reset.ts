import { clearAllHooks } from "@boathook/hooks";

import { runnerGlobal } from "./runner/runner-globals.ts";

// Loading this module is enough: `import "@boathook/testing/reset"` in a test file, or in a set-up file for all of them.
const [beforeEach, afterEach] = await Promise.all([runnerGlobal("beforeEach"), runnerGlobal("afterEach")]);
beforeEach(clearAllHooks);
afterEach(clearAllHooks);
