import { accessSync, constants } from "node:fs";
import path from "node:path";

import { SkillHookFailure } from "./action-type.ts";

/** A program with its arguments. */
export interface Launch {
  readonly program: string;
  readonly args: readonly string[];
}

/** The same inside of a bubblewrap: it sees the machine read-only, writes in the project and a `/tmp` of its own, and has no network. Refused where `bwrap` is not installed. */
export function findSandbox({ program, args }: Launch, projectDir: string): Launch {
  if (!isInstalled("bwrap")) {
    throw new SkillHookFailure("`sandbox: bubblewrap` was asked for, and `bwrap` is not installed");
  }
  const box = [
    "--ro-bind",
    "/",
    "/",
    "--dev",
    "/dev",
    "--proc",
    "/proc",
    "--tmpfs",
    "/tmp",
    "--bind",
    projectDir,
    projectDir,
  ];
  return {
    program: "bwrap",
    args: [...box, "--unshare-net", "--unshare-pid", "--die-with-parent", "--", program, ...args],
  };
}

function isInstalled(program: string): boolean {
  return (process.env["PATH"] ?? "").split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
