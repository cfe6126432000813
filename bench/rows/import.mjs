// What it costs a process to import boathook.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const importing =
  (name, from = root) =>
  () => {
    const code = `const t = performance.now(); await import(${JSON.stringify(name)}); console.log(performance.now() - t)`;
    return Number(execFileSync(process.execPath, ["--input-type=module", "-e", code], { cwd: from, encoding: "utf8" }));
  };

export const rows = [
  { group: "import", name: "boathook", unit: "ms", measure: importing("boathook") },
  { group: "import", name: "zod alone", unit: "ms", measure: importing("zod") },
];
