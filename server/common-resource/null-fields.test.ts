import { describe, expect, test } from "vitest";
import { compileMapper } from "./mapper.ts";
import { transformationSchema } from "./shape.ts";

/** The provider's object for an object of ours, with one field mapped. */
const sent = (path: string, vendorPath: string, source: unknown) =>
  compileMapper(transformationSchema.parse({ vendorName: "v", fields: [{ path, vendorPath }] }), "toVendor")(source);

describe("null clears the provider's field", () => {
  test.each<[string, string, unknown, unknown]>([
    ["name", "name", { name: null }, { name: null }],
    ["name", "person.name", { name: null }, { person: { name: null } }],
    ["address.city", "city", { address: null }, { city: null }],
    ["lines[0].text", "line", { lines: null }, { line: null }],
    ["phones[*].number", "numbers[*]", { phones: null }, { numbers: null }],
    ["phones[*].number", "numbers[*].n", { phones: [{ number: null }] }, { numbers: [{ n: null }] }],
    ["phones[*].number", "numbers", { phones: null }, { numbers: null }],
    ["phones[*].number", "numbers", { phones: [{ number: null }, { number: "1" }, {}] }, { numbers: [null, "1"] }],
    ["phones[?(@.type=='home')].number", "home", { phones: [{ type: "home", number: null }] }, { home: null }],
    ["phones[?(@.type=='home')].number", "home", { phones: [{ type: "work" }] }, {}],
    ["home", "phones[type=home].number", { home: null }, { phones: [{ type: "home", number: null }] }],
    ["tags", "labels[*].name", { tags: null }, { labels: null }],
  ])("%s to %s of %j", (path, vendorPath, source, expected) => {
    expect(sent(path, vendorPath, source)).toEqual(expected);
  });

  test("a field that is missing is not sent", () => {
    expect(sent("address.city", "city", { name: "x" })).toEqual({});
    expect(sent("phones[*].number", "numbers[*]", {})).toEqual({});
  });

  test("null that would clear other entries is refused", () => {
    expect(() => sent("home", "phones[?(@.type=='home')].number", { home: null })).toThrow(
      /^home: null cannot be sent/,
    );
  });
});
