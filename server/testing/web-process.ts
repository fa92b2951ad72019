import { type ChildProcess, fork } from "node:child_process";
import { freePort } from "#server/launch/ports.ts";
import { processFile } from "./process-file.ts";
import { INHERITED_ENV, TEST_KEYS, TEST_SESSION_SECRET } from "./worker-process.ts";

export type WebProcess = {
  child: ChildProcess;
  api: string;
  kill: () => Promise<void>;
  stop: () => Promise<number | null>;
};

/** A separate web process, as `npm run web` starts it, ready on a free port. `kill` is SIGKILL. Screens are built in `cwd`. */
export async function aWebProcess(
  databaseUrl: string,
  env: Record<string, string> = {},
  cwd = process.cwd(),
): Promise<WebProcess> {
  const port = env.PORT ?? (await freePort());
  const child = fork(processFile("web"), {
    cwd,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: {
      NODE_ENV: "production",
      ...INHERITED_ENV,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      ENCRYPTION_KEYS: TEST_KEYS,
      NEXTAUTH_SECRET: TEST_SESSION_SECRET,
      EGRESS_ALLOW: "127.0.0.1",
      SCRIPT_PROCESSES: "1",
      LOG_LEVEL: "warn",
      ...env,
    },
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const origin = `http://127.0.0.1:${port}`;
  while (!(await isReady(origin))) {
    if (child.exitCode !== null) throw new Error(`The web process ended with ${child.exitCode} before it was ready.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const end = (signal: NodeJS.Signals) => () => {
    child.kill(signal);
    return ended;
  };
  const stop = end("SIGTERM");
  const kill = end("SIGKILL");
  return { child, api: `${origin}/elements/api-v2`, stop, kill: async () => void (await kill()) };
}

const isReady = (origin: string) =>
  fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
