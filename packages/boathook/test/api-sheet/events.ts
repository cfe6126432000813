// Section 9. Events of the public API sheet, as it is documented there. See api-sheet.test.ts for how it is used.
/* eslint-disable @typescript-eslint/no-namespace -- one namespace in several files: the sections speak of one another */
import type { Observable } from "rxjs";
import type { BoathookEvent } from "boathook";
declare global {
  namespace Sheet {
    export type EventClass<E extends BoathookEvent = BoathookEvent> = abstract new (...args: never[]) => E;
    export interface EventStreams {
      on<E extends BoathookEvent>(type: EventClass<E>): Observable<E>;
      readonly all: Observable<BoathookEvent>;
      readonly errors: Observable<{ error: unknown; event: BoathookEvent | undefined }>;
      flush(signal?: AbortSignal): Promise<void>;
    }
    /** Every event of the process; `runtime.events`, `crew.events`, `flow.events` are parts of it. */
    export const events: EventStreams;
    export function eventFromJson(value: unknown): BoathookEvent;
    namespace Shapes {
      export class BoathookEvent {
        readonly type: string;
        readonly id: string;
        readonly timestamp: number; /* ms since 1970 */
        readonly sequence: number;
        readonly executionId: string;
        readonly parentId: string | undefined;
        readonly previousId: string | undefined;
        readonly startedEventId: string | undefined;
        readonly crewName: string | undefined;
        readonly flowName: string | undefined;
        readonly taskName: string | undefined;
        readonly agentRole: string | undefined;
        readonly taskId: string | undefined;
        readonly agentId: string | undefined;
        readonly isReplay: boolean;
        toJSON(): Record<string, unknown>;
      }
      export class HookDispatchedEvent extends BoathookEvent {
        readonly type: "hook_dispatched";
        readonly interceptionPoint: string;
        readonly outcome: "proceeded" | "modified" | "aborted" | "skipped";
        readonly hookCount: number;
        readonly durationMs: number;
        readonly abortReason: string | undefined;
        readonly abortSource: string | undefined;
        readonly swallowedErrors: readonly { readonly hook: string; readonly message: string }[];
        readonly dialect: "interception" | "lifecycle" | "skill" | "task" | "subagent";
        readonly kind: string | undefined;
        readonly stepName: string | undefined;
        readonly toolName: string | undefined;
      }
      export class TaskCompletedEvent extends BoathookEvent {
        readonly type: "task_completed";
        readonly output: TaskOutput;
      }
    }
  }
}
