import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";

import { startTimer } from "@boathook/kernel";

/** How a child process is started. */
export interface ProcessGroupOptions {
  readonly cwd: string | undefined;
  /** All of its environment: nothing else of ours reaches it. */
  readonly env: Readonly<Record<string, string>>;
}

/** How a process ended: one of the two is set. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

const isWindows = process.platform === "win32";
/** What is given to close its pipes after everything was killed: a process that left the group may hold them for ever. */
const PIPES_LIMIT_MS = 200;

/**
 * A child process at the head of a process group of its own. However it ends, and when this process exits, the whole group is killed: nothing
 * that it started stays behind. Only what makes itself a session of its own escapes.
 */
export class ProcessGroup {
  readonly child: ChildProcessWithoutNullStreams;
  /** Rejects when the program cannot be started; settles when its output has ended, too. */
  readonly ended: Promise<ProcessEnd>;

  constructor(program: string, args: readonly string[], { cwd, env }: ProcessGroupOptions) {
    this.child = spawn(program, args, { cwd, env, detached: !isWindows, shell: false, windowsHide: true });
    this.child.stdin.on("error", () => undefined); // it may end without reading what we write
    running.add(this);
    if (running.size === 1) process.on("exit", killAll);
    this.ended = this.#end();
    this.ended.catch(() => undefined); // whoever waits is told; nobody must
  }

  /** Asks the group to end, and kills it after `graceMs`. Resolves when it has ended. */
  async stop(graceMs: number): Promise<void> {
    if (!running.has(this)) return; // its number may be somebody else's by now
    this.signal("SIGTERM");
    const cancelKill = startTimer(graceMs, () => {
      this.signal("SIGKILL");
    });
    try {
      await this.ended;
    } catch {
      // it never began
    } finally {
      cancelKill();
    }
  }

  /** Sends a signal to every process of the group; one that is gone has got it. */
  signal(name: NodeJS.Signals): void {
    const { pid } = this.child;
    if (pid === undefined) return;
    try {
      if (isWindows) this.child.kill(name);
      else process.kill(-pid, name);
    } catch {
      // nobody is left in it
    }
  }

  async #end(): Promise<ProcessEnd> {
    try {
      const end = await this.#exited();
      this.signal("SIGKILL"); // what it left in the background
      await this.#pipesClosed();
      return end;
    } finally {
      running.delete(this);
      if (running.size === 0) process.off("exit", killAll);
    }
  }

  #exited(): Promise<ProcessEnd> {
    return new Promise((resolve, reject) => {
      this.child.once("error", reject);
      this.child.once("exit", (code, signal) => {
        resolve({ code, signal });
      });
    });
  }

  #pipesClosed(): Promise<void> {
    const { child } = this;
    return new Promise((resolve) => {
      const cancel = startTimer(PIPES_LIMIT_MS, () => {
        child.stdout.destroy();
        child.stderr.destroy();
      });
      const check = (): void => {
        if (!child.stdout.closed || !child.stderr.closed) return;
        cancel();
        resolve();
      };
      child.stdout.once("close", check);
      child.stderr.once("close", check);
      check();
    });
  }
}

const running = new Set<ProcessGroup>();

function killAll(): void {
  for (const group of running) group.signal("SIGKILL");
}
