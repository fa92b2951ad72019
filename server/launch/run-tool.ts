import { spawn } from "node:child_process";
import path from "node:path";

export const ROOT = path.resolve(import.meta.dirname, "../..");

const BIN = path.join(ROOT, "node_modules", ".bin");

type Options = { env?: Record<string, string | undefined>; signal?: AbortSignal };

/**
 * Runs a program of node_modules/.bin, or any other, in the checkout and returns its stdout. Throws an Error with its
 * whole output if it fails; `signal` stops it.
 */
export function runTool([command, ...args]: [string, ...string[]], { env, signal }: Options = {}): Promise<string> {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, PATH: `${BIN}${path.delimiter}${process.env.PATH ?? ""}`, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    ...(signal && { signal }),
  });
  let stdout = "";
  let everything = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    everything += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    everything += text;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve(stdout) : reject(new Error(`${[command, ...args].join(" ")} failed:\n${everything.trim()}`)),
    );
  });
}
