import { describe, expect, test } from "vitest";
import { bodyObject, missingFields, unknownNames, withBodyValue } from "../../operation-forms/body-fields.ts";
import { bodyFieldsOf } from "./body-fields.ts";

const definitions = {
  contact: {
    required: ["name", "address"],
    properties: {
      age: { type: "integer" },
      name: { type: "string", description: "Full name" },
      isNew: { type: "boolean" },
      stage: { type: "string", enum: ["lead", "customer"] },
      tags: { type: "array", items: { type: "string" } },
      address: { $ref: "#/definitions/address" },
      inner: { type: "object", properties: { note: { type: "string" } } },
    },
  },
  address: { required: ["city"], properties: { city: { type: "string" }, parent: { type: "address" } } },
};
const draftOf = (resource: object) => ({ resources: [{ method: "POST", path: "/contacts", ...resource }] });
const withModel = draftOf({ model: { requestName: "contact", requestSwagger: definitions } });
const fieldsOf = (draft: object) => bodyFieldsOf(draft as Record<string, unknown>, 0) ?? [];

describe("the fields of a body", () => {
  test("are those of the request model, the required ones first, each with a control for its type", () => {
    expect(fieldsOf(withModel).map(({ name, control, isRequired }) => [name, control, isRequired])).toEqual([
      ["name", "text", true],
      ["address", "object", true],
      ["age", "number", false],
      ["isNew", "boolean", false],
      ["stage", "choice", false],
      ["tags", "texts", false],
      ["inner", "object", false],
    ]);
    const [name, address, , , stage] = fieldsOf(withModel);
    expect([name?.help, stage?.options]).toEqual(["Full name", ["lead", "customer"]]);
    expect(address?.fields.map(({ path }) => path.join("."))).toEqual(["address.city", "address.parent"]);
  });

  test("a model that contains itself ends", () => {
    let [deepest] = fieldsOf(withModel).filter(({ name }) => name === "address");
    let levels = 1;
    for (; deepest?.fields[1]; levels++) deepest = deepest.fields[1];
    expect([levels, deepest?.control]).toEqual([4, "json"]);
  });

  test("without a model are those that parameters take from the body", () => {
    const parameters = [
      { type: "bodyField", name: "amount", dataType: "number", required: true },
      { type: "bodyField", name: "note" },
      { type: "bodyField", name: "given", source: "response" },
    ];
    expect(fieldsOf(draftOf({ parameters })).map(({ name, control }) => `${name} ${control}`)).toEqual([
      "amount number",
      "note text",
    ]);
  });

  test("are none without a model, or of a list", () => {
    expect(bodyFieldsOf(draftOf({}), 0)).toBeUndefined();
    const list = { requestName: "list", requestSwagger: { list: { type: "array", items: definitions.address } } };
    expect(bodyFieldsOf(draftOf({ model: list }), 0)).toBeUndefined();
  });
});

describe("a body", () => {
  test("keeps what the form does not know", () => {
    const text = '{"other":[1,{"a":null}],"name":"Ada"}';
    expect(JSON.parse(withBodyValue(text, ["address", "city"], "London"))).toEqual({
      ...{ other: [1, { a: null }], name: "Ada", address: { city: "London" } },
    });
    expect(unknownNames(fieldsOf(withModel), bodyObject(text) ?? {})).toEqual(["other"]);
  });

  test("loses a field that is emptied, and the object that contained only it", () => {
    expect(withBodyValue('{"address":{"city":"London"}}', ["address", "city"], undefined)).toBe("");
    expect(JSON.parse(withBodyValue('{"address":{"city":"x","zip":1}}', ["address", "city"], undefined))).toEqual({
      address: { zip: 1 },
    });
  });

  test.each(["[1]", "1", "{", '{"id":12345678901234567890}'])("%s is for the JSON editor", (text) => {
    expect(bodyObject(text)).toBeUndefined();
  });

  test("names the required fields that it lacks", () => {
    expect(missingFields(fieldsOf(withModel), {})).toEqual(["name", "address.city"]);
    expect(missingFields(fieldsOf(withModel), { name: "Ada", address: { city: "London" } })).toEqual([]);
  });
});
