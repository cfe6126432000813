import { readFileSync } from "node:fs";

import { errorMessage, log } from "@boathook/kernel";
import { z } from "zod";

import { writeWhole } from "./write-whole.ts";

/** Something that a person keeps saying. */
export interface Pattern {
  /** How it was said first. */
  readonly example: string;
  /** How often something like it was said. */
  readonly count: number;
}

/** A pattern that was said often enough to be told of. */
export interface DetectedPattern extends Pattern {
  /** From 0 to 1: count / (count + 2). */
  readonly confidence: number;
}

/** How often something has to be said to be told of; each once. */
const THRESHOLDS: ReadonlySet<number> = new Set([3, 5, 10, 20, 50, 100]);
/** Two messages are alike when they share this part of all their words. */
const LIKENESS = 0.6;
/** The least used ones are forgotten beyond this. */
const MOST_PATTERNS = 200;
const LONGEST_EXAMPLE = 300;

const stored = z.array(
  z.object({ example: z.string(), words: z.array(z.string()), count: z.number(), usedAt: z.number() }),
);
type Stored = z.infer<typeof stored>[number];

/**
 * Finds what a person keeps saying, by plain statistics: messages whose words are alike (at least 60 % of all their words in common, small words left
 * out) are one pattern, and it is told of when it was said for the 3rd, 5th, 10th, 20th, 50th and 100th time. Kept in a file, where there is one.
 */
export class PatternFinder {
  readonly #file: string | undefined;
  #patterns: Stored[];
  #clock = 0;

  constructor(file: string | undefined) {
    this.#file = file;
    this.#patterns = file === undefined ? [] : readPatterns(file);
    this.#clock = Math.max(0, ...this.#patterns.map(({ usedAt }) => usedAt));
  }

  /** Every pattern, the most frequent first. */
  get patterns(): readonly Pattern[] {
    return this.#patterns.map(({ example, count }) => ({ example, count })).toSorted((a, b) => b.count - a.count);
  }

  /** Counts a message; what it makes worth telling. */
  add(text: string): DetectedPattern | undefined {
    const words = wordsIn(text);
    if (words.length === 0) return undefined;
    const pattern = this.#patterns.find((one) => likeness(one.words, words) >= LIKENESS) ?? this.#begin(text, words);
    pattern.count += 1;
    pattern.usedAt = this.#clock += 1;
    this.#save();
    const { example, count } = pattern;
    return THRESHOLDS.has(count) ? { example, count, confidence: count / (count + 2) } : undefined;
  }

  #begin(text: string, words: string[]): Stored {
    const pattern = { example: text.slice(0, LONGEST_EXAMPLE), words, count: 0, usedAt: 0 };
    if (this.#patterns.length >= MOST_PATTERNS) {
      const [least] = this.#patterns.toSorted((a, b) => a.count - b.count || a.usedAt - b.usedAt);
      this.#patterns = this.#patterns.filter((one) => one !== least);
    }
    this.#patterns.push(pattern);
    return pattern;
  }

  /** What cannot be written down is counted still, until the process ends. */
  #save(): void {
    if (this.#file === undefined) return;
    try {
      writeWhole(this.#file, JSON.stringify(this.#patterns));
    } catch (error) {
      log("warn", { file: this.#file, error: errorMessage(error) }, "what a person keeps saying could not be kept");
    }
  }
}

function readPatterns(file: string): Stored[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return []; // nothing was kept yet
  }
  try {
    return stored.parse(JSON.parse(text));
  } catch (error) {
    log("warn", { file, error: errorMessage(error) }, "what a person keeps saying cannot be read; it is counted anew");
    return [];
  }
}

/** The words that tell something, each once, in order. */
function wordsIn(text: string): string[] {
  const words =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  return [...new Set(words.filter((word) => !SMALL_WORDS.has(word)))].sort().slice(0, 50);
}

function likeness(one: readonly string[], other: readonly string[]): number {
  const shared = one.filter((word) => other.includes(word)).length;
  return shared / (one.length + other.length - shared);
}

const SMALL_WORDS: ReadonlySet<string> = new Set(
  "the and for are was you your can could would please what when where which who how this that these those with from have has had not but all any our its his her they them".split(
    " ",
  ),
);
