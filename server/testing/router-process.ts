import { type ChildProcess, fork } from "node:child_process";
import { processFile } from "./process-file.ts";
import { INHERITED_ENV } from "./worker-process.ts";

export type RouterProcess = {
  child: ChildProcess;
  origin: string;
  /** All that it logged so far. */
  log: () => string;
  kill: () => Promise<void>;
  stop: () => Promise<number | null>;
};

/** A separate router process, as `npm run router` starts it, listening on the port. `kill` is SIGKILL. */
export async function aRouterProcess(port: number, env: Record<string, string>): Promise<RouterProcess> {
  const child = fork(processFile("router"), {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    env: { NODE_ENV: "production", ...INHERITED_ENV, PORT: String(port), ...env },
  });
  let log = "";
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on("data", (lines: Buffer) => {
      log += lines;
      if (log.includes("router ready")) resolve();
    });
    child.once("exit", (code) => reject(new Error(`The router ended with ${code} before it was ready.`)));
  });
  return {
    child,
    origin: `http://127.0.0.1:${port}`,
    log: () => log,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    stop() {
      child.kill("SIGTERM");
      return ended;
    },
  };
}
