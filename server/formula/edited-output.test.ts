import { expect, test } from "vitest";
import { editedOutput, isEditable } from "./edited-output.ts";

const recorded = (stepType: string, output: unknown, took = "onSuccess") => ({
  stepType,
  took,
  output: output === undefined ? null : JSON.stringify(output),
});

test.each([
  ["what a script handed on", recorded("script", { a: 1 }), true],
  ["the item at which a loop stands", recorded("loop", { entry: 1, index: 0 }), true],
  ["what a filter decided: that way was taken", recorded("filter", { continue: true }), false],
  ["what a failed step left", recorded("httpRequest", { response: {} }, "onFailure"), false],
  ["nothing", recorded("script", undefined), false],
])("whether %s can be edited", (_, record, may) => {
  expect(isEditable(record)).toBe(may);
});

test("stores an edited output as JSON without its spaces", () => {
  expect(editedOutput('{\n  "a": [1, 2]\n}', "make", recorded("script", {}))).toBe('{"a":[1,2]}');
  const long = '{"id":12345678901234567890,"most":1e400}';
  expect(editedOutput(long, "make", recorded("script", {}))).toBe('{"id":"12345678901234567890","most":"1e400"}');
});

test("refuses invalid JSON by the name of its step", () => {
  expect(() => editedOutput("{", "make", recorded("script", {}))).toThrow("The output of make must be JSON.");
});

test("a loop continues at its place: its entry may be edited, its index may not", () => {
  const record = recorded("loop", { entry: { n: 1 }, index: 6 });
  expect(editedOutput('{"entry":{"n":2},"index":6}', "each", record)).toBe('{"entry":{"n":2},"index":6}');
  expect(() => editedOutput('{"entry":{"n":2},"index":7}', "each", record)).toThrow("must keep its index");
  expect(() => editedOutput("[]", "each", record)).toThrow("must keep its index");
});
