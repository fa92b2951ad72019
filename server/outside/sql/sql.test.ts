import { once } from "node:events";
import type { AddressInfo } from "node:net";
import net from "node:net";
import { createServer } from "node:tls";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { SqlQuery } from "#server/element/ports.ts";
import { Failure } from "#server/errors.ts";
import { certificate } from "#server/testing/certificate.ts";
import { listen } from "#server/testing/listener.ts";
import { createEgress } from "../egress/egress.ts";
import { createSql } from "./sql.ts";

const server = new URL(inject("postgresAdminUrl"));
const database = "sql_port_test";
const place = `${server.hostname}:${server.port}`;
const jdbc = `jdbc:postgresql://${place};databaseName=${database}`;
const egress = createEgress({ allow: [`${server.hostname}:${server.port}`, "127.0.0.1"] });
const connection = createSql(egress, { idleMs: 300 });
const signal = new AbortController().signal;

const query = (text: string, values: SqlQuery["values"] = {}, changes: Partial<SqlQuery> = {}, how = signal) =>
  connection.sql(
    {
      url: jdbc,
      user: decodeURIComponent(server.username),
      password: decodeURIComponent(server.password),
      text,
      values,
      maxRows: 50,
      ...changes,
    },
    how,
  );

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error) => error,
  );

async function asOwner(text: string, name = database) {
  const client = new pg.Client({ connectionString: Object.assign(new URL(server), { pathname: name }).href });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  await asOwner(`create database ${database}`, "postgres");
  await asOwner(`create table contact (id int primary key, name text not null, "Mixed.Case" text, note jsonb)`);
  await asOwner(`insert into contact select i, 'contact ' || i, 'x', '{"a":1}' from generate_series(1, 1000) i`);
});
afterAll(async () => {
  await connection.close();
  await egress.close();
  await asOwner(`drop database if exists ${database} with (force)`, "postgres");
});

describe("statements", () => {
  test("a SELECT is its rows, at most maxRows", async () => {
    const reply = await query("select * from contact order by id");
    expect(reply).toMatchObject({
      rows: expect.arrayContaining([{ id: 1, name: "contact 1", "Mixed.Case": "x", note: { a: 1 } }]),
    });
    expect((reply as { rows: unknown[] }).rows).toHaveLength(50);
    expect(await query("select id from contact where id = :id", { id: 2 })).toEqual({ rows: [{ id: 2 }] });
    expect(await query("select id from contact where id < 0")).toEqual({ rows: [] });
  });

  test("rows beyond maxRows stay with the database", async () => {
    // All of them would take hours.
    const reply = await query("select 1 a from contact a, contact b, contact c", {}, { maxRows: 3 });
    expect(reply).toMatchObject({ rows: [{ a: 1 }, { a: 1 }, { a: 1 }] });
  });

  test("returns the number of changed rows", async () => {
    expect(await query("insert into contact (id, name) values (:id, :name)", { id: 2001, name: "n" })).toEqual({
      count: 1,
    });
    expect(
      await query("update contact set name = :name where id > :id", {
        id: 2000,
        name: "m",
      }),
    ).toEqual({ count: 1 });
    expect(
      await query("insert into contact (id, name) values (:id, :name) returning id", { id: 2002, name: "n" }),
    ).toEqual({ rows: [{ id: 2002 }] });
    expect(await query("delete from contact where id > 2000")).toEqual({ count: 2 });
    expect(await query("")).toEqual({ count: 0 });
  });

  test("a value is bound, whatever it holds", async () => {
    const name = "'; drop table contact; -- :id $1 \\";
    expect(await query("select :name::text as name, ':name' as kept", { name })).toEqual({
      rows: [{ name, kept: ":name" }],
    });
    expect(
      await query("select :a::int a, :b::boolean b, :c::jsonb c, :d::text d", {
        a: 5,
        b: true,
        c: { x: [1] },
        d: null,
      }),
    ).toEqual({ rows: [{ a: 5, b: true, c: { x: [1] }, d: null }] });
  });

  test("columns are JSON values", async () => {
    expect(
      await query(`select 5::bigint a, 9007199254740993::bigint b, 12.50::numeric c, 1234567890.123456789::numeric d,
        '2026-01-02'::date e, '2026-01-02 03:04:05.6'::timestamp f, '2026-01-02 03:04:05+02'::timestamptz g,
        '\\x00ff'::bytea h, '1 day'::interval i, array[1,2] j, 'NaN'::numeric k, 'infinity'::timestamptz l`),
    ).toEqual({
      rows: [
        {
          a: 5,
          b: "9007199254740993",
          c: 12.5,
          d: "1234567890.123456789",
          e: "2026-01-02",
          f: "2026-01-02T03:04:05.6",
          g: "2026-01-02T01:04:05.000Z",
          h: "AP8=",
          i: "1 day",
          j: [1, 2],
          k: "NaN",
          l: "infinity",
        },
      ],
    });
  });
});

