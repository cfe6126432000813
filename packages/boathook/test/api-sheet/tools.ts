// Section 4. Tools of the public API sheet, as it is documented there. See api-sheet.test.ts for how it is used.
/* eslint-disable @typescript-eslint/no-namespace -- one namespace in several files: the sections speak of one another */
import type { ToolFailure, Tool, Agent, Task } from "boathook";
declare global {
  namespace Sheet {
    export interface ToolContext {
      readonly signal: AbortSignal;
      readonly toolCallId: string;
      readonly idempotencyKey: string;
      readonly executionId: string;
      readonly agent: Agent | undefined;
      readonly task: Task | undefined;
      progress(message: string, data?: unknown): void;
    }
    export interface ToolOptions<I, O> {
      name: string;
      description: string;
      inputSchema: Schema<I>;
      outputSchema?: Schema<O> | undefined;
      execute(input: I, context: ToolContext): MaybePromise<O | ToolFailure>;
      resultAsAnswer?: boolean | undefined;
      maxUsageCount?: number | undefined;
      cache?: boolean | ((input: I, result: O) => boolean) | undefined;
      failurePolicy?: FailurePolicy | undefined;
      access?: "read" | "write" | undefined;
      timeoutMs?: number | undefined;
    }
    export type FailurePolicy = "ignore" | "warn" | "raise";
    // "warn"; the most specific of tool, task, agent, crew wins
    export function tool<I, O>(options: ToolOptions<I, O>): Tool<I, O>;
    namespace Shapes {
      /** The class form: a subclass sets the same fields and writes `execute`; the container can inject into it. */
      export abstract class Tool<I = unknown, O = unknown> {
        abstract readonly name: string;
        abstract readonly description: string;
        abstract readonly inputSchema: Schema<I>;
        abstract execute(input: I, context: ToolContext): MaybePromise<O | ToolFailure>;
        readonly resultAsAnswer?: boolean | undefined;
        readonly maxUsageCount?: number | undefined;
        readonly failurePolicy?: FailurePolicy | undefined;
      }
    }
  }
}
