import { expect, test } from "vitest";
import { whyInexact } from "./exact-records.ts";

const record = (output: unknown, more: object = {}) => ({
  output: output === null ? null : JSON.stringify(output),
  notes: null,
  error: null,
  ...more,
});

test.each([
  ["nothing", record(null)],
  ["plain values", record({ a: [1, { b: "x" }] })],
  [
    "a masked header of what was sent",
    record({ request: { headers: { authorization: "********" } }, response: { code: 200 } }),
  ],
  ["a masked header of the reply", record({ response: { headers: { "set-cookie": "********" }, body: {} } })],
])("a record of %s can be gone on from", (_, given) => {
  expect(whyInexact(given)).toBeNull();
});

test.each([
  ["a secret in the reply", record({ response: { body: { token: "a ******** b" } } }), /secret/],
  ["a secret in a list", record([["********"]]), /secret/],
  ["a secret as a name", record({ "********": 1 }), /secret/],
  ["a secret in the error", record(null, { error: "wrong: ********" }), /secret/],
  ["what was too large", record(null, { notes: '{"truncated":"The output was larger than 4 MB"}' }), /too large/],
])("a record of %s cannot", (_, given, words) => {
  expect(whyInexact(given)).toMatch(words);
});