describe("errors", () => {
  test.each<[string, string, object, object]>([
    [
      "an unknown table",
      "select * from nothing",
      {},
      { kind: "badRequest", providerMessage: 'relation "nothing" does not exist' },
    ],
    ["bad syntax", "selec", {}, { kind: "badRequest" }],
    ["two statements", "select 1; select 2", {}, { kind: "badRequest" }],
    ["a value of the wrong type", "select * from contact where id = :id", { id: "x" }, { kind: "badRequest" }],
    ["a value with NUL", "select :a::text", { a: "\0" }, { kind: "badRequest" }],
    ["a row that is there already", "insert into contact (id, name) values (1, 'x')", {}, { kind: "conflict" }],
    ["a missing value", "insert into contact (id, name) values (3001, :name)", {}, { kind: "badRequest" }],
  ])("%s is a Failure with the database's words, and the next statement runs", async (_, text, values, expected) => {
    expect(await failureOf(query(text, values as never))).toMatchObject({
      name: "Failure",
      providerMessage: expect.any(String),
      ...expected,
    });
    expect(await query("select 1 a")).toEqual({ rows: [{ a: 1 }] });
  });

  test.each(["copy contact from stdin", "copy contact to stdout"])(
    "%s is refused, and the next statement runs",
    async (copy) => {
      expect(await failureOf(query(copy))).toMatchObject({
        kind: "badRequest",
        message: expect.stringContaining("COPY"),
      });
      expect(await query("select 1 a")).toEqual({ rows: [{ a: 1 }] });
    },
  );

  test("a transaction that is left open ends with its connection", async () => {
    await query("begin");
    const open = await query(
      "select count(*)::int n from pg_stat_activity where state like 'idle in transaction%' and application_name = 'formulary'",
    );
    expect(open).toEqual({ rows: [{ n: 0 }] });
  });

  test.each<[string, Partial<SqlQuery>, object]>([
    ["a wrong password", { password: "canary" }, { kind: "unauthorized" }],
    ["an unknown database", { url: `jdbc:postgresql://${place}/nothing_here` }, { kind: "badRequest" }],
    ["no user", { user: "" }, { kind: "badRequest" }],
    ["another driver", { url: "jdbc:mysql://x/y" }, { kind: "badRequest" }],
    [
      "nobody there",
      { url: "jdbc:postgresql://127.0.0.1:1024/x" },
      { kind: "badGateway", message: expect.stringContaining("connection refused") },
    ],
  ])("%s", async (_, changes, expected) => {
    const failure = await failureOf(query("select 1", {}, changes));
    expect(failure).toMatchObject({ name: "Failure", ...expected });
    expect(JSON.stringify([failure, failure.message])).not.toContain("canary");
  });

  test("does not reuse a good connection for a wrong password", async () => {
    await query("select 1");
    expect(await failureOf(query("select 1", {}, { password: "wrong" }))).toMatchObject({ kind: "unauthorized" });
  });

  test("passwords of our own environment are never used", async () => {
    const seen = await listen((socket) => void socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3])));
    process.env.PGPASSWORD = "canary";
    await failureOf(
      query(
        "select 1",
        {},
        { url: `jdbc:postgresql://127.0.0.1:${seen.port}/x`, password: "", user: "someone" },
        AbortSignal.timeout(300),
      ),
    );
    delete process.env.PGPASSWORD;
    expect(seen.received().toString("latin1")).toContain("someone");
    expect(seen.received().toString("latin1")).not.toContain("canary");
    await seen.close();
  });

  test.each(["10.0.0.1", "169.254.169.254", "localhost.localdomain:22", "0x7f.1:5433", "[::1]"])(
    "%s is not allowed: no byte leaves (E01–E06)",
    async (host) => {
      const guarded = createEgress({ lookup: async () => ["127.0.0.1"] });
      const failure = await failureOf(
        createSql(guarded).sql(
          { url: `jdbc:postgresql://${host}/x`, user: "u", password: "p", text: "", values: {}, maxRows: 1 },
          signal,
        ),
      );
      expect(failure).toMatchObject({ kind: "badRequest", message: expect.stringContaining("not allowed") });
      await guarded.close();
    },
  );

  test("a statement that takes too long is ended by the database", async () => {
    const hasty = createSql(egress, { statementMs: 200 });
    const login = {
      url: jdbc,
      user: decodeURIComponent(server.username),
      password: decodeURIComponent(server.password),
    };
    expect(
      await failureOf(hasty.sql({ ...login, text: "select pg_sleep(20)", values: {}, maxRows: 1 }, signal)),
    ).toMatchObject({ kind: "timedOut" });
    await hasty.close();
  });

  test("an aborted signal rejects with its reason and ends the connection", async () => {
    const controller = new AbortController();
    const running = failureOf(query("select pg_sleep(20)", {}, {}, controller.signal));
    setTimeout(() => controller.abort(new Error("enough")), 200);
    expect(await running).toBe(controller.signal.reason);
    expect(await query("select 1 a")).toEqual({ rows: [{ a: 1 }] });
  });

  test("a reply of huge values is cut", async () => {
    expect(await failureOf(query("select repeat('x', 20000000) a"))).toMatchObject({
      kind: "badGateway",
      message: expect.stringContaining("larger than 10 MB"),
    });
    expect(await query("select 1 a")).toEqual({ rows: [{ a: 1 }] });
  });
});

