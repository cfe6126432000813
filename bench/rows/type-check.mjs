// What type checking 200 tools costs, beside the same 200 zod schemas alone.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(path.join(root, "node_modules", ".boathook-types-")); // from here the packages are found
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

const schema = (i) =>
  `z.object({ a${i}: z.string(), b: z.number().optional(), c: z.array(z.object({ d: z.enum(["x", "y"]), e: z.boolean() })) })`;
const each = (line) => Array.from({ length: 200 }, (_, i) => line(i)).join("\n");
write(
  "schemas.ts",
  `import { z } from "zod";\n${each((i) => `export const s${i} = ${schema(i)};\nexport type T${i} = z.infer<typeof s${i}>;`)}`,
);
write(
  "tools.ts",
  `import { z } from "zod";\nimport { tool } from "@boathook/tools";\n${each(
    (i) =>
      `export const t${i} = tool({ name: "t${i}", description: "d", inputSchema: ${schema(i)}, execute: (input) => input.a${i} + String(input.c.length) });`,
  )}`,
);

function write(name, text) {
  writeFileSync(path.join(folder, name), text);
}

const tsc = path.join(root, "node_modules", "typescript", "bin", "tsc");
const options =
  "--noEmit --strict --skipLibCheck --target es2022 --module nodenext --types node --ignoreConfig --extendedDiagnostics".split(
    " ",
  );
const checking = (file) => () => {
  const printed = execFileSync(process.execPath, [tsc, ...options, file], { cwd: folder, encoding: "utf8" });
  return Number(/^Check time:\s+([\d.]+)s/m.exec(printed)?.[1]) * 1e3;
};

const group = "type checking 200 tools";
export const rows = [
  { group, name: "their zod schemas alone", unit: "ms", baseline: true, maxRounds: 5, measure: checking("schemas.ts") },
  { group, name: "the tools", unit: "ms", aim: 1.5, maxRounds: 5, measure: checking("tools.ts") },
];
