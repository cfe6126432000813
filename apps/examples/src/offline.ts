import type { ModelRequest } from "boathook";

/** All that a task's agent was asked, as one text. */
export function asked(request: ModelRequest): string {
  return textsOf(request, "user").join("\n\n");
}

/** Who is asked: the beginning of the system message. */
export function isAskedOf(request: ModelRequest, role: string): boolean {
  return textsOf(request, "system").some((text) => text.startsWith(`You are ${role}.`));
}

/** What tools have answered so far, in order. */
export function toolResults(request: ModelRequest): readonly string[] {
  return textsOf(request, "tool");
}

/** What stands after a label up to the end of the line; "" where it is not there. */
export function lineAfter(text: string, label: string): string {
  const start = text.indexOf(label);
  return start < 0 ? "" : (text.slice(start + label.length).split("\n", 1)[0] ?? "").trim();
}

function textsOf(request: ModelRequest, role: string): string[] {
  return request.messages
    .filter((message) => message.role === role)
    .map(({ content }) => (typeof content === "string" ? content : ""));
}
