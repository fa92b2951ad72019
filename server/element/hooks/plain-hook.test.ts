import { describe, expect, test } from "vitest";
import { createPlainHooks } from "./plain-hook.ts";

const plain = createPlainHooks();
const variables = {
  events: { id: "7", items: [{ sku: "a" }], absent: undefined, eventHeaders: { "x-id": "1" } },
  request_body: '{"id":"7"}',
  meta_data: { at: new Date(0) },
  response_status_code: 200,
};
const resultOf = (body: string, { isLegacy = false } = {}) => plain({ body, isLegacy, variables, origins: "any" });

test.each<[string, unknown]>([
  [
    "done({ events: [{ event_object_id: events.id, of: events.eventHeaders['x-id'] }] })",
    { events: [{ event_object_id: "7", of: "1" }] },
  ],
  ["done({ response_body: events.items })", { response_body: [{ sku: "a" }] }],
  ["const { items } = events; done({ skus: items.map(({ sku }) => sku) })", { skus: ["a"] }],
  [
    "done([typeof response_body, response_status_code === 200, events.absent === undefined])",
    ["undefined", true, true],
  ],
  ["if (request_body) done({ continue: true }); else done({ continue: false })", { continue: true }],
])("%s is evaluated", (body, value) => {
  expect(resultOf(body)).toEqual({ ok: true, value, console: [], notify: [] });
});

test("shares nothing with the variables", () => {
  const result = resultOf("done(events.items)");
  expect(result?.ok && result.value).not.toBe(variables.events.items);
});

describe("leaves to the engine", () => {
  test.each([
    ["requests", "require('http')"],
    ["what is missing", "done(response_body.items)"],
    ["names that hooks do not have", "done(trigger.args)"],
    ["names of its own that hide a variable", "const events = 1; done(meta_data)"],
    ["values that JSON does not have", "done(meta_data.at)"],
    ["objects with such values", "done(meta_data)"],
    ["assignments", "events.id = 1; done(events.id)"],
    ["long scripts", `done(1); ${" ".repeat(16_384)}`],
  ])("%s", (_, body) => {
    expect(resultOf(body)).toBeUndefined();
  });

  test("hooks that return their value", () => {
    expect(resultOf("done(events.id)", { isLegacy: true })).toBeUndefined();
  });
});
