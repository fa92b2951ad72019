import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Locks a data folder for this process until it exits. Throws an Error of one line while another process holds the
 * lock; the lock of a process that was killed is ignored.
 */
export function lockDataFolder(folder: string): void {
  const file = path.join(folder, "pid");
  const holder = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  if (holder && holder !== process.pid && isFormulary(holder)) {
    throw new Error(`Formulary already runs on ${folder} (process ${holder}): stop it, or set DATA_DIR.`);
  }
  writeFileSync(file, String(process.pid));
  process.once("exit", () => rmSync(file, { force: true }));
}

/** The process id of a dead process may have been reused by another program. */
function isFormulary(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  const file = `/proc/${pid}/cmdline`;
  return !existsSync(file) || readFileSync(file, "utf8").includes("supervisor.ts");
}
