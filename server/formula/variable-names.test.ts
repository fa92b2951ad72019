import { expect, test } from "vitest";
import { formulaSchema } from "./shape.ts";
import { renameVariableName, resolveTriggerProperty, withKeysForNames } from "./variable-names.ts";

const VARIABLES = [
  { key: "crm", name: "CRM" },
  { key: "crm2", name: "CRM of Acme" },
  { key: "same", name: "same" },
];
const CONFIG = { crm: "1", crm2: "2", same: "3" };

test.each([
  ["its key", "${config.crm}", "1"],
  ["its name", "${config.CRM}", "1"],
  ["the longest name that fits", "${config.CRM of Acme}", "2"],
  ["a key that is its name", "${config.same}", "3"],
  ["nothing, where neither fits", "${config.other}", undefined],
  ["its name in brackets", "${config['CRM of Acme']}", "2"],
  ["a name inside a text", "no. ${config.CRM}", "no. 1"],
])("a variable is found by %s", (_, text, value) => {
  expect(resolveTriggerProperty(text, CONFIG, VARIABLES)).toBe(value);
});

test("leaves values that are no text unchanged", () => expect(resolveTriggerProperty(7, CONFIG, VARIABLES)).toBe(7));

test("a formula is written with keys, and is the same where names are keys", () => {
  const written = formulaSchema.parse({
    name: "f",
    configuration: [{ key: "crm", name: "CRM", type: "value" }],
    steps: [{ name: "s", type: "httpRequest", properties: { method: "GET", url: "https://x.test/${config.CRM}" } }],
  });
  expect(withKeysForNames(written).steps[0]?.properties).toMatchObject({ url: "https://x.test/${config.crm}" });
  const plain = formulaSchema.parse({ name: "f", configuration: [{ key: "crm", name: "crm", type: "value" }] });
  expect(withKeysForNames(plain)).toBe(plain);
});

test.each([
  [
    "by its name, with a path behind it",
    "Our CRM",
    "a/${config.CRM}/${config.CRM.id}",
    "a/${config.Our CRM}/${config.Our CRM.id}",
  ],
  ["by its name in brackets", "Our CRM", "${config['CRM'].id}", "${config['Our CRM'].id}"],
  ["by its key", "Our CRM", "${config.crm}", "${config.crm}"],
  ["as another variable, whose longer name fits", "Our CRM", "${config.CRM of Acme}", "${config.CRM of Acme}"],
  ["as something of a step", "Our CRM", "${steps.CRM.id}", "${steps.CRM.id}"],
  ["by a name that would now find another variable", "same", "${config.CRM}", "${config.crm}"],
])("a variable that gets another name and is referred to %s", (_, name, url, expected) => {
  const formula = formulaSchema.parse({
    name: "f",
    configuration: VARIABLES,
    steps: [{ name: "s", type: "httpRequest", properties: { method: "GET", url } }],
  });
  const variables = VARIABLES.map((variable) => (variable.key === "crm" ? { ...variable, name } : variable));
  expect(renameVariableName(formula, "crm", variables).steps[0]?.properties.url).toBe(expected);
});
