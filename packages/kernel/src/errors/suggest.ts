/** `did you mean "x"?` for the nearest known name, or the list of known names when none is near; nothing when there are none. */
export function suggestName(given: string, known: Iterable<string>): string | undefined {
  const names = [...known];
  if (names.length === 0) return undefined;
  const ranked = names.map((name) => ({ name, distance: editDistance(fold(given), fold(name)) }));
  ranked.sort((a, b) => a.distance - b.distance);
  const [best] = ranked;
  if (best !== undefined && best.distance <= Math.max(1, Math.floor(given.length / 3)))
    return `did you mean "${best.name}"?`;
  const shown = names
    .slice(0, 12)
    .map((name) => `"${name}"`)
    .join(", ");
  return `known: ${shown}${names.length > 12 ? ", …" : ""}`;
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[_\s-]+/g, "");
}

/** How many letters were added, lost, replaced, or swapped with their neighbour. */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cell = (back: number, left: number): number => (back === 0 ? row : rows[i - back])?.[j - left] ?? Infinity;
      const replaced = cell(1, 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(Math.min(replaced, isSwapped ? cell(2, 2) + 1 : Infinity, cell(1, 0) + 1, cell(0, 1) + 1));
    }
    rows.push(row);
  }
  return rows.at(-1)?.at(-1) ?? a.length;
}
