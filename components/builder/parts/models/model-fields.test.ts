import { describe, expect, test } from "vitest";
import { typeOfField } from "../../../operation-forms/schema-fields.ts";
import {
  below,
  inside,
  modelRows,
  withNewField,
  withoutField,
  withRenamedField,
  withRequired,
  withType,
} from "./model-fields.ts";

const definitions = {
  contact: {
    id: "contact",
    properties: {
      id: { type: "integer", format: "int64" },
      address: { $ref: "#/definitions/Address" },
      inline: { type: "object", properties: { deep: { type: "string" } } },
      friends: { type: "array", items: { type: "contact" } },
      gone: { type: "Missing" },
    },
    required: ["id"],
  },
  Address: { properties: { city: { type: "string", required: true } } },
  contacts: { type: "array", items: { type: "contact" } },
};

const rows = (root: string, ...open: string[]) =>
  modelRows(definitions, root, new Set(open)).map(
    ({ key, level, isRequired }) => `${level} ${key}${isRequired ? "!" : ""}`,
  );

describe("the rows of a model", () => {
  test("are its fields", () =>
    expect(rows("contact")).toEqual(["0 /id!", "0 /address", "0 /inline", "0 /friends", "0 /gone"]));

  test("of a list are those of its values", () => expect(rows("contacts")).toEqual(rows("contact")));

  test("continue below open fields, also where a model contains itself", () =>
    expect(
      rows("contact", "/address", "/inline", "/friends", "/friends/friends").filter((row) => !row.startsWith("0")),
    ).toEqual([
      "1 /address/city!",
      "1 /inline/deep",
      "1 /friends/id!",
      "1 /friends/address",
      "1 /friends/inline",
      "1 /friends/friends",
      "2 /friends/friends/id!",
      "2 /friends/friends/address",
      "2 /friends/friends/inline",
      "2 /friends/friends/friends",
      "2 /friends/friends/gone",
      "1 /friends/gone",
    ]));

  test("are none of a model that is not there", () => expect(rows("nothing")).toEqual([]));
});

describe("a new field", () => {
  const shop = {
    shop: {
      properties: {
        empty: { type: "object", properties: {} },
        list: { type: "array", items: { type: "object", properties: {} } },
        full: { type: "object", properties: { city: { type: "string" } } },
        model: { $ref: "#/definitions/Address" },
        text: { type: "string" },
      },
    },
    Address: { properties: {} },
  };
  const ALL = new Set(["/empty", "/list", "/full", "/model", "/text"]);
  const placed = (name: string, open: ReadonlySet<string>) => {
    const shown = modelRows(shop, "shop", open);
    const row = shown.find((one) => one.key === `/${name}`);
    return row && { below: below(row, shown), inside: inside(row) };
  };
  const behind = (name: string) => ({ holder: ["shop"], parent: "", after: name });

  test.each([
    ["empty", ["shop", "properties", "empty"]],
    ["list", ["shop", "properties", "list", "items"]],
    ["model", ["Address"]],
  ])("below the open %s without fields is inside it", (name, holder) => {
    const within = { holder, parent: `/${name}`, after: null };
    expect(placed(name, ALL)).toEqual({ below: within, inside: within });
    expect(placed(name, new Set())).toEqual({ below: behind(name), inside: within });
  });
  test("below an open object with fields is after it, and can be inside it", () =>
    expect(placed("full", ALL)).toEqual({
      below: behind("full"),
      inside: { holder: ["shop", "properties", "full"], parent: "/full", after: null },
    }));
  test("cannot be inside a text", () => expect(placed("text", ALL)).toEqual({ below: behind("text"), inside: null }));
});

test.each([
  [{ type: "string" }, "string", false],
  [{ type: "string", format: "date-time" }, "dateTime", false],
  [{ type: "integer", format: "int64" }, "long", false],
  [{ type: "array", items: { $ref: "#/definitions/Address" } }, "Address", true],
  [{ type: "object", properties: {} }, "object", false],
  [{}, "unknown", false],
])("%j is of type %s", (schema, type, isList) => {
  expect(typeOfField(schema)).toEqual({ type, isList });
  expect(typeOfField(withType({ ...schema, description: "kept" }, { type, isList }))).toEqual({ type, isList });
});

test("another type keeps what else is said of a field", () =>
  expect(
    withType({ type: "string", format: "date", description: "When", "x-ours": 1 }, { type: "Address", isList: true }),
  ).toEqual({
    description: "When",
    "x-ours": 1,
    type: "array",
    items: { type: "Address" },
  }));

describe("fields", () => {
  const holder = { id: "m", properties: { a: { type: "string" }, b: { type: "string" } }, required: ["a"] };

  test("are added after another", () => {
    const { schema, name } = withNewField(holder, "a");
    expect([Object.keys(schema.properties as object), name]).toEqual([["a", "field", "b"], "field"]);
    expect(withNewField(schema, null).name).toBe("field2");
  });

  test("are renamed in their position and stay required", () =>
    expect(withRenamedField(holder, "a", "c")).toEqual({
      id: "m",
      properties: { c: { type: "string" }, b: { type: "string" } },
      required: ["c"],
    }));

  test.each(["", "b"])("are not renamed to %j", (name) => expect(withRenamedField(holder, "a", name)).toBeNull());

  test("are removed from the required ones, too", () =>
    expect(withoutField(holder, "a")).toEqual({ id: "m", properties: { b: { type: "string" } } }));

  test("of older models lose their flags", () =>
    expect(withRequired({ properties: { a: { required: true }, b: {} } }, "b", true)).toEqual({
      properties: { a: {}, b: {} },
      required: ["a", "b"],
    }));
});
