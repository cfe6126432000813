import js from "@eslint/js";
import prettier from "eslint-config-prettier";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

const TESTS = ["**/test/**/*.ts", "**/test-std/**/*.ts"];
const SCRIPTS = ["**/*.mjs"];

export default defineConfig(
  globalIgnores(["**/dist/", "**/coverage/"]),
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ["jest.config.ts"] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "max-lines": ["error", { max: 300, skipBlankLines: true, skipComments: true }],
      "max-lines-per-function": ["warn", { max: 50, skipBlankLines: true, skipComments: true }],
      complexity: ["warn", 10],
      "no-console": "error",
      "no-restricted-syntax": [
        "error",
        {
          selector: "BinaryExpression[operator='instanceof'][right.name='Error']",
          message: "Use isError(x): errors of another realm (Node's own under Jest) are not instanceof Error.",
        },
      ],
      "@typescript-eslint/max-params": ["error", { max: 4 }],
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-import-type-side-effects": "error",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/explicit-module-boundary-types": "error",
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", caughtErrorsIgnorePattern: "^_" },
      ],
      "@typescript-eslint/no-extraneous-class": ["error", { allowWithDecorator: true }],
      // Interfaces that other packages fill by declaration merging start out empty.
      "@typescript-eslint/no-empty-object-type": ["error", { allowInterfaces: "always" }],
      "@typescript-eslint/require-await": "off",
      // Names that come from data (environment, JSON) may be written as such.
      "@typescript-eslint/dot-notation": ["error", { allowIndexSignaturePropertyAccess: true }],
      // A hook gives `void | T`: nothing, or an answer. That is the contract.
      "@typescript-eslint/no-invalid-void-type": "off",
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      "@typescript-eslint/unified-signatures": ["error", { ignoreDifferentlyNamedParameters: true }],
      // What a signal was aborted with, or a hook has thrown, is passed on as it is.
      "@typescript-eslint/only-throw-error": ["error", { allowThrowingAny: true, allowThrowingUnknown: true }],
      "@typescript-eslint/prefer-promise-reject-errors": [
        "error",
        { allowThrowingAny: true, allowThrowingUnknown: true },
      ],
      "@typescript-eslint/naming-convention": [
        "error",
        { selector: "typeLike", format: ["PascalCase"], leadingUnderscore: "allow" },
        { selector: "interface", format: ["PascalCase"], custom: { regex: "^I[A-Z]", match: false } },
        // PascalCase for decorators and for const objects that stand for an enum.
        { selector: "variable", format: ["camelCase", "UPPER_CASE", "PascalCase"], leadingUnderscore: "allow" },
        { selector: "variable", modifiers: ["destructured"], format: null },
        { selector: "function", format: ["camelCase", "PascalCase"] },
      ],
    },
  },
  { files: ["apps/*/src/**/main.ts", "apps/examples/src/**/*.ts"], rules: { "no-console": "off" } },
  {
    files: TESTS,
    rules: {
      "max-lines-per-function": "off",
      complexity: "off",
      "@typescript-eslint/no-empty-function": "off",
      "@typescript-eslint/no-unused-expressions": "off",
      "@typescript-eslint/unbound-method": "off",
      "@typescript-eslint/explicit-module-boundary-types": "off",
    },
  },
  {
    files: SCRIPTS,
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: {
      globals: Object.fromEntries(
        ["process", "console", "URL", "AbortController", "AbortSignal", "performance", "gc", "fetch", "Buffer"]
          .concat(["setTimeout", "clearTimeout", "setInterval", "clearInterval", "setImmediate", "queueMicrotask"])
          .concat(["structuredClone", "globalThis", "TextEncoder", "TextDecoder"])
          .map((name) => [name, "readonly"]),
      ),
    },
    rules: { "no-console": "off", "@typescript-eslint/explicit-module-boundary-types": "off" },
  },
  prettier,
);
