import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import type { Formula, Instance } from "./formula-answers.ts";
import { changesOf, cronOf, draftOf, isSchedule, missingOf } from "./instance-draft.ts";
import formulas from "./messages.en.ts";

const formula = {
  triggers: [{ type: "scheduled", properties: { cron: "${config.when}" } }],
  configuration: [
    { key: "crm", name: "CRM", type: "elementInstance", required: true },
    { key: "when", name: "When", type: "value", required: true },
    { key: "note", name: "Note", type: "value", required: false },
  ],
} as unknown as Formula;

const instance = (settings: Record<string, unknown>) =>
  ({ name: "Mine", configuration: { crm: "3" }, settings, singleThreaded: false }) as unknown as Instance;

test("shows defaults in fields, and does not store them", () => {
  const draft = draftOf(instance({}));
  expect(draft.settings).toMatchObject({ "notification.failures": "every", "errors.stop.after": "101" });
  expect(changesOf(draft, instance({})).settings).toEqual({});
});

test("restores stored settings, and keeps settings of other names", () => {
  const given = instance({
    "errors.stop.after": 3,
    "formula.instance.time.to.live": "9",
    "notification.email": "a@b.test",
  });
  const draft = draftOf(given);
  expect(draft.settings["errors.stop.after"]).toBe("3");
  const emptied = { ...draft, settings: { ...draft.settings, "notification.email": " " } };
  expect(changesOf(emptied, given).settings).toEqual({
    "formula.instance.time.to.live": "9",
    "errors.stop.after": "3",
  });
});

test("names a missing value by its label", () => {
  const t = createTranslator({ locale: "en-GB", messages: { formulas }, namespace: "formulas.missing" });
  expect(missingOf(formula, { name: " ", configuration: { when: "0 0 8 * * ?" } }, t)).toEqual({
    crm: "Choose a connection for CRM.",
    "": "Enter a name.",
  });
});

test("a variable that is the schedule is known as one, and filled in", () => {
  expect(isSchedule(formula, "when")).toBe(true);
  expect(isSchedule(formula, "note")).toBe(false);
  expect(cronOf(formula, { when: "0 0 8 * * ?" })).toBe("0 0 8 * * ?");
});
