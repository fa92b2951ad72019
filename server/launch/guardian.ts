import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";

/**
 * A shell that waits for our end, however it comes, and then interrupts the process `pid` (a whole group when it is
 * negative). Kill it by SIGKILL when that process has ended before us.
 */
export function interruptWhenWeEnd(pid: number): ChildProcess {
  const script = 'cat >/dev/null; kill -s INT -- "$1"';
  const shell = spawn("sh", ["-c", script, "guardian", String(pid)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  shell.unref();
  (shell.stdin as Socket).unref();
  return shell;
}
