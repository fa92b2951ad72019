import { describe, expect, test } from "vitest";
import { compilePollUrl } from "./poll-url.ts";

const SINCE = Date.UTC(2026, 2, 1, 9, 5, 7, 120);
const fill = (url: string) =>
  compilePollUrl(url)({ since: SINCE, configuration: { username: "ann & bob", "company.name": "acme" } });

test.each([
  ["${gmtDate:yyyy-MM-dd'T'HH:mm:ss'Z'}", "2026-03-01T09:05:07Z"],
  ["${date:EEE, dd MMM yyyy HH:mm:ss Z}", "Sun, 01 Mar 2026 09:05:07 +0000"],
  ["${date}", "1772355907120"],
  ["${dateTimeZone:America/Denver:yyyy-MM-dd'T'HH:mm:ss.SSSXXX}", "2026-03-01T02:05:07.120-07:00"],
  ["${dateTimeZone:Z:HH:mm}", "09:05"],
  ["${dateTimeZone:+02:00:HH:mm}", "11:05"],
  ["${epoch}", "1772355907120"],
  ["${epoch:ms}", "1772355907120"],
  ["${epoch:s}", "1772355907"],
  ["${epoch:us}", "1772355907120000"],
  ["${configuration.username}", "ann & bob"],
  ["${configuration.company.name}", "acme"],
  ["${configuration['company.name']}", "acme"],
])("%s becomes %s", (placeholder, text) => {
  expect(fill(`/hubs/crm/contacts?where=updated>'${placeholder}'`).query).toEqual({ where: `updated>'${text}'` });
});

test("parses human-readable addresses, and encodes the values that fill them", () => {
  expect(
    fill("/hubs/crm/${configuration.username}/a%20b?where=a%20IS%20NOT%20NULL and b='${date:XXX}'&x=1+2&y=100%&z"),
  ).toEqual({
    path: "/ann%20%26%20bob/a%20b",
    query: { where: "a IS NOT NULL and b='Z'", x: "1 2", y: "100%", z: "" },
  });
});

test("around the end of summer time a date without its offset is an hour earlier", () => {
  const url = compilePollUrl("/x?a=${dateTimeZone:America/Denver:HH:mm}&b=${dateTimeZone:America/Denver:HH:mm XXX}");
  const since = Date.UTC(2026, 10, 1, 8, 30);
  expect(url({ since, configuration: {} }).query).toEqual({ a: "01:30", b: "01:30 -07:00" });
  expect(url({ since: since - 3_600_000, configuration: {} }).query.a).toBe("00:30");
});

describe("C10: refused, each with its reason", () => {
  test.each([
    ["contacts", "must be a path"],
    ["https://x.test/contacts", "must be a path"],
    ["//x.test", "must be a path"],
    ["/x?y=${nothing}", "${nothing} is unknown"],
    ["/x?y=${__proto__}", "is unknown"],
    ["/x?y=${gmtDate:qqq}", "the letter q means nothing"],
    ["/x?y=${gmtDate:${date}}", "not closed, or a placeholder inside another"],
    ["/x?y=${gmtDate:yyyy", "is not closed"],
    ["/x?y=${dateTimeZone:Nowhere:yyyy}", "not a time zone"],
    ["/x?y=${dateTimeZone:yyyy}", "needs a zone and a date pattern"],
    ["/x?y=${dateTimeZone:{TimeZone}:yyyy}", "not closed, or a placeholder inside another"],
    ["/x?y=${epoch:h}", "followed by :ms, :s or :us"],
    [`/x?y=\${gmtDate:${"y".repeat(10_000)}}`, "longer than 4000"],
  ])("%s", (url, message) => {
    expect(() => compilePollUrl(url)).toThrow(new RegExp(message.replaceAll(/[${}().*]/g, "\\$&")));
  });

  test("a key that the instance does not have, when it is filled", () => {
    expect(() => fill("/x?y=${configuration.region}")).toThrow("no configuration region");
  });
});
