import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aDatabase, type TestDatabase } from "#server/testing/database.ts";
import { anElementCaller, type Connection } from "#server/testing/element-caller.ts";
import { demodatabase } from "./demodatabase.ts";
import { DEMO_TABLES } from "./demodatabase-tables.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape.
type Rows = any[];

let database: TestDatabase;
let caller: Awaited<ReturnType<typeof anElementCaller>>;
let connection: Connection;

beforeAll(async () => {
  database = await aDatabase();
  const { hostname, port, pathname, username, password } = new URL(database.url);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(DEMO_TABLES);
  await client.end();
  caller = await anElementCaller({ allow: [`${hostname}:${port}`] });
  connection = await caller.connect(demodatabase, {
    configuration: {
      "db.host": `${hostname}:${port}`,
      "db.name": pathname.slice(1),
      username: decodeURIComponent(username),
      password: decodeURIComponent(password),
    },
  });
});
afterAll(async () => {
  await caller.close();
  await database.drop();
});

const rows = async (line: string): Promise<Rows> => (await connection.call(line)).body as Rows;
const where = (text: string) => `where=${encodeURIComponent(text)}`;

describe("customers of the database", () => {
  test("returns at most 50 rows", async () => {
    expect(await rows("GET /customers?pageSize=200")).toHaveLength(50);
    expect(await rows("GET /customers")).toHaveLength(50);
  });

  test("returns pages in the requested order", async () => {
    const first = await connection.call("GET /customers?pageSize=2&orderBy=Id desc");
    const next = first.headers["elements-next-page-token"];
    const second = await rows(`GET /customers?orderBy=Id desc&nextPage=${next}`);
    expect([...(first.body as Rows), ...second].map(({ Id }) => Id)).toEqual([120, 119, 118, 117]);
  });

  test("spec §4 case of a search; §9 case of a search: are searched in the case that is written (E16)", async () => {
    const cities = async (text: string) =>
      (await rows(`GET /customers?${where(text)}`)).map((row) => row["address.city"]);
    expect(new Set(await cities("`address.city` = 'Lisbon'"))).toEqual(new Set(["Lisbon"]));
    expect(new Set(await cities("`address.city` = 'lisbon'"))).toEqual(new Set(["lisbon"]));
    expect(await cities("`address.city` = 'LISBON'")).toEqual([]);
  });

  test("spec §4 columns with periods; §9 columns with periods: are searched by columns with periods, and by quotes (E16)", async () => {
    const found = await rows(`GET /customers?${where("`credit.limit` > 11000 AND Name LIKE 'O''Brien%'")}`);
    expect(found.length).toBeGreaterThan(0);
    for (const row of found) {
      expect(Number(row["credit.limit"])).toBeGreaterThan(11_000);
      expect(row.Name).toMatch(/^O'Brien/);
    }
  });

  test("a column in another case is another column", async () => {
    const orders = await rows(`GET /orders?${where("status = 'open' AND Status = 'Open'")}`);
    expect(orders.length).toBeGreaterThan(0);
    expect(orders[0]).toMatchObject({ status: "open", Status: "Open" });
    await expect(connection.call(`GET /customers?${where("name = 'x'")}`)).rejects.toMatchObject({
      kind: "badRequest",
    });
  });

  test("are made, read, changed and deleted", async () => {
    const body = { Id: 900, Name: "Ada's", City: "Lyon", CreditLimit: 12.5 };
    expect((await connection.call("POST /customers", { body })).body).toEqual({ count: 1 });
    expect((await connection.call("GET /customers/900")).body).toMatchObject({
      Id: 900,
      Name: "Ada's",
      "address.city": "Lyon",
    });
    expect((await connection.call("PATCH /customers/900", { body: { City: "Graz" } })).body).toEqual({ count: 1 });
    expect((await connection.call("GET /customers/900")).body).toMatchObject({ Name: "Ada's", "address.city": "Graz" });
    expect((await connection.call("DELETE /customers/900")).body).toEqual({ count: 1 });
    await expect(connection.call("GET /customers/900")).rejects.toMatchObject({ kind: "notFound" });
    await expect(connection.call("DELETE /customers/900")).rejects.toMatchObject({ kind: "notFound" });
  });

  test("a second one with the same id is a conflict", async () => {
    const body = { Id: 1, Name: "Twice" };
    await expect(connection.call("POST /customers", { body })).rejects.toMatchObject({ kind: "conflict" });
  });

  test("have orders", async () => {
    const orders = await rows(`GET /customers/3/orders?${where("total > 100")}`);
    expect(orders.length).toBeGreaterThan(0);
    expect(new Set(orders.map(({ CustomerId }) => CustomerId))).toEqual(new Set([3]));
  });
});

test("the database is not connected with a user that it does not know", async () => {
  const configuration = { ...connection.configuration(), username: "nobody-here" };
  await expect(caller.connect(demodatabase, { configuration })).rejects.toMatchObject({ kind: "unauthorized" });
});

test.each(["x' OR '1'='1", 'x\'; drop table "Customers"; --'])(
  "a value is never part of the statement: %s (E15)",
  async (value) => {
    expect(await rows(`GET /customers?${where(`Name = '${value.replaceAll("'", "''")}'`)}`)).toEqual([]);
    expect(await rows("GET /customers?pageSize=1")).toHaveLength(1);
  },
);
