import { expect, test } from "vitest";
import { rowTest } from "./filter-rows.ts";
import { parseWhere } from "./where.ts";

const ROW = {
  ...{ id: 7, name: "Ada Lovelace", size: "10", active: true, none: null, tags: ["a", "b"], address: { city: "Ulm" } },
  changed: "2026-05-24T18:31:01.000Z",
};

test.each([
  "id = 7",
  "id = '7'",
  "id != 8 and id <> 9",
  "size > 9",
  "size >= '10'",
  "active = true",
  "active = 'true'",
  "name like 'ada%'",
  "name like '%love%'",
  "name like '%a%a%l%e'",
  "name = 'x' or address.city in ('Bonn', 'Ulm')",
  "none is null and missing is null and id is not null",
  "tags = 'b'",
  "changed = '2026-05-24T18:31:01Z'",
  "changed >= '2026-05-24T20:31:01+02:00' and changed < '2026-05-25'",
])("%s holds", (text) => {
  expect(rowTest(parseWhere(text))(ROW)).toBe(true);
});

test.each([
  "id = 8",
  "none = 'null'",
  "missing != 1",
  "name like 'love%'",
  "name like 'ada%ada%'",
  "name < 'A'",
  "tags = 'c'",
  "id in (1, 2)",
  "changed > '2026-05-24T18:31:01Z'",
])("%s does not hold", (text) => {
  expect(rowTest(parseWhere(text))(ROW)).toBe(false);
});
