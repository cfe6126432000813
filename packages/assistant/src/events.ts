import { defineEvent, registerEvents } from "@boathook/kernel";

interface AboutTurn {
  readonly conversationId: string;
  readonly turnId: string;
}

/** A session was opened on a conversation. */
export class SessionStartedEvent extends defineEvent("session_started")<{
  readonly conversationId: string;
  readonly source: string;
}>() {}

/** A session was closed. */
export class SessionEndedEvent extends defineEvent("session_ended")<{
  readonly conversationId: string;
  readonly reason: string;
}>() {}

/** A message of a person is being answered. */
export class TurnStartedEvent extends defineEvent("turn_started")<AboutTurn & { readonly text: string }>() {}

/** It was answered, or hooks had it left out (`status` "skipped"). What it gave is on disk. */
export class TurnCompletedEvent extends defineEvent("turn_completed")<
  AboutTurn & { readonly status: "ok" | "skipped"; readonly text: string }
>() {}

/** It could not be answered. */
export class TurnFailedEvent extends defineEvent("turn_failed")<AboutTurn & { readonly error: unknown }>() {}

/** The older part of a conversation was replaced by a summary. */
export class ConversationCompactedEvent extends defineEvent("conversation_compacted")<{
  readonly conversationId: string;
  readonly turns: number;
  readonly summary: string;
}>() {}

/** An assistant works by a changed profile from now on. */
export class ProfileReloadedEvent extends defineEvent("profile_reloaded")<{ readonly file: string }>() {}

/** A changed profile was refused; the last good one stays in force. */
export class ProfileRejectedEvent extends defineEvent("profile_rejected")<{
  readonly file: string;
  readonly error: unknown;
}>() {}

registerEvents(
  SessionStartedEvent,
  SessionEndedEvent,
  TurnStartedEvent,
  TurnCompletedEvent,
  TurnFailedEvent,
  ConversationCompactedEvent,
  ProfileReloadedEvent,
  ProfileRejectedEvent,
);
