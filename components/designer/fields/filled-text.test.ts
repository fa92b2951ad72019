import { expect, test } from "vitest";
import { ENGLISH } from "#components/testing/english.ts";
import { filledText } from "./filled-text.ts";

const context = {
  steps: { ask: { response: { body: [{ id: 7 }], code: 200, text: 'say "hi"' } }, none: null },
  trigger: { args: { name: "Ada" } },
  config: { crm: "12" },
};

test.each<[string, Omit<Parameters<typeof filledText>[2], "speech">, string | undefined]>([
  ["/contacts/${trigger.args.name}", {}, "/contacts/Ada"],
  ["${steps.ask.response.body}", {}, '1 item: [{"id":7}]'],
  ["${steps.none}", {}, "null"],
  ["plain", {}, undefined],
  ["${steps.ask.response.gone}", {}, undefined],
  ["${steps.ask.response.gone} of ${config.crm}", {}, " of 12"],
  ["${ask.response.code}", { shorthand: true }, "200"],
  ["${ask.response.code}", {}, undefined],
  [
    '{ "a": "${steps.ask.response.text}", "b": ${steps.ask.response.code} }',
    { place: "json" },
    '{ "a": "say \\"hi\\"", "b": 200 }',
  ],
  ["steps.ask.response.body", { isBare: true }, '1 item: [{"id":7}]'],
  ["steps.ask.response.gone", { isBare: true }, undefined],
  ["ask.response.code", { isBare: true }, undefined],
])("%s filled with the last run, %j, is %s", (text, how, expected) => {
  expect(filledText(text, context, { speech: ENGLISH, ...how })).toBe(expected);
});

test("shortens long values", () => {
  expect(filledText("${steps.a}", { steps: { a: "x".repeat(9000) } }, { speech: ENGLISH })).toHaveLength(401);
});
