import { ScriptedModel } from "@boathook/testing";

const KNOWN = "From the documents at hand:";
const REMEMBERED = "What is remembered of earlier conversations:";

/** Answers as a model would that only repeats what it is shown: the note that fits best, else what is remembered. */
export function offlineAssistant(): ScriptedModel {
  return new ScriptedModel({
    modelId: "offline-assistant",
    replies: ({ messages }) => {
      const { content = "" } = messages.at(-1) ?? {};
      const paragraphs = (typeof content === "string" ? content : "").split(/\n\n(?:Context:\n)?/);
      const [question = "", ...notes] = paragraphs;
      return best(
        notes.filter((text) => text !== KNOWN && !text.startsWith(REMEMBERED)),
        question,
      );
    },
  });
}

function best(notes: readonly string[], question: string): string {
  const wanted = wordsIn(question);
  const score = (text: string): number => [...wordsIn(text)].filter((word) => wanted.has(word)).length;
  const [first] = notes.toSorted((a, b) => score(b) - score(a));
  return first === undefined || score(first) === 0 ? "I do not know." : first;
}

function wordsIn(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[a-z]{4,}/g));
}
