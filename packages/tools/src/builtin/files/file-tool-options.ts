import { z } from "zod";

/** What every file tool is told. */
export interface FileToolOptions {
  /** The folder it is confined to; relative to the working directory. Its real path is looked up at each use. */
  root: string;
}

/** The schema of `FileToolOptions`. */
export const fileToolFields = { root: z.string().min(1) };

/** A limit: a positive whole number. */
export const limit = z.int().positive().optional();

/** Names of folders that lists and searches pass by, unless told otherwise. */
export const IGNORED: readonly string[] = [".git", "node_modules"];
