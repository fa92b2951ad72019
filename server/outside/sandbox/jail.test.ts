import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startChild } from "./child-process.ts";
import { prepareImage } from "./image.ts";
import { type Jail, jails } from "./jail.ts";

/** The abilities of Node itself in the jail, as if a script had broken out of its engine. */

const PROBE = `
const attempt = async (name, action) => {
  try { await action(); return [name, "possible"]; } catch (error) { return [name, "refused"]; }
};
const [port] = process.argv.slice(2).map(Number);
Promise.all([
  attempt("read", () => require("fs").readFileSync("/etc/passwd")),
  attempt("list", () => require("fs").readdirSync("/")),
  attempt("write", () => require("fs").writeFileSync(__dirname + "/mine", "x")),
  attempt("write elsewhere", () => require("fs").writeFileSync("/tmp/mine", "x")),
  attempt("execute", () => require("child_process").execFileSync("/bin/true")),
  attempt("thread", () => new (require("worker_threads").Worker)("1", { eval: true })),
  attempt("signal", () => process.kill(Number(process.argv[3]), 0)),
  attempt("connect", () => new Promise((resolve, reject) => {
    require("net").connect(port, "127.0.0.1").on("connect", resolve).on("error", reject);
  })),
]).then((seen) => {
  const environment = Object.keys(process.env).filter((name) => name !== "PWD");
  process.stdout.write(JSON.stringify({ ...Object.fromEntries(seen), environment, uid: process.getuid() }), () => process.exit());
});
`;

const log = pino({ level: "silent" });
let folder: string;
let jail: Jail;
const server = createServer((socket) => socket.destroy());

beforeAll(async () => {
  jail = await strongest();
  folder = await mkdtemp(join(tmpdir(), "formulary-probe-"));
  await writeFile(join(folder, "probe.cjs"), PROBE);
  await chmod(folder, 0o755);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

async function strongest(): Promise<Jail> {
  const image = await prepareImage();
  for (const jail of jails()) {
    const child = await startChild({ jail, folder: image, timeoutMs: 1000, memoryMb: 64, log }).catch(() => undefined);
    child?.kill();
    if (child) return jail;
  }
  throw new Error("No sandbox process can be started.");
}

async function probed() {
  const { port } = server.address() as AddressInfo;
  const { file, args, ...identity } = jail.command(folder, "probe.cjs", [`${port}`, `${process.pid}`]);
  const child = spawn(file, args, { env: {} as NodeJS.ProcessEnv, cwd: "/", ...identity });
  let text = "";
  for await (const chunk of child.stdout) text += chunk;
  return JSON.parse(text);
}

test("Node in the sandbox process reads, writes and starts nothing", async () => {
  expect(await probed()).toMatchObject({
    ...{ read: "refused", list: "refused", write: "refused", "write elsewhere": "refused" },
    ...{ execute: "refused", thread: "refused", environment: [] },
  });
});

test("a complete jail has no network, no other process and no user of ours", async ({ skip }) => {
  skip(jail.missing.length > 0, `this machine lacks ${jail.missing.join(", ")}`);
  expect(await probed()).toMatchObject({ connect: "refused", signal: "refused", uid: 65_534 });
});
