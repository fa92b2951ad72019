import { expect, test } from "vitest";
import { requestHeaders } from "./request-headers.ts";

const headers = (
  written: Record<string, unknown>,
  method: "GET" | "POST" | "DELETE" = "POST",
  body?: unknown,
  stepName = "step",
) => {
  const result = requestHeaders({ method, headers: written, body }, { stepName, idempotencyKey: "k" });
  return result.ok ? { ...result.headers } : result.error;
};

test.each<[string, unknown, object]>([
  ["the step's name", headers({}, "GET"), { "Elements-Formula-Step": "step" }],
  [
    "a key for what changes something",
    headers({}, "DELETE"),
    { "Elements-Formula-Step": "step", "Idempotency-Key": "k" },
  ],
  [
    "the author's own key",
    headers({ "idempotency-key": "mine" }),
    { "idempotency-key": "mine", "Elements-Formula-Step": "step" },
  ],
  [
    "numbers, but nothing missing",
    headers({ a: 1, b: null, c: undefined }, "GET"),
    { a: "1", "Elements-Formula-Step": "step" },
  ],
  ["no forged step name", headers({ "elements-formula-step": "other" }, "GET"), { "Elements-Formula-Step": "step" }],
  [
    "the content type of JSON text",
    headers({}, "POST", ' {"a":1}'),
    { "Content-Type": "application/json", "Idempotency-Key": "k", "Elements-Formula-Step": "step" },
  ],
  [
    "no content type of other text",
    headers({}, "POST", "[no json"),
    { "Idempotency-Key": "k", "Elements-Formula-Step": "step" },
  ],
  [
    "the author's own content type",
    headers({ "content-type": "text/x" }, "GET", "{}"),
    { "content-type": "text/x", "Elements-Formula-Step": "step" },
  ],
  [
    "a name of a step that HTTP cannot carry, encoded",
    headers({}, "GET", undefined, "日\n"),
    { "Elements-Formula-Step": "%E6%97%A5%0A" },
  ],
  [
    "a header called __proto__, as any other",
    headers(JSON.parse('{"__proto__":"x"}'), "GET"),
    JSON.parse('{"__proto__":"x","Elements-Formula-Step":"step"}'),
  ],
])("sends %s", (_, sent, expected) => {
  expect(Object.entries(sent as object).toSorted()).toEqual(Object.entries(expected).toSorted());
});

test.each([
  ["\r\n", { a: "x\r\ny: z" }],
  ["a zero", { a: "x\0" }],
  ["letters beyond Latin-1", { a: "日本" }],
  ["a name with a line break", { "a\nb": "c" }],
  ["an empty name", { "": "c" }],
])("refuses %s (C08)", (_, written) => {
  expect(headers(written)).toMatch(/^headers: .* is an invalid header (name|value)\.$/s);
});
