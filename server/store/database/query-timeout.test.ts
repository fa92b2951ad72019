import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aDatabase, type TestDatabase } from "#server/testing/database.ts";
import { openDatabase } from "../open-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await aDatabase();
});
afterAll(() => database.drop());

test("a database that falls silent behind an open connection holds no query for ever", async () => {
  const { hostname, port } = new URL(database.url);
  let isFrozen = false;
  const sockets: Socket[] = [];
  const proxy = createServer((near) => {
    const far = connect(Number(port), hostname);
    sockets.push(near, far);
    near.on("data", (bytes) => far.write(bytes)).on("error", () => {});
    far.on("data", (bytes) => isFrozen || near.write(bytes)).on("error", () => {});
  }).listen(0);
  const address = Object.assign(new URL(database.url), {
    hostname: "127.0.0.1",
    port: String((proxy.address() as AddressInfo).port),
  });
  const limited = { statementTimeoutMs: 100 };
  const db = openDatabase(address.href, { hotPath: limited, queries: limited });
  for (const pool of [db.pool, db.queries]) await pool.query("select 1");
  isFrozen = true;
  const outcomes = await Promise.allSettled([
    db.pool.query("select 1"),
    db.queries.query("select 1"),
    db.prisma.$queryRaw`select 1`,
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  for (const socket of sockets) socket.destroy();
  proxy.close();
  await db.close();
}, 20_000);
