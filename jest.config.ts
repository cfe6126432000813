/** @jest-config-loader esbuild-register */
import type { Config } from "jest";

type Decorators = "legacy" | "standard";

const swc = (decorators: Decorators): [string, Record<string, unknown>] => [
  "@swc/jest",
  {
    swcrc: false,
    jsc: {
      target: "es2022",
      parser: { syntax: "typescript", decorators: true },
      keepClassNames: true,
      transform: {
        ...(decorators === "legacy"
          ? { legacyDecorator: true, decoratorMetadata: false }
          : { decoratorVersion: "2023-11" }),
        useDefineForClassFields: true,
        verbatimModuleSyntax: true,
      },
    },
    module: { type: "es6" },
    sourceMaps: "inline",
  },
];

const config: Config = {
  testEnvironment: "node",
  // By default one core is left out: on a machine with two, everything would run in one process, which grows with every file.
  maxWorkers: "100%",
  workerIdleMemoryLimit: "1GB",
  testEnvironmentOptions: { customExportConditions: ["@boathook/source", "node", "node-addons"] },
  testMatch: ["<rootDir>/{packages,apps}/*/{test,test-std}/**/*.test.ts"],
  modulePathIgnorePatterns: ["<rootDir>/(packages|apps)/[^/]+/dist/"],
  extensionsToTreatAsEsm: [".ts"],
  injectGlobals: false,
  reporters: ["default", "<rootDir>/scripts/count-reporter.mjs"],
  // The first pattern that matches wins: what lies in test-std/ is compiled with standard decorators.
  transform: {
    "/test-std/.+\\.ts$": swc("standard"),
    "^.+\\.ts$": swc("legacy"),
  },
};

export default config;
