/** The beginning of a text, at most `length` characters; never ends in half a character. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const unit = text.charCodeAt(length - 1);
  return text.slice(0, unit >= 0xd800 && unit <= 0xdbff ? length - 1 : length);
}
