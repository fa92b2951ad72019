import { describe, expect, test } from "vitest";
import { ownedBy, sliceOf } from "./slice.ts";

const draft = {
  name: "Acme",
  unknown: { kept: true },
  configuration: [
    { key: "base.url", defaultValue: "https://acme.test" },
    { key: "username", "x-note": 1 },
    { key: "pagination.type" },
  ],
};
const properties = sliceOf({ fields: (name) => name === "bulk", entries: (key) => /^(base|pagination)\./.test(key) });
const info = sliceOf({ fields: (name) => name !== "configuration" && name !== "bulk" });

describe("a slice", () => {
  test("reads its own fields and entries", () => {
    expect(properties.read(draft)).toEqual({ configuration: [draft.configuration[0], draft.configuration[2]] });
    expect(info.read(draft)).toEqual({ name: "Acme", unknown: { kept: true } });
  });

  test("writes nothing but its own", () => {
    const next = properties.write(draft, { bulk: true, configuration: [{ key: "base.url", defaultValue: "new" }] });
    expect(next).toEqual({
      ...draft,
      bulk: true,
      configuration: [{ key: "base.url", defaultValue: "new" }, draft.configuration[1]],
    });
    expect(info.write(draft, { name: "Beacon" })).toEqual({ name: "Beacon", configuration: draft.configuration });
  });

  test("written as it was read is the same element", () => {
    for (const slice of [properties, info]) expect(slice.write(draft, slice.read(draft))).toEqual({ ...draft });
  });

  test("owns the places in them", () => {
    const problems = [{ path: ["configuration", 1, "name"] }, { path: ["configuration", 2] }, { path: ["name"] }];
    expect(ownedBy(properties, draft, problems)).toEqual([{ path: ["configuration", 2] }]);
    expect(ownedBy(info, draft, problems)).toEqual([{ path: ["name"] }]);
  });
});
