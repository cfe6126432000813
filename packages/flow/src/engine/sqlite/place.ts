import { readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Where process ids mean the same: this host, and on Linux this container. */
export const PLACE = [hostname(), pidNamespace()].join(" ");

/** True when it is certain that the process which held a run has ended: it was here, and is not any more. */
export function hasEnded(place: unknown, pid: unknown): boolean {
  if (place !== PLACE || typeof pid !== "number" || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH"; // what `kill` throws is always a system error
  }
}

function pidNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return ""; // there are none on this system
  }
}
