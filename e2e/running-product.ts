import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { interruptWhenWeEnd } from "../server/launch/guardian.ts";

/** Formulary as `npm start` runs it. */
export type RunningProduct = {
  /** The output of its terminal. */
  printed: () => string;
  /** Interrupts all processes of that terminal, as Ctrl-C does. Resolves with the exit code. */
  interrupt: () => Promise<number | null>;
};

/**
 * Runs `npm start` in a checkout, and waits until the welcome is printed. Throws the output if it exits before. The
 * product ends with this process, even if this is killed.
 */
export async function runningProduct(folder: string, env: NodeJS.ProcessEnv): Promise<RunningProduct> {
  let printed = "";
  const child = spawn("npm", ["start"], { cwd: folder, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  if (child.pid) {
    const guardian = interruptWhenWeEnd(-child.pid);
    child.once("exit", () => guardian.kill("SIGKILL"));
  }
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  }
  while (!printed.includes("Ctrl-C stops everything")) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}:\n${printed}`);
    await sleep(50);
  }

  function interrupt(): Promise<number | null> {
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    if (child.pid) process.kill(-child.pid, "SIGINT");
    return ended;
  }

  return { printed: () => printed, interrupt };
}
