import { expect, test } from "vitest";
import { recordsOf, withoutLarge } from "./records.ts";
import type { Recorded } from "./step-type.ts";
import type { Engine } from "./walk-state.ts";

const records = (type: string, recorded: Recorded, engine: Engine = "v3") =>
  Object.fromEntries(recordsOf(type, engine, recorded).map(({ key, value }) => [key, value]));

const call = {
  request: {
    query: { a: "1" },
    body: { b: 2 },
    method: "POST",
    path: {},
    uri: "/c",
    headers: { h: "x" },
    "retry-attempt": 3,
  },
  response: { code: 200, headers: {}, body: [1] },
};

test.each<[string, string, Recorded, Record<string, unknown>]>([
  [
    "a script: one for each key",
    "script",
    { output: { a: { b: 1 }, c: [1], d: "8000270E-1392053436", e: 1.5, f: false, g: null } },
    { a: '{"b":1}', c: "[1]", d: "8000270E-1392053436", e: "1.5", f: "false", g: "null" },
  ],
  [
    "a script: console and notify beside",
    "script",
    { output: { a: 1 }, notes: { console: ["x"], notify: [{ subject: "s" }] } },
    { a: "1", console: '["x"]', notify: '[{"subject":"s"}]' },
  ],
  ["a script that failed", "script", { notes: { console: ["x"] }, error: "boom" }, { console: '["x"]', error: "boom" }],
  ["a script that said nothing", "script", { output: undefined, error: null }, {}],
  ["a script that said a word", "script", { output: "word" }, { result: "word" }],
  ["a script that said a list", "script", { output: [1, { a: 2 }] }, { result: '[1,{"a":2}]' }],
  ["a script that said false", "script", { output: false }, { result: "false" }],
  ["a filter", "filter", { output: { continue: false } }, { continue: "false" }],
  ["a notification, as a boolean", "notification", { output: { continue: true } }, { continue: true }],
  [
    "a request, two deep",
    "elementRequest",
    { output: call },
    {
      "request.query": '{"a":"1"}',
      "request.body": '{"b":2}',
      "request.method": "POST",
      "request.path": "{}",
      "request.uri": "/c",
      "request.headers": '{"h":"x"}',
      "request.retry-attempt": "3",
      "response.code": "200",
      "response.headers": "{}",
      "response.body": "[1]",
    },
  ],
  [
    "a request that failed also tells its error",
    "httpRequest",
    { output: { response: { code: 500 } }, error: "no" },
    { "response.code": "500", error: "no" },
  ],
  [
    "a stream, three deep",
    "elementRequestStream",
    { output: { download: { request: { uri: "/a" }, response: { code: 200 } } } },
    { "download.request.uri": "/a", "download.response.code": "200" },
  ],
  [
    "a message",
    "amqpRequest",
    { output: { request: { body: { a: 1 }, url: "u", exchange: "", queue: "q" } } },
    { "request.body": '{"a":1}', "request.url": "u", "request.exchange": "", "request.queue": "q" },
  ],
  ["a loop", "loop", { output: { entry: { val: 1 }, index: 0 } }, { entry: '{"val":1}', index: "0" }],
  ["a loop at its end", "loop", { output: {} }, {}],
  ["a loop over no list", "loop", { error: "list: x is not a list." }, { error: "list: x is not a list." }],
  ["a retry with v3", "retryFormulaExecution", { output: { attempt: 1 } }, { attempt: "1" }],
  [
    "a sub-formula with v3: one for each key",
    "formula",
    { output: { parent: 1, child: "x" } },
    { parent: "1", child: "x" },
  ],
  [
    "a failed sub-formula: its error only",
    "formula",
    { output: { request: {}, error: "x" }, error: "no" },
    { error: "no" },
  ],
  ["a type nobody knows any more", "toString", { output: { a: 1 } }, { a: "1" }],
])("%s", (_, type, recorded, expected) => {
  expect(records(type, recorded)).toEqual(expected);
});

test("a sub-formula with v1: one value for all", () => {
  expect(records("formula", { output: { parent: 1 } }, "v1")).toEqual({ result: '{"parent":1}' });
});

test("shows an error once that is in the output as well", () => {
  expect(recordsOf("script", "v3", { output: { error: "mine" }, error: "theirs" })).toEqual([
    { key: "error", value: "mine" },
  ]);
});

test("values that are too long are left out one by one, and named", () => {
  const long = "x".repeat(20);
  expect(withoutLarge("script", "v3", { a: 1, b: long, c: { d: long } }, 10)).toEqual({
    output: { a: 1, b: undefined, c: undefined },
    truncated: ["b", "c"],
  });
  expect(withoutLarge("script", "v3", long, 10)).toEqual({ output: undefined, truncated: ["result"] });
  expect(withoutLarge("script", "v3", { a: "short" }, 10)).toEqual({ output: { a: "short" }, truncated: [] });
});
