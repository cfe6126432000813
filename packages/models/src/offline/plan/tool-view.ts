import type { ModelToolSpec } from "../../model-types.ts";
import {
  descriptionOf,
  propertiesOf,
  requiredOf,
  resolve,
  schemaOf,
  typesOf,
  variantsOf,
  type Schema,
} from "../schema/view.ts";
import { nameWords, stem, termsOf } from "../text/words.ts";
import { kindOf, type Kind } from "./kinds.ts";

/** One argument of a tool. */
export interface Param {
  readonly name: string;
  readonly kind: Kind;
  readonly schema: Schema;
  readonly required: boolean;
  /** Stems of its name and of its description. */
  readonly stems: ReadonlySet<string>;
  readonly nameStems: readonly string[];
}

/** A tool with all that its words tell. */
export interface ToolView {
  readonly name: string;
  readonly schema: Schema;
  readonly params: readonly Param[];
  /** Stems of the name that say what it does, without "get" and the like. */
  readonly nameStems: ReadonlySet<string>;
  readonly descriptionStems: ReadonlySet<string>;
  /** All stems by which the tool's business is spoken of. */
  readonly vocabulary: ReadonlySet<string>;
  readonly description: string;
  /** Its name begins with a verb that changes something outside ("delete", "send"); it is called only when the task says so. */
  readonly changesThings: boolean;
}

/** Looks at a tool's name, description and input schema. */
export function viewTool(spec: ModelToolSpec): ToolView {
  const schema = mainVariant(schemaOf(spec.inputSchema));
  const words = nameWords(spec.name);
  const telling = words.filter((word) => !GENERIC.has(word));
  const nameStems = new Set((telling.length > 0 ? telling : words).map(stem));
  const descriptionStems = new Set(termsOf(spec.description.slice(0, 2_000)));
  return {
    name: spec.name,
    schema,
    params: paramsOf(schema, `${words.join(" ")}: ${spec.description}`),
    nameStems,
    descriptionStems,
    vocabulary: new Set([...nameStems, ...descriptionStems]),
    description: spec.description,
    changesThings: words.some((word, at) => CHANGES.has(word) && (at === 0 || at === words.length - 1)),
  };
}

/** The arguments that an object schema declares. */
export function paramsOf(schema: Schema, toolText: string): Param[] {
  const required = requiredOf(schema);
  return propertiesOf(schema).map(([name, property]) => {
    const inner = itemSchema(property);
    const nameStems = nameWords(name).map(stem);
    return {
      name,
      kind: kindOf(name, withDescription(inner, property), toolText),
      schema: property,
      required: required.has(name),
      stems: new Set([...nameStems, ...termsOf(descriptionOf(property).slice(0, 500))]),
      nameStems,
    };
  });
}

/** The schema of the single values an argument takes: a list's items, an alternative that is not null. */
export function itemSchema(schema: Schema): Schema {
  const variant = variantsOf(schema)[0] ?? schema;
  if (typesOf(variant)[0] !== "array") return variant;
  return variantsOf(resolve({ node: nodeOf(variant.node["items"]), root: variant.root }))[0] ?? variant;
}

function nodeOf(value: unknown): Schema["node"] {
  return schemaOf(value).node;
}

function withDescription(inner: Schema, outer: Schema): Schema {
  const description = [descriptionOf(outer), descriptionOf(inner)].find((text) => text !== "") ?? "";
  return { node: { ...inner.node, description }, root: inner.root };
}

function mainVariant(schema: Schema): Schema {
  return variantsOf(schema).find((variant) => typesOf(variant).includes("object")) ?? resolve(schema);
}

const GENERIC = new Set([
  "get",
  "fetch",
  "do",
  "run",
  "tool",
  "api",
  "by",
  "all",
  "make",
  "the",
  "of",
  "for",
  "with",
  "in",
  "from",
  "to",
  "my",
  "a",
  "show",
  "use",
  "service",
  "client",
  "helper",
]);
const CHANGES = new Set(
  (
    "delete remove erase drop destroy clear purge send post publish write save create add update insert edit modify change rename move copy deploy pay buy charge refund transfer kill stop " +
    "terminate restart install uninstall upload book reserve cancel submit approve reject reply schedule set put patch append overwrite reset revoke grant invite email notify merge push commit"
  ).split(" "),
);
