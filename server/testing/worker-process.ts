import { type ChildProcess, fork } from "node:child_process";
import { processFile } from "./process-file.ts";

export type WorkerProcess = { child: ChildProcess; kill: () => Promise<void>; stop: () => Promise<void> };

/** A separate worker process, as `npm run worker` starts it, ready and claiming work. `kill` is SIGKILL. */
export async function aWorkerProcess(databaseUrl: string, env: Record<string, string> = {}): Promise<WorkerProcess> {
  const child = fork(processFile("worker"), {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    env: {
      NODE_ENV: "test",
      ...INHERITED_ENV,
      DATABASE_URL: databaseUrl,
      ENCRYPTION_KEYS: TEST_KEYS,
      NEXTAUTH_SECRET: TEST_SESSION_SECRET,
      EGRESS_ALLOW: "127.0.0.1",
      SCRIPT_PROCESSES: "1",
      ...env,
    },
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on("data", (lines: Buffer) => {
      if (lines.includes("worker ready")) resolve();
    });
    child.once("exit", (code) => reject(new Error(`The worker ended with ${code} before it was ready.`)));
  });
  const end = (signal: NodeJS.Signals) => async () => {
    child.kill(signal);
    await ended;
  };
  return { child, kill: end("SIGKILL"), stop: end("SIGTERM") };
}

/**
 * The environment variables that processes of a test inherit. With the compile cache they start in half the time
 * (`server/launch/node24.mjs`).
 */
export const INHERITED_ENV = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };

/** The encryption key of all processes of a test. */
export const TEST_KEYS = `test:${Buffer.alloc(32, 1).toString("base64")}`;

export const TEST_SESSION_SECRET = "secret of the tests";
