import { expect, test } from "vitest";
import { responseModel } from "./response-model.ts";

const definitions = {
  contact: {
    type: "object",
    properties: {
      email: { type: "string", description: "E-mail address" },
      "zip code": { type: "string" },
      age: { type: "integer" },
      tags: { type: "array", items: { type: "string" } },
      stage: { type: "string", enum: ["won", "lost"] },
      address: { type: "object", properties: { city: { type: "string" } } },
    },
  },
};
const respondingWith = (schema: object) => ({ operation: { responses: { 200: { schema } } }, definitions });
const CONTACT = { $ref: "#/definitions/contact" };

test("the values of a response and a body of its form, before the first request", () => {
  const model = responseModel(respondingWith(CONTACT));
  expect(model?.values.map(({ path, control }) => [path, control])).toEqual([
    [".email", "text"],
    ['["zip code"]', "text"],
    [".age", "number"],
    [".tags", "texts"],
    [".stage", "choice"],
    [".address", "object"],
    [".address.city", "text"],
  ]);
  expect(model?.sample).toEqual({
    ...{ email: "text", "zip code": "text", age: 1, tags: ["text"], stage: "won" },
    address: { city: "text" },
  });
});

test("a list has the values of its first record", () => {
  const model = responseModel(respondingWith({ type: "array", items: CONTACT }));
  expect(model?.values[0]?.path).toBe("[0].email");
  expect(model?.sample).toMatchObject([{ email: "text" }]);
});

test.each([
  ["no response", { operation: {}, definitions }],
  ["a response without a model", { operation: { responses: { 200: {} } }, definitions }],
  ["a model without fields", respondingWith({ type: "object" })],
])("%s has no model", (_, documented) => {
  expect(responseModel(documented)).toBeUndefined();
});
