import type { StandardSchemaV1 } from "@standard-schema/spec";

/** zod 4, or any Standard Schema that also gives JSON Schema; `T` is what it reads values into. */
export type Schema<T = unknown> = StandardSchemaV1<unknown, T>;
