import { describe, expect, test } from "vitest";
import { anElement, callHub, database, hooksThat, parameter } from "#server/testing/fake-element-ports.ts";
import type { SqlResult } from "../ports.ts";

const CONFIGURATION = {
  "base.url": "jdbc:postgresql://{db.host};databaseName={db.name}",
  "db.host": "db.example.com:5432",
  "db.name": "sales_1",
  username: "ann",
  password: "secret",
};

async function run(
  line: string,
  {
    resource = {},
    reply = { rows: [] },
    configuration = {},
    ...call
  }: {
    resource?: object;
    reply?: SqlResult;
    configuration?: object;
    body?: unknown;
    query?: Record<string, string>;
    ports?: object;
  },
) {
  const { queries, sql } = database(reply);
  const element = anElement([{ path: "/contacts", ...resource }], { protocolType: "jdbc" });
  const response = await callHub(line, {
    element,
    ...call,
    configuration: { ...CONFIGURATION, ...configuration },
    ports: { sql, ...call.ports },
  }).catch((error) => {
    expect(queries).toEqual([]);
    throw error;
  });
  return { response, query: queries[0] };
}

describe("an element of SQL", () => {
  test("names the database and the client", async () => {
    const { query } = await run("GET /contacts", { resource: { vendorPath: "select 1" } });
    expect(query).toEqual({
      url: "jdbc:postgresql://db.example.com:5432;databaseName=sales_1",
      user: "ann",
      password: "secret",
      text: "select 1",
      values: {},
      maxRows: 50,
    });
  });

  test("binds :name from path, query and body, and leaves casts alone", async () => {
    const { query } = await run("POST /contacts/7", {
      resource: {
        method: "POST",
        path: "/contacts/{id}",
        vendorPath: "update c set name = :name, at = now()::date where id = :id and kind = :kind and x = :missing",
        parameters: [
          parameter("body body -> query"),
          parameter("query kind -> query kind"),
          parameter("value -> query namedParameters"),
        ],
      },
      body: { name: "O'Brien", id: 9 },
      query: { kind: "x" },
      reply: { count: 1 },
    });
    expect(query?.values).toEqual({ name: "O'Brien", id: 9, kind: "x", missing: null });
  });

  test("returns the number of rows for DML, and at most 50 rows for SELECT", async () => {
    const rows = [{ id: 1, "a.b": null }];
    expect(
      (await run("GET /contacts?pageSize=500", { resource: { vendorPath: "select 1" }, reply: { rows } })).response,
    ).toMatchObject({
      body: [{ id: 1 }],
      headers: { "elements-returned-count": "1" },
    });
    expect((await run("GET /contacts?pageSize=500", { resource: { vendorPath: "select 1" } })).query?.maxRows).toBe(50);
    const resource = { vendorPath: "select 1 limit {pageSize}" };
    expect((await run("GET /contacts?pageSize=5", { resource })).query?.maxRows).toBe(5);
    const dml = await run("DELETE /contacts", {
      resource: { method: "DELETE", vendorPath: "delete from c" },
      reply: { count: 3 },
    });
    expect(dml.response.body).toEqual({ count: 3 });
  });

  test.each<[string, string | undefined, string, Record<string, unknown>]>([
    ["select * from c {where}", undefined, "select * from c ", {}],
    ["select * from c where {where}", undefined, "select * from c where 1 = 1", {}],
    ["select * from c {where}", "Name = 'O''Brien'", `select * from c where "Name" = :where_1`, { where_1: "O'Brien" }],
    [
      "select * from c where x = 1 and {where}",
      "a = 1 or b = 2",
      `select * from c where x = 1 and ("a" = :where_1 or "b" = :where_2)`,
      { where_1: 1, where_2: 2 },
    ],
    [
      "select * from c {where}",
      "contact.name like '%a%'",
      `select * from c where "contact.name" like :where_1`,
      { where_1: "%a%" },
    ],
    [
      "select * from c {where}",
      "a in ('x','y') and b is not null and c != 3",
      `select * from c where "a" in (:where_1, :where_2) and "b" is not null and "c" <> :where_3`,
      { where_1: "x", where_2: "y", where_3: 3 },
    ],
    [
      "select * from c {where}",
      "(a = 1 or b is null) and c = 2",
      `select * from c where ("a" = :where_1 or "b" is null) and "c" = :where_2`,
      { where_1: 1, where_2: 2 },
    ],
    [
      "select * from c {where}",
      `\`x" or 1=1 --\` = 1`,
      `select * from c where "x"" or 1=1 --" = :where_1`,
      { where_1: 1 },
    ],
    [
      "select * from c {where}",
      "a = '''; drop table c; --'",
      `select * from c where "a" = :where_1`,
      { where_1: "'; drop table c; --" },
    ],
  ])("%s with %s", async (vendorPath, where, text, values) => {
    const { query } = await run("GET /contacts", {
      resource: { vendorPath },
      query: where === undefined ? {} : { where },
    });
    expect(query).toMatchObject({ text, values });
  });

  test.each<[string, Record<string, string>, string]>([
    ["select * from c {orderBy}", { orderBy: "name desc, `a.b`" }, `select * from c order by "name" desc, "a.b"`],
    ["select * from c order by {orderBy}", {}, "select * from c order by 1"],
    ["select * from c order by {orderBy}", { orderBy: "x" }, `select * from c order by "x"`],
    [
      "select * from c limit {pageSize} offset {offset}",
      { page: "3", pageSize: "10" },
      "select * from c limit 10 offset 20",
    ],
  ])("%s", async (vendorPath, query, text) => {
    expect((await run("GET /contacts", { resource: { vendorPath }, query })).query?.text).toBe(text);
  });

  test("a name from the path is a quoted name", async () => {
    const resource = { path: "/tables/{table}", vendorPath: "select * from {table}" };
    expect((await run("GET /tables/c%22;drop%20table%20x", { resource })).query?.text).toBe(
      `select * from "c"";drop table x"`,
    );
  });

  test("a hook may write the statement", async () => {
    const hooks = [{ type: "preRequest", body: `done({ request_vendor_path: request_vendor_path + " {where}" })` }];
    const { query } = await run("GET /contacts?where=a%3D1", {
      resource: { vendorPath: "select 2", hooks },
      ports: { hook: hooksThat() },
    });
    expect(query?.text).toBe(`select 2 where "a" = :where_1`);
  });

  test.each<[string, Record<string, string>]>([
    ["a name with more", { "db.name": "x;user=postgres" }],
    ["a host with more", { "db.host": "evil.com/x" }],
    ["a host with credentials", { "db.host": "a@evil.com" }],
    ["nothing", { "db.host": "" }],
  ])("refuses %s for the database", async (_, configuration) => {
    await expect(run("GET /contacts", { resource: { vendorPath: "select 1" }, configuration })).rejects.toMatchObject({
      kind: "badRequest",
    });
  });

  test("refuses a name that no column has, and a placeholder without a value", async () => {
    const where = `\`${"x".repeat(200)}\` = 1`;
    await expect(
      run("GET /contacts", { resource: { vendorPath: "select {where}" }, query: { where } }),
    ).rejects.toThrow(/is not a column name/);
    await expect(run("GET /contacts", { resource: { vendorPath: "select {nope}" } })).rejects.toThrow(/^nope: /);
  });

  test("has no objects beyond those that are described", async () => {
    await expect(run("GET /other", {})).rejects.toMatchObject({ kind: "notFound" });
  });
});
