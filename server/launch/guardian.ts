import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";

/**
 * Starts a shell that waits until this process ends, however it ends, and then interrupts the process `pid` (a process
 * group if it is negative). Kill the shell with SIGKILL if that process ends before this one.
 */
export const interruptWhenWeEnd = (pid: number): ChildProcess => whenWeEnd('kill -s INT -- "$1"', String(pid));

/** The same with SIGKILL: a process that is frozen, or whose shutdown hangs, ends as well. */
export const killWhenWeEnd = (pid: number): ChildProcess => whenWeEnd('kill -s KILL -- "$1"', String(pid));

/**
 * Starts a shell that waits until this process and the process `pid` have ended, and then deletes the folder. Kill the
 * shell with SIGKILL if this process deletes it itself.
 */
export const deleteWhenWeEnd = (folder: string, pid: number): ChildProcess =>
  whenWeEnd('while kill -s 0 -- "$1" 2>/dev/null; do sleep 0.2; done; rm -rf -- "$2"', String(pid), folder);

function whenWeEnd(command: string, ...args: string[]): ChildProcess {
  const shell = spawn("sh", ["-c", `cat >/dev/null; ${command}`, "guardian", ...args], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  shell.unref();
  (shell.stdin as Socket).unref();
  return shell;
}
