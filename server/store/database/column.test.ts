import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aDatabase, type TestDatabase } from "#server/testing/database.ts";
import { column, rowInputs } from "./column.ts";

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await aDatabase();
  pool = new pg.Pool({ connectionString: database.url });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const date = fc.date({
  min: new Date("0001-01-01T00:00:00Z"),
  max: new Date("9999-12-31T00:00:00Z"),
  noInvalidDate: true,
});
/** Values that must survive a round trip; `shown` converts a value to what the driver returns. */
const kinds: { [Name in keyof typeof column]: { values: fc.Arbitrary<unknown>; shown?: (value: never) => unknown } } = {
  bool: { values: fc.boolean() },
  bytea: { values: fc.uint8Array().map((bytes) => Buffer.from(bytes)) },
  bigint: { values: fc.maxSafeInteger(), shown: String },
  int: { values: fc.integer() },
  timestamptz: { values: date },
  uuid: { values: fc.uuid() },
  // Short and long ones, of ASCII alone and of all characters.
  text: {
    values: fc
      .oneof(
        fc.string(),
        fc.string({ unit: "grapheme" }),
        fc.string({ unit: "grapheme", minLength: 20, maxLength: 60 }),
      )
      .map((text) => text.replaceAll("\0", "").toWellFormed()),
  },
};

test.each(Object.entries(kinds))(
  "a column of %s arrives as it left, whatever is in it",
  async (name, { values, shown }) => {
    const write = column[name as "text"];
    const show = (value: unknown) => (value !== null && shown ? shown(value as never) : value);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(values)), async (sent) => {
        const list = rowInputs<{ sent: { value: string | null } }>({ sent: { value: write(({ value }) => value) } });
        const given = (sent as (string | null)[]).map((value) => ({ value }));
        const { rows } = await pool.query(`select value from ${list.rows("sent")}`, list.parameters({ sent: given }));
        expect(rows.map(({ value }) => value)).toEqual(sent.map(show));
      }),
      { numRuns: 60 },
    );
  },
);

test.each([
  ["int", 2 ** 31],
  ["int", -(2 ** 31) - 1],
  ["int", Number.NaN],
  ["bigint", 2 ** 63],
  ["bigint", Number.NaN],
  ["bigint", 1.5],
] as const)("a column of %s refuses %d", (name, value) => {
  const list = rowInputs<{ sent: { value: number } }>({ sent: { value: column[name]((row) => row.value) } });
  expect(() => list.parameters({ sent: [{ value }] })).toThrow(RangeError);
});

type Name = { id: number; name: string | null };
const INPUT = rowInputs<{ added: Name; removed: { id: number } }>(
  {
    added: {
      place: column.int((_, index) => index),
      id: column.bigint(({ id }) => id),
      name: column.text(({ name }) => name),
    },
    removed: { id: column.bigint(({ id }) => id) },
  },
  { parametersBefore: 1 },
);

test("the text of a statement has one parameter for each column, after its own", () => {
  expect(INPUT.rows("added")).toBe(
    "(select unnest($2::int[]) as place, unnest($3::bigint[]) as id, unnest($4::text[]) as name) as added",
  );
  expect(INPUT.rows("removed")).toBe("(select unnest($5::bigint[]) as id) as removed");
  expect(INPUT.columns("added")).toBe("place, id, name");
  expect(INPUT.array("removed", "id")).toBe("$5::bigint[]");
  expect(() => INPUT.array("removed", "name")).toThrow('The rows "removed" have no column "name".');
});

test.each([0, 1, 1000])("one prepared statement writes %i rows", async (count) => {
  const client = await pool.connect();
  try {
    await client.query("create temp table added_item (place int, id bigint, name text, owner text)");
    const added = Array.from({ length: count }, (_, id) => ({ id, name: id % 2 ? null : `name ${id}` }));
    const { rowCount } = await client.query({
      name: "added_items",
      text: `insert into added_item (${INPUT.columns("added")}, owner) select added.*, $1 from ${INPUT.rows("added")}
        where id <> all(${INPUT.array("removed", "id")})`,
      values: ["me", ...INPUT.parameters({ added, removed: [{ id: 0 }] })],
    });
    expect(rowCount).toBe(Math.max(count - 1, 0));
    const { rows } = await client.query("select place, id::int, name, owner from added_item order by place");
    expect(rows).toEqual(added.slice(1).map(({ id, name }) => ({ place: id, id, name, owner: "me" })));
  } finally {
    await client.query("drop table added_item");
    client.release();
  }
});
