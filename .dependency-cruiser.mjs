// Who may import whom. A package may import whatever stands below it in this list; CONTRIBUTING.md has the same list in
// words. A new package is added here first.
const LAYERS = [
  "boathook",
  "testing",
  "assistant",
  "skill-hooks",
  "lifecycle-hooks",
  "subagents",
  "policies",
  "crew",
  "task-graph",
  "flow",
  "skills",
  "memory",
  "tools",
  "models",
  "hooks",
  "kernel",
];
const APPS = ["examples", "cli"];
const DIALECTS = ["lifecycle-hooks", "skill-hooks", "task-graph", "subagents"];

const below = (name) =>
  LAYERS.slice(LAYERS.indexOf(name) + 1)
    .filter((other) => other !== "testing") // for tests, and for the apps, which show how one tests
    .filter((other) => !(DIALECTS.includes(name) && DIALECTS.includes(other)));

const TABLE = [...APPS.map((name) => [name, LAYERS]), ...LAYERS.map((name) => [name, below(name)])];

const anyOf = (names) => `(?:${names.join("|")})`;
const folderOf = (names) => `^(?:packages|apps)/${anyOf(names)}/`;

const direction = TABLE.flatMap(([name, allowed]) => [
  {
    name: `${name}-imports-only-what-lies-below`,
    severity: "error",
    from: { path: `^(?:packages|apps)/${name}/src/` },
    to: { path: "^(?:packages|apps)/", pathNot: folderOf([name, ...allowed]) },
  },
  {
    name: `tests-of-${name}-import-only-what-lies-below-and-testing`,
    severity: "error",
    from: { path: `^(?:packages|apps)/${name}/test(?:-std)?/` },
    to: { path: "^(?:packages|apps)/", pathNot: folderOf([name, "testing", ...allowed]) },
  },
]);

export default {
  forbidden: [
    ...direction,
    {
      name: "every-package-is-in-the-table",
      comment: "A package that the table above does not name would be bound by no rule.",
      severity: "error",
      from: { path: "^(?:packages|apps)/", pathNot: folderOf(TABLE.map(([name]) => name)) },
      to: {},
    },
    {
      name: "only-the-front-door",
      comment:
        "Other packages are entered by src/index.ts, or by a further entry that their package.json makes public.",
      severity: "error",
      from: { path: "^(?:packages|apps)/([^/]+)/" },
      to: {
        path: "^(?:packages|apps)/[^/]+/(?!src/index\\.ts$)",
        pathNot: "^(?:packages|apps)/$1/|^packages/testing/src/(?:reset|matchers|servers)\\.ts$",
      },
    },
    {
      name: "dialects-do-not-meet",
      severity: "error",
      from: { path: `^packages/(${DIALECTS.join("|")})/` },
      to: { path: `^packages/${anyOf(DIALECTS)}/`, pathNot: "^packages/$1/" },
    },
    {
      name: "sources-know-no-tests",
      severity: "error",
      from: { path: "^(?:packages|apps)/[^/]+/src/" },
      to: { path: "^(?:packages|apps)/[^/]+/test(?:-std)?/" },
    },
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(?:^|/)(?:dist|coverage)/" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ["@boathook/source", "types", "import", "node", "default"],
      exportsFields: ["exports"],
      extensions: [".ts", ".mts", ".js", ".mjs", ".json"],
      mainFields: ["module", "main", "types"],
    },
  },
};
