import { expect, test } from "vitest";
import type { ReadRow } from "./bulk-format.ts";
import { csv } from "./csv.ts";

async function rowsOf(text: string): Promise<ReadRow[]> {
  async function* whole() {
    yield text;
  }
  const rows: ReadRow[] = [];
  for await (const row of csv.read(whole())) rows.push(row);
  return rows;
}

const valuesOf = async (text: string) => (await rowsOf(text)).map((row) => ("value" in row ? row.value : row.problem));

test.each([
  ["a field and a part of it", "name,address.city,address\nBob,Bern,x\n", '"address" and "address.city"'],
  ["the other way round", "address,address.city\nx,Bern\n", '"address" and "address.city"'],
  ["a list and an entry of it", "tags,tags[0]\nx,y\n", '"tags" and "tags[0]"'],
])("a row with values for %s is refused, as one of them would be lost", async (_, text, named) => {
  expect(await valuesOf(text)).toEqual([
    expect.stringMatching(new RegExp(`^Line 2 has values for ${named.replace(/[[\]]/g, "\\$&")},`)),
  ]);
});

test("a row with one of both is read", async () => {
  expect(await valuesOf("id,address,address.city\n1,x,\n2,,Bern\n")).toEqual([
    { id: "1", address: "x" },
    { id: "2", address: { city: "Bern" } },
  ]);
});

test("columns that name the same field in two ways are refused", async () => {
  await expect(rowsOf("a.b,a['b']\n1,2\n")).rejects.toThrow("is twice in the header");
});

test("rows without any value are no rows", async () => {
  expect(await rowsOf("a,b\n1,2\n,\n\n,\n3,\n,,\n")).toEqual([
    { row: 1, value: { a: "1", b: "2" } },
    { row: 2, value: { a: "3" } },
  ]);
});
