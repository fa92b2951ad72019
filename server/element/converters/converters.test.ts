import { describe, expect, test } from "vitest";
import { anElement, aProvider, callHub, parameter } from "#server/testing/fake-element-ports.ts";

async function convertedQuery(where: string, more: Record<string, unknown>, line = "query where -> query where") {
  const { requests, send } = aProvider({ body: [] });
  const element = anElement([{ parameters: [parameter(line, more)] }]);
  await callHub("GET /contacts", { element, query: { where }, ports: { send } }).catch((error) => {
    expect(requests).toEqual([]);
    throw error;
  });
  return Object.fromEntries(
    [...new URL(requests[0]?.url ?? "").searchParams]
      .map(([name], _, all) => [name, all.filter(([other]) => other === name).map(([, value]) => value)])
      .map(([name, values]) => [name, values?.length === 1 ? values[0] : values]),
  );
}

describe("toQueryParameters; values are data (E15)", () => {
  const converter = "toQueryParameters";
  test.each<[string, unknown]>([
    ["email = 'a@b.c'", { email: "a@b.c" }],
    ["name = 'O''Brien' and active = true", { name: "O'Brien", active: "true" }],
    ["`last.name` = 'x'", { "last.name": "x" }],
    ["LastName = 'X'", { LastName: "X" }],
    ["date >= '2020' and date <= '2021'", { date: ["2020", "2021"] }],
    ["id in (1, 2)", { id: ["1", "2"] }],
    ["id in (1)", { id: "1" }],
    ["(a = 1 and (b = 2))", { a: "1", b: "2" }],
    ["name = '); DELETE FROM x'", { name: "); DELETE FROM x" }],
    ["name = 'a&admin=1'", { name: "a&admin=1" }],
  ])("%s", async (where, expected) => {
    expect(await convertedQuery(where, { converter })).toEqual(expected);
  });

  test("the old spelling in vendorName", async () => {
    expect(await convertedQuery("a = 1", {}, "query where -> query converter:toQueryParameters")).toEqual({ a: "1" });
  });

  test("another parameter with a converter", async () => {
    const { requests, send } = aProvider({ body: [] });
    const element = anElement([{ parameters: [parameter("query filter -> query x", { converter })] }]);
    await callHub("GET /contacts", { element, query: { filter: "a = 1" }, ports: { send } });
    expect(requests[0]?.url).toMatch(/\?a=1$/);
  });

  test.each(["a = 1 or b = 2", "a is null", "a = 1 and (b = 1 or c = 1)"])("refuses %s", async (where) => {
    await expect(convertedQuery(where, { converter })).rejects.toMatchObject({
      kind: "badRequest",
      message: expect.stringMatching(/^where: /),
    });
  });
});

describe("toODataFilter; values are data (E15)", () => {
  const converter = "toODataFilter";
  test.each([
    ["name = 'Ann'", "name eq 'Ann'"],
    ["name = 'O''Brien'", "name eq 'O''Brien'"],
    ["name = ''' or 1 eq 1 or name eq '''", "name eq ''' or 1 eq 1 or name eq '''"],
    ["a != 1", "a ne 1"],
    ["a < 1 and b <= 2 and c > 3 and d >= 4", "a lt 1 and b le 2 and c gt 3 and d ge 4"],
    ["a = true", "a eq true"],
    ["a = 1 or b = 2 and c = 3", "a eq 1 or b eq 2 and c eq 3"],
    ["(a = 1 or b = 2) and c = 3", "(a eq 1 or b eq 2) and c eq 3"],
    ["a in ('x', 'y''z', 3)", "a in ('x','y''z',3)"],
    ["a is null and b is not null", "a eq null and b ne null"],
    ["name like '%nn%'", "contains(name,'nn')"],
    ["name like 'A%'", "startswith(name,'A')"],
    ["name like '%n'", "endswith(name,'n')"],
    ["name like 'Ann'", "name eq 'Ann'"],
    ["address.city = 'Bern'", "address/city eq 'Bern'"],
  ])("%s", async (where, expected) => {
    expect(await convertedQuery(where, { converter })).toEqual({ $filter: expected });
  });

  test("has the name that the parameter gives it", async () => {
    expect(await convertedQuery("a = 1", { converter }, "query where -> query filter")).toEqual({ filter: "a eq 1" });
  });

  test.each(["`a eq 1 or b` = 'x'", "`a) or (1 eq 1` = 1", "name like 'a%b'"])("refuses %s", async (where) => {
    await expect(convertedQuery(where, { converter })).rejects.toMatchObject({
      kind: "badRequest",
      message: expect.stringMatching(/^where: /),
    });
  });
});

test("without a converter the text is passed on as it is", async () => {
  expect(await convertedQuery("Name = 'O''Brien'", {})).toEqual({ where: "Name = 'O''Brien'" });
});

test("bad syntax is refused whether or not it is converted", async () => {
  await expect(convertedQuery("a =", {})).rejects.toMatchObject({
    kind: "badRequest",
    message: expect.stringMatching(/position 4/),
  });
});
