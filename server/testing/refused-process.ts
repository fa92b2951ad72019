import { execFile } from "node:child_process";
import { processFile } from "./process-file.ts";
import { INHERITED_ENV, TEST_KEYS, TEST_SESSION_SECRET } from "./worker-process.ts";

/** Starts a worker that cannot start with these settings; returns what it wrote to its standard error. */
export const refusalOf = (settings: Record<string, string>): Promise<string> =>
  new Promise((resolve, reject) => {
    const env = {
      ...INHERITED_ENV,
      NODE_ENV: "production" as const,
      ENCRYPTION_KEYS: TEST_KEYS,
      NEXTAUTH_SECRET: TEST_SESSION_SECRET,
      ...settings,
    };
    execFile(process.execPath, [processFile("worker")], { env, timeout: 60_000 }, (error, _, stderr) =>
      error?.code === 1 ? resolve(stderr) : reject(error ?? new Error("The worker started and ended.")),
    );
  });
