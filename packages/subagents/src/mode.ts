/** How a subagent stands to whoever asked for it. */
export const ExecutionMode = {
  /** Knows nothing but its task; whoever asked waits. */
  SYNC: "sync",
  /** Knows what was said in the conversation of whoever asked; that one waits. */
  FORK: "fork",
  /** Works beside whoever asked, who can send messages, wait, or cancel. */
  TEAMMATE: "teammate",
} as const;
export type ExecutionMode = (typeof ExecutionMode)[keyof typeof ExecutionMode];
