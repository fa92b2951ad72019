import { expect, test } from "vitest";
import { usualTab, valuesByTab } from "./values-by-tab.ts";

const value = (key: string) => ({ key, value: "x", length: 1 });
const tabsOf = (type: string, ...keys: string[]) =>
  valuesByTab(type, keys.map(value)).map(
    ({ label, values }) => `${label}: ${values.map(({ name }) => name).join(", ")}`,
  );
const opened = (type: string, ...keys: string[]) => usualTab(valuesByTab(type, keys.map(value)));

test("shows the request, the response, headers last, and the number of attempts", () => {
  const keys = ["request.headers", "request.method", "response.headers", "response.body", "response.code"];
  expect(tabsOf("httpRequest", ...keys)).toEqual([
    "Input: ",
    "Request: method, headers",
    "Response: code, body, headers",
    "Retries: ",
  ]);
  expect(opened("httpRequest", ...keys)).toBe("Response");
  expect(opened("httpRequest", "request.method", "error")).toBe("Request");
});

test("shows the output and logs of a script; the error is shown elsewhere", () => {
  expect(tabsOf("script", "error", "a", "console")).toEqual(["Input: ", "Output: a", "Logs: console"]);
  expect(opened("script", "a", "console")).toBe("Output");
  expect(opened("script", "error", "console")).toBe("Logs");
  expect(opened("filter")).toBe("Output");
});

test("the values of a trigger are the run's input", () => {
  expect(tabsOf("trigger", "args", "request.path")).toEqual(["Input: args, request.path"]);
  expect(opened("trigger", "args")).toBe("Input");
});

test("a loop and a formula have their output", () => {
  expect(tabsOf("loop", "index", "entry")).toEqual(["Input: ", "Output: index, entry"]);
});
