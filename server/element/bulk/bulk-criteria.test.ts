import { expect, test } from "vitest";
import { anElement } from "#server/testing/fake-element-ports.ts";
import { type BulkQuery, readBulkQuery } from "./bulk-criteria.ts";

const element = anElement([], {
  objects: [
    { name: "contacts", queryDateName: "changed at", queryDateOperator: ">", queryDateFormat: "yyyy-MM-dd HH:mm" },
    { name: "deals", queryDateName: "updated" },
    { name: "wrong", queryDateName: "updated", queryDateOperator: "~" },
    { name: "plain" },
  ],
});
const FROM = "2026-01-31T10:20:30Z";
const read = (query: BulkQuery, configuration: Record<string, string> = {}) =>
  readBulkQuery(query, { element, configuration });
const whereOf = (...given: Parameters<typeof read>) => read(...given).criteria.where;

test.each<[string, BulkQuery, Record<string, string>, string]>([
  [
    "from has the name, operator and form of the object's date",
    { objectName: "contacts", from: FROM },
    {},
    "`changed at` > '2026-01-31 10:20'",
  ],
  [
    "to ends the period, whatever the operator",
    { objectName: "contacts", to: FROM },
    {},
    "`changed at` <= '2026-01-31 10:20'",
  ],
  [
    "both are joined",
    { objectName: "deals", from: FROM, to: "2026-02-01" },
    {},
    "(updated >= '2026-01-31T10:20:30Z') and (updated <= '2026-02-01T00:00:00Z')",
  ],
  [
    "lastRunDate is from, where there is none",
    { objectName: "deals", lastRunDate: FROM },
    {},
    "updated >= '2026-01-31T10:20:30Z'",
  ],
  [
    "from counts before lastRunDate",
    { objectName: "deals", from: FROM, lastRunDate: "2020-01-01" },
    {},
    "updated >= '2026-01-31T10:20:30Z'",
  ],
  [
    "the condition of a select is kept",
    { q: "select * from deals where a = 1 or b = 2", from: FROM },
    {},
    "(a = 1 or b = 2) and (updated >= '2026-01-31T10:20:30Z')",
  ],
  [
    "without a date of the object the element's counts",
    { objectName: "plain", from: FROM },
    { "bulk.query.field_name": "at", "bulk.query.operator": "=", "bulk.query.date_mask": "yyyyMMdd" },
    "at = '20260131'",
  ],
])("%s", (_, query, configuration, where) => expect(whereOf(query, configuration)).toBe(where));

test.each<[BulkQuery, string]>([
  [{ objectName: "plain", from: FROM }, "from: plain has no date to compare."],
  [{ objectName: "plain", to: FROM }, "to: plain has no date to compare."],
  [{ objectName: "plain", lastRunDate: FROM }, "lastRunDate: plain has no date to compare."],
  [{ objectName: "deals", to: "tomorrow" }, "to: must be an ISO 8601 date"],
  [{ objectName: "wrong", from: FROM }, "queryDateOperator: must be one of"],
  [{}, "q: the query parameter is required"],
  [{ objectName: "deals", where: "a =" }, "where: expected"],
])("%j is refused with %s", (query, message) => expect(() => read(query)).toThrow(message));
