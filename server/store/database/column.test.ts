import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aDatabase, type TestDatabase } from "#server/testing/database.ts";
import { column } from "./column.ts";

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
  bigint: { values: fc.maxSafeInteger(), shown: String },
  int: { values: fc.integer() },
  timestamptz: { values: date },
  uuid: { values: fc.uuid() },
  text: { values: fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\0", "").toWellFormed()) },
};

test.each(Object.entries(kinds))(
  "a column of %s arrives as it left, whatever is in it",
  async (name, { values, shown }) => {
    const write = column[name as "text"];
    const show = (value: unknown) => (value !== null && shown ? shown(value as never) : value);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(values)), async (sent) => {
        const parameter = write(sent as string[], (value) => value);
        const { rows } = await pool.query(`select value from unnest($1::${name}[]) as value`, [parameter]);
        expect(rows.map(({ value }) => value)).toEqual(sent.map(show));
      }),
      { numRuns: 60 },
    );
  },
);
