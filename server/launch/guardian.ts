import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";

/**
 * Starts a shell that waits until this process ends, however it ends, and then interrupts the process `pid` (a process
 * group if it is negative). Kill the shell with SIGKILL if that process ends before this one.
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
