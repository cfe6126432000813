import { BoathookError } from "@boathook/kernel";

/** What went wrong with an assistant; also the error's code. */
export type AssistantProblem =
  "assistant_closed" | "session_closed" | "session_refused" | "conversation_busy" | "unknown_automation";

/** An assistant or one of its sessions cannot do what it was asked to. */
export class AssistantError extends BoathookError {
  constructor(code: AssistantProblem, message: string, options: { cause?: unknown } = {}) {
    super(message, { code, ...options });
  }

  static override is(value: unknown): value is AssistantError {
    return value instanceof AssistantError;
  }
}
