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

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? a.length;
}
