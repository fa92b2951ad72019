import { expect, test } from "vitest";
import { ENGLISH } from "#components/testing/english.ts";
import { draft, values } from "#components/testing/looping.ts";
import { problemsInText } from "./text-problems.ts";

const faults = (text: string, step = "end", isBare = false) =>
  problemsInText(draft, { step }, text, { speech: ENGLISH, isBare, values });

test.each<[string, string]>([
  ["see $steps.ask.response.code.", "see ${steps.ask.response.code}."],
  ["${ask.response.code} of ${config.crm}", "${steps.ask.response.code} of ${config.crm}"],
  ["/${crm}/x", "/${config.crm}/x"],
])("%s is repaired by one click", (text, repaired) => {
  expect(faults(text).map(({ fix }) => fix?.text)).toEqual([repaired]);
});

test("a list is named without braces", () => {
  expect(faults("${steps.ask.response.body}", "each", true)).toEqual([
    {
      message: "Enter the list without ${ }.",
      fix: { label: "Write steps.ask.response.body", text: "steps.ask.response.body" },
    },
  ]);
  expect(faults("steps.ask.response.body", "each", true)).toEqual([]);
});

test.each<[string, string, string | undefined]>([
  ["what the run had", "${steps.ask.response.body[0].id}", undefined],
  [
    "what it did not have",
    "${steps.ask.response.body[0].name}",
    'In the last run, "ask" had no response.body[0].name.',
  ],
  ["a key that was null", "${trigger.args.none}", undefined],
  ["what it was not started with", "${trigger.args.name}", "The last run was started without args.name."],
  ["a step that failed then", "${steps.a.b.total}", undefined],
  [
    "a step that did not run then",
    "${steps.each.entry}",
    'This step is not inside the loop "each", so ${steps.each.entry} will be empty.',
  ],
  ["a variable", "${config.crm}", undefined],
  [
    "what another kind of trigger has",
    "${trigger.event.objectId}",
    "Only a trigger of the kind “Event” has ${trigger.event.objectId}.",
  ],
])("a reference to %s", (_, text, message) => {
  expect(faults(text).map((fault) => fault.message)).toEqual(message === undefined ? [] : [message]);
});

test("the item at hand is known inside the loop", () => {
  expect(faults("${steps.each.entry.id} ${steps.each.index}", "a.b")).toEqual([]);
});

test("reports nothing for a run with another trigger, or for a value that was too large to inspect", () => {
  const other = { ...values, triggerType: "event", cut: ["ask"], context: { ...values.context, steps: { ask: {} } } };
  expect(
    problemsInText(draft, { step: "end" }, "${trigger.args.name} ${steps.ask.x}", { speech: ENGLISH, values: other }),
  ).toEqual([]);
});
