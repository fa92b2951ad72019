import { describe, expect, test } from "vitest";
import { converterBetween } from "#server/element/data-types/converter-between.ts";
import { compileCommonResources } from "./compile.ts";
import { mapQuery } from "./map-query.ts";
import { problemsOf, problemText } from "./problems.ts";
import { transformationSchema } from "./shape.ts";

const READ_ONLY = [{ type: "passThrough", properties: { fromVendor: true, toVendor: false } }];
const problems = (...fields: object[]) =>
  problemsOf(transformationSchema.parse({ vendorName: "v", fields })).map(problemText);

describe("fields that are sent to one place of the provider", () => {
  test("are a problem", () => {
    expect(problems({ path: "a", vendorPath: "x" }, { path: "b", vendorPath: "x" })).toEqual([
      expect.stringMatching(/^fields\[1\]\.vendorPath: "b" and "a" are sent to the same field "x"/),
    ]);
    expect(problems({ path: "a", vendorPath: "x.y" }, { path: "b", vendorPath: "x", vendorType: "string" })).toEqual([
      expect.stringMatching(
        /^fields\[0\]\.vendorPath: "a" is sent to "x\.y", a part of "x", the provider's field of "b"/,
      ),
    ]);
  });

  test("are none if one is only read, or has fields", () => {
    expect(problems({ path: "a", vendorPath: "x" }, { path: "b", vendorPath: "x", configuration: READ_ONLY })).toEqual(
      [],
    );
    expect(problems({ path: "a", vendorPath: "x.y" }, { path: "b", vendorPath: "x", vendorType: "object" })).toEqual(
      [],
    );
    expect(problems({ path: "a", vendorPath: "" }, { path: "b" })).toEqual([]);
  });
});

test("fields that overlapped before can stay, and new overlaps are refused by name", () => {
  const field = (path: string, vendorPath: string, more: object = {}) => ({ path, vendorPath, ...more });
  const transformation = (...fields: object[]) => transformationSchema.parse({ vendorName: "v", fields });
  const old = [field("whole", "a"), field("part", "a.b"), field("twice", "c"), field("again", "c")];
  const before = transformation(...old);
  const after = (...fields: object[]) => problemsOf(transformation(...fields), before).map(problemText);
  expect(problemsOf(before)).toHaveLength(2);
  expect(after(...old)).toEqual([]);
  expect(after(field("new", "d"), ...old.toReversed())).toEqual([]);
  expect(after(field("whole", "a", { type: "integer" }), ...old.slice(1, 2))).toEqual([]);
  expect(after(...old, field("more", "a.e"))).toEqual([
    expect.stringMatching(
      /^fields\[4\]\.vendorPath: "more" is sent to "a\.e", a part of "a", the provider's field of "whole"/,
    ),
  ]);
  expect(after(field("whole", "d"), field("part", "d.b"))).toHaveLength(1);
});

test("a condition on an entry of a list names the caller's field", async () => {
  const fields = [{ path: "home", vendorPath: "phones[type=home].number" }];
  const transformation = transformationSchema.parse({ objectName: "n", vendorName: "v", fields });
  const [resource] = compileCommonResources([{ name: "n", level: "organization", transformation } as never]).values();
  const around = { hook: () => Promise.reject(new Error("There is no hook.")), signal: new AbortController().signal };
  await expect(mapQuery(resource as never, { where: "home = '1'" }, around)).rejects.toThrow(/^where: home cannot/);
});

test("a date that does not exist is refused by the caller's type", () => {
  const convert = converterBetween("due", "dateTime", "long");
  expect(() => convert?.("2024-02-30T00:00:00Z")).toThrow('due: "2024-02-30T00:00:00Z" is not of type dateTime.');
});
