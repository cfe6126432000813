// Section 2. Errors of the public API sheet, as it is documented there. See api-sheet.test.ts for how it is used.
/* eslint-disable @typescript-eslint/no-namespace -- one namespace in several files: the sections speak of one another */
declare global {
  namespace Sheet {
    export interface Fault {
      readonly message: string;
      readonly path: string;
      readonly file?: string;
      readonly line?: number;
      readonly column?: number;
      readonly suggestion?: string;
    }
    namespace Shapes {
      export class BoathookError extends Error {
        readonly code: string;
        static is(value: unknown): value is BoathookError;
        toJSON(): unknown;
      }
      export class HookAborted extends BoathookError {
        constructor(reason: string, source?: unknown, options?: { cause?: unknown });
        readonly reason: string;
        source: unknown;
      }
      export class LlmCallBlockedError extends HookAborted {}
      export class HumanInputUnavailableError extends HookAborted {}
      export class ConfigurationError extends BoathookError {
        readonly faults: readonly Fault[];
      }
      export class ToolFailure {
        constructor(options: {
          message: string;
          reason?: string;
          code?: string;
          retryable?: boolean;
          details?: unknown;
        });
        readonly message: string;
        readonly reason: string;
      }
    }
  }
}
