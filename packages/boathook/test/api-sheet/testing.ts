// Section 10. Testing of the public API sheet, as it is documented there. See api-sheet.test.ts for how it is used.
/* eslint-disable @typescript-eslint/no-namespace -- one namespace in several files: the sections speak of one another */
import type { BoathookEvent } from "boathook";

declare global {
  namespace Sheet {
    export type ScriptedReply =
      | string
      | Error
      | {
          text?: string | undefined;
          toolCalls?:
            | readonly {
                name: string;
                input?: Record<string, unknown> | string | undefined;
                id?: string | undefined;
              }[]
            | undefined;
          usage?: { [K in keyof TokenUsage]?: TokenUsage[K] | undefined } | undefined;
          delayMs?: number | undefined;
          finishReason?: LlmResponse["finishReason"] | undefined;
        }
      | ((request: ModelRequest, index: number) => MaybePromise<ScriptedReply>);
    export function callTool(name: string, input?: Record<string, unknown>): ScriptedReply;
    export function recordEvents(source?: EventStreams): {
      readonly events: readonly BoathookEvent[];
      types(): string[];
      of<E extends BoathookEvent>(type: EventClass<E>): E[];
      trail(): string[];
      stop(): void;
    };
    // trail: hook events appear as their point
    export function probeHooks(...points: (keyof HookPoints)[]): {
      readonly calls: readonly { point: string; context: unknown }[];
      stop(): void;
    };
    export function dispatchTo<P extends keyof HookPoints>(
      point: P,
      context: Partial<HookPoints[P]["context"]>,
    ): Promise<HookPoints[P]["context"]>;
    namespace Shapes {
      /** Replies in order (or one function for all); past the end it throws. Streams word by word. `supportsTools: false`: text mode. */
      export class ScriptedModel extends BaseLlm {
        constructor(options: {
          replies: readonly ScriptedReply[] | ((request: ModelRequest, index: number) => MaybePromise<ScriptedReply>);
          modelId?: string | undefined;
          supportsTools?: boolean | undefined;
        });
        readonly modelId: string;
        readonly requests: readonly ModelRequest[];
        generate(request: ModelRequest): Promise<LlmResponse>;
        assertComplete(): void;
      }
    }
  }
}
