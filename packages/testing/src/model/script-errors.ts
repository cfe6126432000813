import { BoathookError } from "@boathook/kernel";
import type { ModelRequest } from "@boathook/models";

/** A scripted model was asked more often than its script has replies. */
export class ScriptExhaustedError extends BoathookError {
  constructor(modelId: string, replies: number, request: ModelRequest) {
    super(
      `The scripted model "${modelId}" was asked for reply ${replies + 1}, but its script has ${amount(replies)}. ` +
        `${lastMessage(request)} Add a reply, or find out why the model was asked once more.`,
      { code: "script_exhausted" },
    );
  }

  static override is(value: unknown): value is ScriptExhaustedError {
    return BoathookError.is(value) && value.code === "script_exhausted";
  }
}

/** A script was not played as it was written: replies are left over, or more were asked for than there are. */
export class ScriptIncompleteError extends BoathookError {
  constructor(modelId: string, replies: number, requests: number) {
    super(
      `The scripted model "${modelId}" has ${amount(replies)} and was asked ${requests === 1 ? "once" : `${requests} times`}: ` +
        (requests < replies
          ? `the replies from number ${requests + 1} on were never given.`
          : "the last requests found no reply."),
      { code: "script_incomplete" },
    );
  }

  static override is(value: unknown): value is ScriptIncompleteError {
    return BoathookError.is(value) && value.code === "script_incomplete";
  }
}

function amount(replies: number): string {
  return replies === 1 ? "1 reply" : `${replies} replies`;
}

function lastMessage(request: ModelRequest): string {
  const last = request.messages.at(-1);
  if (last === undefined) return "The request had no messages.";
  const text = typeof last.content === "string" ? last.content : JSON.stringify(last.content);
  return `The last message was of the ${last.role}: ${JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text)}.`;
}
