import { describe, expect, test } from "vitest";
import { cpuMs, LINEAR_MS } from "#server/testing/linear-time.ts";
import { conflictsIn } from "./conflicts.ts";
import { problemsOf, problemsOfDefinition, problemText } from "./problems.ts";

const fieldsOf = (...lines: string[]) =>
  lines.map((line) => {
    const [path = "", type] = line.split(": ");
    return { path, ...(type !== undefined && { type }) };
  });
const transformation = (fields: object[]) =>
  ({
    vendorName: "x",
    configuration: [],
    scripts: [],
    fields: fields.map((one) => ({ configuration: [], ...one })),
  }) as unknown as Parameters<typeof problemsOf>[0];

describe("fields whose values cannot be kept together", () => {
  test.each<[string, string[], [at: number, other: number, isPart: boolean][]]>([
    ["a field and a part of it", ["name: string", "name.first: string"], [[1, 0, true]]],
    ["in the other order", ["name.first", "name"], [[0, 1, true]]],
    ["several levels apart", ["a: integer", "a.b.c"], [[1, 0, true]]],
    ["without a type", ["name", "name.first"], [[1, 0, true]]],
    ["a list and a field of its entries", ["tags[*]: string", "tags[*].name"], [[1, 0, true]]],
    ["the same path twice", ["name", "name"], [[1, 0, false]]],
    [
      "the same path in other words",
      ["a.b", "a['b']", "$.a.b"],
      [
        [1, 0, false],
        [2, 0, false],
      ],
    ],
    ["a part of an object", ["address: object", "address.city"], []],
    ["a part of an object of another type", ["address: Address", "address.city"], []],
    ["fields whose names begin alike", ["name", "names.first", "name2"], []],
    ["two parts of one field", ["name.first", "name.last"], []],
    ["a list and its size", ["tags", "tags.size()"], []],
    ["paths that cannot be read", ["a[", "a["], []],
  ])("%s", (_, lines, conflicts) => {
    expect(conflictsIn(fieldsOf(...lines)).map(({ at, other, isPart }) => [at, other, isPart])).toEqual(conflicts);
  });

  test("are none between levels, of which the nearest counts", () => {
    const levels = ["organization", "account"].map((level) => ({ path: "name", type: "string", level }));
    expect(conflictsIn([...levels, { path: "name.first", level: "account" }])).toEqual([
      { at: 2, other: 1, isPart: true },
    ]);
  });

  test("are found in ten thousand fields without comparing each with all", () => {
    const many = Array.from({ length: 10_000 }, (_, at) => ({ path: `f${at}.a.b.c` }));
    const spent = cpuMs(() =>
      expect(conflictsIn([...many, { path: "f9999" }])).toEqual([{ at: 9999, other: 10_000, isPart: true }]),
    );
    expect(spent).toBeLessThan(LINEAR_MS);
  });

  test("are refused with the names of both, in mappings and in definitions", () => {
    const fields = fieldsOf("name: string", "name.first: string");
    const text = expect.stringMatching(/^fields\[1\]\.path: "name\.first" is a part of the field "name", so /);
    expect(problemsOf(transformation(fields)).map(problemText)).toEqual([text]);
    expect(problemsOfDefinition({ fields: fields as never }).map(problemText)).toEqual([text]);
  });

  test("do not count where one is taken away", () => {
    const removed = { path: "name", configuration: [{ type: "remove" }] };
    expect(problemsOf(transformation([removed, { path: "name.first" }]))).toEqual([]);
  });

  test("that a definition has already do not prevent that others are mended", () => {
    const before = { fields: fieldsOf("a", "a.b", "c", "c.d", "e") as never };
    const after = { fields: fieldsOf("a", "a.b", "c.d") as never };
    expect(problemsOfDefinition(after, before)).toEqual([]);
    expect(problemsOfDefinition({ fields: fieldsOf("a", "a.b", "e", "e.f") as never }, before)).toHaveLength(1);
  });
});
