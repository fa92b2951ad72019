import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseSelect } from "./select.ts";

describe("GET /query?q=", () => {
  test.each<[string, unknown]>([
    ["select * from contacts", { fields: "all", from: "contacts", orderBy: [] }],
    ["SELECT id, address.city FROM contacts", { fields: ["id", "address.city"], from: "contacts", orderBy: [] }],
    [
      "select id from contacts where name = 'O''Brien' and size > 1 order by name desc, id asc limit 10 offset 5",
      {
        fields: ["id"],
        from: "contacts",
        where: {
          all: [
            { attribute: "name", operator: "=", value: "O'Brien" },
            { attribute: "size", operator: ">", value: 1 },
          ],
        },
        whereText: "name = 'O''Brien' and size > 1",
        orderBy: [
          { field: "name", descending: true },
          { field: "id", descending: false },
        ],
        limit: 10,
        offset: 5,
      },
    ],
    ["select `a b` from `customers/groups`", { fields: ["a b"], from: "customers/groups", orderBy: [] }],
    ["select id from c limit 1", { fields: ["id"], from: "c", orderBy: [], limit: 1 }],
  ])("%s", (text, expected) => {
    expect(parseSelect(text)).toEqual(expected);
  });

  test.each([
    "",
    "select",
    "select from contacts",
    "select id contacts",
    "select id from contacts where",
    "select id from contacts where a = 1 limit",
    "select id from contacts limit 0",
    "select id from contacts limit 1.5",
    "select id from contacts offset -1",
    "select id from contacts; drop table contacts",
    "delete from contacts",
    "select id from contacts limit 1 order by id",
  ])("refuses %s", (text) => {
    expect(() => parseSelect(text)).toThrow(/^q: expected .* at position \d+/);
  });

  test("reads back whatever fields and object are written in back-ticks", () => {
    const name = fc.string({ unit: "grapheme", minLength: 1 });
    const written = (text: string) => `\`${text.replaceAll("`", "``")}\``;
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), name, (fields, from) => {
        const select = parseSelect(`select ${fields.map(written).join(", ")} from ${written(from)}`);
        expect(select).toEqual({ fields, from, orderBy: [] });
      }),
    );
  });
});
