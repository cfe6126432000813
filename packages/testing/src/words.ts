/** The pieces in which a text is streamed: one word each, with the space before it; together they are the text. */
export function wordsOf(text: string): readonly string[] {
  return text.match(/\s*\S+(?:\s+$)?/g) ?? (text === "" ? [] : [text]);
}
