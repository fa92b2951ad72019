import { expect, test } from "vitest";
import { valuesByTab } from "./values-by-tab.ts";

const value = (key: string, text = "x") => ({ key, value: text });
const told = (...given: Parameters<typeof valuesByTab>) =>
  valuesByTab(...given).map(({ label, values }) => `${label}: ${values.map(({ key }) => key).join(", ")}`);

test("the reply comes before the request, and headers last", () => {
  const values = [
    value("request.headers"),
    value("request.method"),
    value("response.headers"),
    value("response.body"),
    value("response.code"),
  ];
  expect(told("httpRequest", values, null)).toEqual(["Response: code, body, headers", "Request: method, headers"]);
});

test("an error is seen first", () => {
  expect(told("script", [value("error"), value("a")], "boom")).toEqual(["Error: What went wrong", "Output: a"]);
});

test("the values of a trigger are the run's input", () => {
  expect(told("trigger", [value("args")], null)).toEqual(["Input: args"]);
});

test("a step without values still has a place to say so", () => {
  expect(told("filter", [], null)).toEqual(["Output: "]);
});
