import type { ModelRequest } from "@boathook/models";

/** A plain request: one user message, no tools. */
export function request(messages: string | ModelRequest["messages"] = "hello"): ModelRequest {
  return {
    messages: typeof messages === "string" ? [{ role: "user", content: messages }] : messages,
    tools: [],
    toolChoice: "auto",
    outputSchema: undefined,
    signal: new AbortController().signal,
  };
}

/** What the work throws. */
export function caught(work: () => unknown): unknown {
  try {
    return work();
  } catch (thrown) {
    return thrown;
  }
}
