import { BoathookError, ConfigurationError, errorMessage, type Fault } from "@boathook/kernel";

/** Why a store cannot be used. */
export type MemoryStoreProblem =
  "busy" | "corrupt" | "read_only" | "missing" | "foreign" | "newer" | "closed" | "failed";

/** The file of a memory cannot be used; its code is `memory_store_` and the problem. Nothing in the file was changed. */
export class MemoryStoreError extends BoathookError {
  readonly file: string;
  readonly problem: MemoryStoreProblem;

  constructor(problem: MemoryStoreProblem, file: string, cause?: unknown) {
    const said = cause === undefined ? "" : ` (${errorMessage(cause)})`;
    super(`The memory store "${file}" ${WHAT[problem]}${said}. ${ADVICE[problem]}`, {
      code: `memory_store_${problem}`,
      ...(cause === undefined ? {} : { cause }),
    });
    this.file = file;
    this.problem = problem;
  }

  static override is(value: unknown): value is MemoryStoreError {
    return BoathookError.is(value) && value.code.startsWith("memory_store_");
  }
}

/** Lines that `import` was given are no records; all of them are named, and nothing was stored. */
export class MemoryImportError extends BoathookError {
  /** One per refused line: `line 3: text: …`. */
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `Nothing was imported, ${faults.length} ${faults.length === 1 ? "line is" : "lines are"} no record:\n${faults.map((fault) => `  - ${fault}`).join("\n")}\nGive lines that \`export()\` wrote.`,
      { code: "memory_import_invalid" },
    );
    this.faults = faults;
  }

  static override is(value: unknown): value is MemoryImportError {
    return BoathookError.is(value) && value.code === "memory_import_invalid";
  }
}

/** Sources of knowledge could not be read; each is a fault. */
export class KnowledgeSourceError extends ConfigurationError {
  constructor(knowledge: string, faults: readonly Fault[]) {
    super(faults, { subject: `sources of knowledge "${knowledge}"`, code: "knowledge_sources_failed" });
  }

  static override is(value: unknown): value is KnowledgeSourceError {
    return ConfigurationError.is(value) && value.code === "knowledge_sources_failed";
  }
}

/** An embedding model gave something else than one list of numbers per text. */
export class EmbeddingError extends BoathookError {
  constructor(model: string, what: string, cause?: unknown) {
    super(
      `The embedding model "${model}" ${what}. Check the model, or leave \`embedder\` out to search by words alone.`,
      {
        code: "embedding_failed",
        ...(cause === undefined ? {} : { cause }),
      },
    );
  }

  static override is(value: unknown): value is EmbeddingError {
    return BoathookError.is(value) && value.code === "embedding_failed";
  }
}

const WHAT: Readonly<Record<MemoryStoreProblem, string>> = {
  busy: "is locked by another process",
  corrupt: "is damaged or no database",
  read_only: "cannot be written to",
  missing: "is not there, or may not be opened",
  foreign: "is the database of something else",
  newer: "was written by a newer version",
  closed: "was closed",
  failed: "failed",
};

const ADVICE: Readonly<Record<MemoryStoreProblem, string>> = {
  busy: "Close what holds it for long, or try again.",
  corrupt: "It was left as it is: restore a copy, or give another `file`.",
  read_only: "Make the file and its folder writable, or give another `file`.",
  missing: "Check `file` and its rights, or let it be made with `createFile: true`.",
  foreign: "It was left as it is: give another `file`.",
  newer: "It was left as it is: update this package, or give another `file`.",
  closed: "Make a new one.",
  failed: "See the cause.",
};
