import { expect, test } from "vitest";
import type { z } from "zod";
import { httpMethod, objectOrJson, textOrNumber, wholeNumber, yesOrNo } from "./property-values.ts";

test.each<[string, z.ZodType, unknown, unknown]>([
  ["a number", wholeNumber(0, 5), 5, 5],
  ["a number as text", wholeNumber(0, 5), " 5 ", 5],
  ["true", yesOrNo, true, true],
  ["true as text", yesOrNo, "True", true],
  ["false as text", yesOrNo, "false", false],
  ["an id as a number", textOrNumber, 42, "42"],
  ["an id as text", textOrNumber, "42", "42"],
  ["an object", objectOrJson, { a: 1 }, { a: 1 }],
  ["an object as JSON", objectOrJson, '{"a":[1]}', { a: [1] }],
  ["a method in any case", httpMethod, " get ", "GET"],
])("accepts %s", (_, schema, value, parsed) => {
  expect(schema.parse(value)).toEqual(parsed);
});

test.each<[string, z.ZodType, unknown, string]>([
  ["6 of 5", wholeNumber(0, 5), 6, "must be at most 5"],
  ["6 of 5 as text", wholeNumber(0, 5), "6", "must be at most 5"],
  ["a negative number", wholeNumber(0, 5), "-1", "must be at least 0"],
  ["half a number", wholeNumber(0, 5), 1.5, "must be a whole number from 0 to 5"],
  ["no number", wholeNumber(0, 5), "abc", "must be a whole number from 0 to 5"],
  ["NaN", wholeNumber(0, 5), Number.NaN, "must be a whole number from 0 to 5"],
  ["maybe", yesOrNo, "maybe", "must be true or false"],
  ["a list for an object", objectOrJson, "[1]", "must be an object or the JSON text of one"],
  ["null as JSON for an object", objectOrJson, "null", "must be an object or the JSON text of one"],
  ["broken JSON", objectOrJson, '{"a":', "must be an object or the JSON text of one"],
  ["an unknown method", httpMethod, "TRACE", "must be GET, POST, PUT, PATCH or DELETE"],
  ["no text", textOrNumber, {}, "must be text"],
])("refuses %s (B07, B08)", (_, schema, value, message) => {
  expect(schema.safeParse(value).error?.issues[0]?.message).toBe(message);
});
