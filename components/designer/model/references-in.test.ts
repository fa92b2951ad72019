import { expect, test } from "vitest";
import { ENGLISH } from "#components/testing/english.ts";
import { draft, values } from "#components/testing/looping.ts";
import { type ReferenceState, referencesIn } from "./references-in.ts";

const seen = (text: string, { step = "end", isBare = false, of = draft } = {}) =>
  referencesIn(of, { step }, text, { speech: ENGLISH, isBare, values });

test.each<[ReferenceState, string]>([
  ["ok", "${steps.ask.response.code}"],
  ["ok", "${config.crm}"],
  ["ok", "${trigger.args.id}"],
  ["ok", "${info.formulaId}"],
  ["ok", "${steps.each}"],
  ["unknown", "${steps.asked.response}"],
  ["unknown", "${config.erp}"],
  ["unknown", "${crm}"],
  ["unreachable", "${steps.each.entry}"],
  ["unreachable", "${trigger.event.objectId}"],
  ["unseen", "${steps.ask.response.body[0].name}"],
  ["unseen", "${trigger.args.name}"],
  ["secret", "${steps.ask.request.headers.authorization}"],
])("%s: %s", (state, text) => {
  expect(seen(text)).toMatchObject([{ state }]);
});

test.each<[ReferenceState, string]>([
  ["ok", "${config.Customer list}"],
  ["ok", "${config.Customer list.id}"],
  ["ok", "${config.list}"],
  ["unknown", "${config.Customer}"],
])("variables are known by key, and by name where no key fits: %s: %s", (state, text) => {
  const of = {
    ...draft,
    configuration: [{ key: "list", name: "Customer list", type: "value" as const, required: true }],
  };
  expect(seen(text, { of })).toMatchObject([{ state }]);
});

test("reports the position of each reference in a text, spaces within its braces included", () => {
  const text = "a ${ config.crm } of ${steps.nobody} and ${config.crm}";
  expect(seen(text).map(({ start, end, state }) => [text.slice(start, end), state])).toEqual([
    ["${ config.crm }", "ok"],
    ["${steps.nobody}", "unknown"],
    ["${config.crm}", "ok"],
  ]);
});

test("never offers outputs of later steps", () => {
  expect(seen("${steps.end}", { step: "ask" })).toMatchObject([
    { state: "unreachable", message: '"end" never runs before this step, so ${steps.end} will be empty.' },
  ]);
});

test("a path without braces is one reference", () => {
  expect(seen("steps.ask.response.code", { isBare: true })).toMatchObject([{ start: 0, end: 23, state: "ok" }]);
  expect(seen("orders", { isBare: true })).toEqual([]);
});

test.each<[string, ReferenceState, string | undefined]>([
  ["${crm}", "ok", undefined],
  ["${ask.response.code}", "ok", undefined],
  ["${ask.response.text}", "unseen", 'In the last run, "ask" had no response.text.'],
  ["${erp}", "unknown", "${erp} is neither a variable nor a step."],
])("engine v1 knows names without a root: %s is %s", (text, state, message) => {
  const [reference] = seen(text, { of: { ...draft, engine: "v1" } });
  expect([reference?.state, reference?.message]).toEqual([state, message]);
});
