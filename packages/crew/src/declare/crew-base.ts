import path from "node:path";
import { fileURLToPath } from "node:url";

import { classDecorator, ClassMark, type AnyClass, type ClassDecoratorOf } from "@boathook/hooks";
import { ConfigurationError, instanceLike, readOptions } from "@boathook/kernel";
import { isStandardSchema } from "@boathook/models";
import type { Schema } from "@boathook/tools";
import { z } from "zod";

import type { ConfigFile } from "../config/config-file.ts";

/** Where a crew class finds its files, and what they may name beside its methods. */
export interface CrewBaseOptions {
  /** The folder of the files: a path, or a URL such as `new URL("..", import.meta.url)`. Without it and without files the class is code only. */
  base?: string | URL | undefined;
  /** From `base`; `"config/agents.yaml"` when there is a `base` and neither file is named. */
  agents?: string | undefined;
  /** From `base`; `"config/tasks.yaml"` when there is a `base` and neither file is named. */
  tasks?: string | undefined;
  /** What `output_schema` in a file may name. */
  schemas?: Record<string, Schema> | undefined;
}

/** The files of a crew, found. */
export interface CrewFiles {
  /** Absolute; or what was read already. */
  readonly agents: string | ConfigFile | undefined;
  /** Absolute; or what was read already. */
  readonly tasks: string | ConfigFile | undefined;
  /** The settings of the crew itself, where its file has them. */
  readonly crew?: ConfigFile | undefined;
  readonly schemas: Readonly<Record<string, Schema>>;
}

const mark = new ClassMark<CrewFiles>("crew-base");

/** Marks a class that declares a crew. A subclass keeps what its parent said; decorated itself, what it says comes on top. */
export const CrewBase: ClassDecoratorOf & ((options?: CrewBaseOptions) => ClassDecoratorOf) = classDecorator(
  (target, options) => {
    const own = readCrewFiles(options, `@CrewBase of ${target.name}`);
    const parent = mark.read(target);
    mark.write(target, {
      agents: own.agents ?? parent?.agents,
      tasks: own.tasks ?? parent?.tasks,
      schemas: { ...parent?.schemas, ...own.schemas },
    });
  },
);

/** The files of a crew class; undefined for any other class. */
export function crewFilesOf(type: AnyClass): CrewFiles | undefined {
  return mark.read(type);
}

/** Reads the options and finds the files; whether they are there is seen when a crew is made. */
export function readCrewFiles(given: unknown, subject: string): CrewFiles {
  const options = readOptions(crewBaseOptionsSchema, given, { subject });
  const { base, schemas = {} } = options;
  const areDefault = base !== undefined && options.agents === undefined && options.tasks === undefined;
  const { agents, tasks } = areDefault ? { agents: "config/agents.yaml", tasks: "config/tasks.yaml" } : options;
  return {
    agents: locate(agents, base, { subject, option: "agents" }),
    tasks: locate(tasks, base, { subject, option: "tasks" }),
    schemas,
  };
}

/** The schema of `CrewBaseOptions`. */
export const crewBaseOptionsSchema = z.strictObject({
  base: z
    .union([z.string().min(1), instanceLike<URL>("a URL", isUrl)], { error: "expected a path or a URL" })
    .optional(),
  agents: z.string().min(1).optional(),
  tasks: z.string().min(1).optional(),
  schemas: z
    .record(z.string(), instanceLike<Schema>("a schema (zod, or any Standard Schema)", isStandardSchema))
    .optional(),
});

function locate(
  file: string | undefined,
  base: string | URL | undefined,
  at: { readonly subject: string; readonly option: string },
): string | undefined {
  if (file === undefined || path.isAbsolute(file)) return file;
  if (base !== undefined) return path.resolve(folderOf(base, at.subject), file);
  const message = `"${file}" needs a base, e.g. base: new URL("..", import.meta.url)`;
  throw new ConfigurationError([{ path: at.option, message }], { subject: at.subject });
}

function folderOf(base: string | URL, subject: string): string {
  const url = typeof base === "string" ? (base.startsWith("file:") ? new URL(base) : undefined) : base;
  if (url === undefined) return base as string; // only texts that are no URL are left
  if (url.protocol !== "file:") {
    const message = `expected a folder of this machine, got a ${url.protocol} URL`;
    throw new ConfigurationError([{ path: "base", message }], { subject });
  }
  const target = fileURLToPath(url);
  return url.pathname.endsWith("/") ? target : path.dirname(target); // a module's own URL stands for its folder
}

/** Also true for a URL of another realm. */
function isUrl(value: unknown): boolean {
  return typeof value === "object" && value !== null && typeof (value as { href?: unknown }).href === "string";
}