describe("connections", () => {
  test("are shared by one login, four at most, and closed when unused", async () => {
    const active = async () =>
      (
        await asOwner(
          "select count(*)::int n from pg_stat_activity where application_name = 'formulary' and query not like '%sleep(20)'",
        )
      ).rows[0].n;
    await Promise.all(Array.from({ length: 20 }, () => query("select pg_sleep(0.02)")));
    expect(await active()).toBeLessThanOrEqual(4);
    await expect.poll(active).toBe(0);
  });
});

const message = (type: string, ...parts: (Buffer | number[])[]) => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const READY = Buffer.concat([message("R", [0, 0, 0, 0]), message("Z", Buffer.from("I"))]);
const text = (value: string) => Buffer.from(`${value}\0`);

describe("a server that means ill", () => {
  test.each<[string, (chunk: Buffer, index: number) => Buffer]>([
    ["sends noise", () => Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n")],
    ["sends rows nobody asked for", (_, index) => (index ? message("D", [0, 1, 0, 0, 0, 1, 65]) : READY)],
    [
      "sends a row that lies about its length",
      (_, index) =>
        index
          ? Buffer.concat([
              message("1"),
              message("T", [0, 1], text("a"), Buffer.alloc(18)),
              message("D", [127, 255, 127, 255, 255, 255]),
            ])
          : READY,
    ],
    [
      "ends the statement twice",
      (_, index) =>
        index ? Buffer.concat([message("C", text("SELECT 1")), message("C", text("SELECT 1")), READY, READY]) : READY,
    ],
    [
      "wants endless hashing",
      (_, index) =>
        index
          ? message("R", [0, 0, 0, 11], Buffer.from("r=x,s=eA==,i=4000000000"))
          : message("R", [0, 0, 0, 10], text("SCRAM-SHA-256"), [0]),
    ],
    [
      "wants to copy",
      (_, index) =>
        index
          ? Buffer.concat([message("G", [0, 0, 0]), message("H", [0, 0, 0]), message("d", Buffer.from("x"))])
          : READY,
    ],
    ["announces a message of 2 GB", () => Buffer.from([0x52, 0x7f, 0xff, 0xff, 0xff])],
    [
      "sends parts of many kinds",
      (_, index) =>
        index
          ? Buffer.concat(
              ["1", "2", "3", "n", "s", "I", "A", "K", "S", "N", "E", "Z", "t", "W", "c", "f"].map((type) =>
                message(type, Buffer.alloc(3)),
              ),
            )
          : READY,
    ],
    ["says nothing", () => Buffer.alloc(0)],
  ])("and %s has its own call alone fail, not the process", async (_, respond) => {
    let index = 0;
    const ill = await listen((socket, chunk) => void socket.write(respond(chunk, index++)));
    const hasty = createSql(egress, { connectMs: 500, statementMs: 500 });
    const url = `jdbc:postgresql://127.0.0.1:${ill.port}/x`;
    const pending = hasty.sql({ url, user: "u", password: "p", text: "select 1", values: {}, maxRows: 10 }, signal);
    const failure = await pending.catch((error) => error);
    expect(failure instanceof Failure || "rows" in failure || "count" in failure).toBe(true);
    await ill.close();
    await hasty.close();
  });

  test("and sends rows without end is cut off", async () => {
    const row = message("D", [0, 1, 0, 0, 4, 0], Buffer.alloc(1024, "x"));
    const many = Buffer.concat(Array.from({ length: 100 }, () => row));
    let index = 0;
    const ill = await listen((socket) => {
      if (!index++) return void socket.write(READY);
      socket.write(Buffer.concat([message("1"), message("2"), message("T", [0, 1], text("a"), Buffer.alloc(18))]));
      const more = () => {
        while (!socket.destroyed && socket.write(many));
      };
      socket.on("drain", more);
      more();
    });
    const failure = await failureOf(query("select 1", {}, { url: `jdbc:postgresql://127.0.0.1:${ill.port}/x` }));
    expect(failure).toMatchObject({ kind: "badGateway", message: expect.stringContaining("larger than 10 MB") });
    await ill.close();
  });
});

describe("TLS", () => {
  test.each(["ssl=true", "sslmode=require"])(
    "%s to a database without it is refused, no password leaves",
    async (mode) => {
      const plain = await listen((socket) => void socket.write("N"));
      const failure = await failureOf(
        query("select 1", {}, { url: `jdbc:postgresql://127.0.0.1:${plain.port}/x?${mode}` }),
      );
      expect(failure.message).toContain("does not offer TLS");
      expect(plain.received()).toHaveLength(8);
      await plain.close();
    },
  );

  test("bytes in front of the encryption are refused", async () => {
    const ill = await listen((socket) => void socket.write(Buffer.concat([Buffer.from("S"), READY])));
    expect(
      await failureOf(query("select 1", {}, { url: `jdbc:postgresql://127.0.0.1:${ill.port}/x?ssl=true` })),
    ).toMatchObject({ kind: "badGateway" });
    await ill.close();
  });

  test("sslmode=require encrypts, verify-full also checks the server's identity", async () => {
    const received: Buffer[] = [];
    const inner = createServer(
      certificate,
      (socket) => void socket.on("data", (chunk) => received.push(chunk)).on("error", () => {}),
    );
    const outer = net.createServer((socket) => {
      socket.once("data", () => {
        socket.write("S");
        inner.emit("connection", socket);
      });
    });
    outer.listen(0, "127.0.0.1");
    await once(outer, "listening");
    const url = `jdbc:postgresql://127.0.0.1:${(outer.address() as AddressInfo).port}/x`;
    expect(await failureOf(query("select 1", {}, { url: `${url}?sslmode=verify-full` }))).toMatchObject({
      kind: "badGateway",
      message: expect.stringContaining("certificate"),
    });
    expect(received).toEqual([]);
    await failureOf(
      query("select 1", {}, { url: `${url}?sslmode=require`, user: "someone" }, AbortSignal.timeout(1000)),
    );
    expect(Buffer.concat(received).toString("latin1")).toContain("someone");
    outer.close();
  });
});
