/** Which conventions a file follows: the ones of this product's documents, or Claude Code's. */
export type HookFormat = "boathook" | "claude-code";

/** Where rules come from. */
export interface HookSource {
  /** As shown to people; for rules from code, the call's place. */
  readonly file: string;
  readonly format: HookFormat;
  /** The folder that `SKILL_DIR` names, and where commands of the documents' format run. */
  readonly folder: string;
  readonly owner: "user" | "project" | "plugin" | "skill" | "code";
}
