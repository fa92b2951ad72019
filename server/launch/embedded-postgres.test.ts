import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { overNetwork } from "#server/testing/over-network.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "formulary-test-"));
  chmodSync(folder, 0o711);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const start = () => startEmbeddedPostgres(folder, { durable: false });

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}

test("the data is there again after a stop, at the same address", async () => {
  const first = await start();
  await query(first.url, "create table kept as select 1 as one");
  await first.stop();
  const second = await start();
  expect(second.url).toBe(first.url);
  expect(await query(second.url, "select * from kept")).toEqual([{ one: 1 }]);
  await second.stop();
});

const CLIENT = "select host(inet_client_addr()) as address";

test("refuses connections without the password, through its socket and through its port", async () => {
  const postgres = await start();
  for (const [url, address] of [
    [postgres.url, null],
    [overNetwork(postgres.url), "127.0.0.1"],
  ] as const) {
    expect(await query(url, CLIENT)).toEqual([{ address }]);
    const withoutPassword = Object.assign(new URL(url), { password: "" }).href;
    await expect(query(withoutPassword, "select 1")).rejects.toThrow(/password/i);
  }
  await postgres.stop();
});

test("starts with its port alone where it can make no socket", async () => {
  mkdirSync(path.join(folder, "socket"), { mode: 0o500 });
  const postgres = await start();
  expect(await query(postgres.url, CLIENT)).toEqual([{ address: "127.0.0.1" }]);
  await postgres.stop();
});

test("starts with its port alone in a folder whose path is too long for a socket", async () => {
  const postgres = await startEmbeddedPostgres(path.join(folder, "x".repeat(100)), { durable: false });
  expect(await query(postgres.url, CLIENT)).toEqual([{ address: "127.0.0.1" }]);
  await postgres.stop();
});

test("a server that runs already is taken over, not started twice", async () => {
  const first = await start();
  const second = await start();
  expect(second.pid).toBe(first.pid);
  await second.stop();
  await expect(query(first.url, "select 1")).rejects.toThrow();
});

test("after kill -9 the next start recovers what was committed", async () => {
  const first = await startEmbeddedPostgres(folder);
  await query(first.url, "create table kept as select 1 as one");
  process.kill(first.pid, "SIGKILL");
  const second = await start();
  expect(await query(second.url, "select * from kept")).toEqual([{ one: 1 }]);
  await second.stop();
});

test("after kill -9 the next start waits for the connections of the killed server, however much they log", async () => {
  const first = await start();
  const connections = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const client = new pg.Client({ connectionString: first.url });
      client.on("error", () => {});
      await client.connect();
      return client;
    }),
  );
  process.kill(first.pid, "SIGKILL");
  const second = await start();
  expect(await query(second.url, "select 1 as one")).toEqual([{ one: 1 }]);
  await Promise.allSettled(connections.map((client) => client.end()));
  await second.stop();
});

test("it ends when the process that started it is killed", async () => {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(path.join(import.meta.dirname, "embedded-postgres.ts"))};
    const { url } = await startEmbeddedPostgres(${JSON.stringify(folder)}, { durable: false });
    console.log(url);
    setInterval(() => {}, 1000);`;
  const starter = spawn(process.execPath, ["--input-type=module-typescript", "--eval", script]);
  const url = await firstLine(starter);
  expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
  starter.kill("SIGKILL");
  const pidFile = path.join(folder, "data", "postmaster.pid");
  await vi.waitUntil(() => !existsSync(pidFile), 25_000);
  await expect(query(url, "select 1")).rejects.toThrow();
});

const firstLine = (child: ChildProcess) =>
  new Promise<string>((resolve, reject) => {
    child.stdout?.once("data", (data: Buffer) => resolve(data.toString().trim()));
    child.once("exit", () => reject(new Error("It ended before it was up.")));
  });
