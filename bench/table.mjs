// A Markdown table of what measure.mjs gives.
const PER_CALL = { ns: 1, us: 1e3, ms: 1e6 };

export function table(results) {
  const rows = results.map(({ name, unit, p10, p50, ratio, aim, isMeasured }) => [
    name,
    isMeasured ? plain(p10, unit) : shown(p10, unit),
    isMeasured ? plain(p50, unit) : shown(p50, unit),
    ratio === undefined ? "" : `${ratio.toFixed(ratio < 10 ? 2 : 1)} ×`,
    aim === undefined ? "" : `≤ ${aim} ×${ratio !== undefined && ratio > aim ? "  (missed)" : ""}`,
  ]);
  return draw([["", "p10", "p50", "ratio", "aim"], ...rows]);
}

function shown(nanoseconds, unit) {
  if (unit === "/s") return `${Math.round(1e9 / nanoseconds).toLocaleString("en")} /s`;
  return plain(nanoseconds / (PER_CALL[unit] ?? 1), unit);
}

function plain(value, unit) {
  const digits = Math.abs(value) < 10 ? 2 : Math.abs(value) < 1000 ? 1 : 0;
  return `${value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${unit}`;
}

function draw(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length), 3));
  const line = (row) =>
    `| ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join(" | ")} |`;
  const rule = `| ${widths.map((width, i) => (i === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)).join(" | ")} |`;
  return [line(rows[0]), rule, ...rows.slice(1).map(line)].join("\n");
}
