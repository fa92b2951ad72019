import { describe, expect, test } from "vitest";
import type { Change } from "./change-draft.ts";
import { type Draft, openDraft } from "./draft.ts";
import { changeDraft } from "./parsed-change.ts";

/** A draft in short notation, `a>b,c` or `loop:l>a|done`: name, targets on success, and after the bar on failure. */
function drawn(starts: string, ...steps: string[]): Draft {
  return openDraft({
    name: "f",
    engine: "v3",
    triggers: [{ type: "manual", onSuccess: starts.split(",").filter(Boolean) }],
    steps: steps.map((text) => {
      const [, type = "script", name, success = "", failure = ""] =
        /^(?:(\w+):)?([^>|]+)(?:>([^|]*))?(?:\|(.*))?$/.exec(text) ?? [];
      const list = (names: string) => names.split(",").filter(Boolean);
      return { name, type, properties: {}, onSuccess: list(success), onFailure: list(failure) };
    }),
  });
}

const outlineOf = ({ triggers, steps }: Draft) => [
  triggers.map(({ onSuccess }) => onSuccess.join()).join(";"),
  ...steps.map(({ name, type, onSuccess, onFailure }) => {
    const arrows = `${onSuccess.length ? `>${onSuccess}` : ""}${onFailure.length ? `|${onFailure}` : ""}`;
    return `${type === "script" ? "" : `${type}:`}${name}${arrows}`;
  }),
];

const start = { trigger: 0 };
const chain = drawn("a", "a>b", "b");
const looped = drawn("l", "loop:l>a|end", "a>l", "end");

test.each<[string, Draft, Change, string[]]>([
  [
    "the first step",
    drawn(""),
    { do: "addStep", type: "script", at: { from: start, port: "onSuccess" } },
    ["script", "script"],
  ],
  [
    "a step in the middle of a chain",
    chain,
    { do: "addStep", type: "script", name: "n", at: { from: { step: "a" }, port: "onSuccess", before: "b" } },
    ["a", "a>n", "n>b", "b"],
  ],
  [
    "a step before all the targets of a port",
    drawn("a,b", "a", "b"),
    { do: "addStep", type: "script", name: "n", at: { from: start, port: "onSuccess" } },
    ["n", "n>a,b", "a", "b"],
  ],
  [
    "a step between one of two targets",
    drawn("a,b", "a", "b"),
    { do: "addStep", type: "script", name: "n", at: { from: start, port: "onSuccess", before: "b" } },
    ["a,n", "n>b", "a", "b"],
  ],
  [
    "a step without a place, which nothing leads to",
    chain,
    { do: "addStep", type: "script" },
    ["a", "a>b", "b", "script"],
  ],
  [
    "a loop: what came next comes when it is done",
    chain,
    { do: "addStep", type: "loop", at: { from: { step: "a" }, port: "onSuccess", before: "b" } },
    ["a", "a>loop", "loop:loop|b", "b"],
  ],
  [
    "the first step of a loop's body leads back",
    drawn("l", "loop:l"),
    { do: "addStep", type: "script", name: "n", at: { from: { step: "l" }, port: "onSuccess" } },
    ["l", "loop:l>n", "n>l"],
  ],
  [
    "a step behind the last of a body leads back",
    looped,
    { do: "addStep", type: "script", name: "n", at: { from: { step: "a" }, port: "onSuccess" } },
    ["l", "loop:l>a|end", "a>n", "n>l", "end"],
  ],
  [
    "both ports of a filter at the end of a body continue with the next item",
    looped,
    { do: "addStep", type: "filter", at: { from: { step: "a" }, port: "onSuccess" } },
    ["l", "loop:l>a|end", "a>filter", "filter:filter>l|l", "end"],
  ],
  [
    "a step that handles a failure inside a loop continues with the next item",
    looped,
    { do: "addStep", type: "script", name: "n", at: { from: { step: "a" }, port: "onFailure" } },
    ["l", "loop:l>a|end", "a>l|n", "n>l", "end"],
  ],
  [
    "a loop inside a loop continues with the next item of the outer loop when it is done",
    drawn("l", "loop:l"),
    { do: "addStep", type: "loop", name: "i", at: { from: { step: "l" }, port: "onSuccess" } },
    ["l", "loop:l>i", "loop:i|l"],
  ],
  [
    "the first step of a loop inside a loop leads back to that one",
    drawn("l", "loop:l>i", "loop:i|l"),
    { do: "addStep", type: "script", name: "n", at: { from: { step: "i" }, port: "onSuccess" } },
    ["l", "loop:l>i", "loop:i>n|l", "n>i"],
  ],
  [
    "what follows a loop stays outside of it",
    drawn("l", "loop:l"),
    { do: "addStep", type: "script", name: "n", at: { from: { step: "l" }, port: "onFailure" } },
    ["l", "loop:l|n", "n"],
  ],
  [
    "a retry ends the run: nothing comes behind it",
    chain,
    { do: "addStep", type: "retryFormulaExecution", name: "r", at: { from: { step: "b" }, port: "onFailure" } },
    ["a", "a>b", "b|r", "retryFormulaExecution:r"],
  ],
])("adds %s", (_, draft, change, expected) => {
  expect(outlineOf(changeDraft(draft, change))).toEqual(expected);
});

test.each<[string, Draft, Change, string[]]>([
  ["the last step", chain, { do: "removeStep", name: "b" }, ["a", "a"]],
  ["the first: the chain closes", chain, { do: "removeStep", name: "a" }, ["b", "b"]],
  ["a loop: what came when it was done comes next", looped, { do: "removeStep", name: "l" }, ["end", "a>end", "end"]],
  [
    "a step of a body that leads to itself by the loop",
    looped,
    { do: "removeStep", name: "a" },
    ["l", "loop:l|end", "end"],
  ],
  ["one of two ways to the same", drawn("a,b", "a>b", "b"), { do: "removeStep", name: "a" }, ["b", "b"]],
  ["nothing that is not there", chain, { do: "removeStep", name: "x" }, ["a", "a>b", "b"]],
  ["an arrow", chain, { do: "disconnect", from: { step: "a" }, port: "onSuccess", to: "b" }, ["a", "a", "b"]],
])("removes %s", (_, draft, change, expected) => {
  expect(outlineOf(changeDraft(draft, change))).toEqual(expected);
});

test.each<[string, Draft, Change, string[]]>([
  ["an arrow", chain, { do: "connect", from: { step: "b" }, port: "onFailure", to: "a" }, ["a", "a>b", "b|a"]],
  [
    "an arrow that is there only once",
    chain,
    { do: "connect", from: { step: "a" }, port: "onSuccess", to: "b" },
    ["a", "a>b", "b"],
  ],
  ["a copy, which nothing leads to", chain, { do: "duplicateSteps", names: ["a"] }, ["a", "a>b", "b", "a2>b"]],
  [
    "a name everywhere",
    looped,
    { do: "renameStep", name: "l", to: "each" },
    ["each", "loop:each>a|end", "a>each", "end"],
  ],
  ["no name that is taken", chain, { do: "renameStep", name: "a", to: "b" }, ["a", "a>b", "b"]],
  [
    "the way back of a body that has none",
    drawn("l", "loop:l>a|end", "a>b", "b", "end"),
    { do: "closeLoop", name: "l" },
    ["l", "loop:l>a|end", "a>b", "b>l", "end"],
  ],
  [
    "pasted steps into a loop, which closes them",
    drawn("l", "loop:l"),
    {
      do: "paste",
      fragment: { formulary: "steps", steps: drawn("", "x>y", "y").steps, configuration: [] },
      at: { from: { step: "l" }, port: "onSuccess" },
    },
    ["l", "loop:l>x", "x>y", "y>l"],
  ],
])("draws %s", (_, draft, change, expected) => {
  expect(outlineOf(changeDraft(draft, change))).toEqual(expected);
});

describe("a trigger", () => {
  const formula = openDraft({
    triggers: [{ type: "event", id: 7, properties: { elementInstanceId: "${config.crm}" }, onSuccess: ["a"] }],
    steps: [{ name: "a", type: "script" }],
  });

  test("is replaced without losing the steps, nor what both kinds ask for", () => {
    const changed = changeDraft(formula, { do: "setTrigger", at: 0, type: "elementRequest" });
    expect(changed.triggers).toEqual([
      {
        type: "elementRequest",
        id: 7,
        properties: { elementInstanceId: "${config.crm}" },
        onSuccess: ["a"],
        onFailure: [],
      },
    ]);
    expect(changed.steps).toBe(formula.steps);
    expect(changeDraft(formula, { do: "setTrigger", at: 0, type: "manual" }).triggers[0]?.properties).toEqual({});
  });

  test("of a formula that has none leads to where it begins", () => {
    const { triggers } = changeDraft({ ...chain, triggers: [] }, { do: "setTrigger", at: 0, type: "manual" });
    expect(triggers).toMatchObject([{ type: "manual", onSuccess: ["a"] }]);
  });
});

describe("variables", () => {
  const formula = openDraft({
    configuration: [{ key: "crm", type: "elementInstance" }, { key: "mail" }],
    steps: [{ name: "a", type: "script", properties: { body: "done(config.crm, `${config.crm}`)" } }],
  });

  test("a new key is put into every expression", () => {
    const variable = { key: "sales", type: "elementInstance" as const };
    const changed = changeDraft(formula, { do: "setVariable", key: "crm", variable });
    expect(changed.configuration).toEqual([variable, { key: "mail", type: "value" }]);
    expect(changed.steps[0]?.properties.body).toContain("${config.sales}");
  });

  test("a key that is taken or empty changes nothing", () => {
    for (const key of ["mail", " "])
      expect(changeDraft(formula, { do: "setVariable", key: "crm", variable: { key, type: "value" } })).toBe(formula);
  });
});

test("keeps fields that the designer does not know", () => {
  const formula = {
    id: 5,
    name: "f",
    futureField: { a: 1 },
    triggers: [{ type: "manual", id: 1, async: true, properties: {}, onSuccess: ["a"], onFailure: [] }],
    steps: [
      { name: "a", id: 2, type: "script", note: "n", properties: { body: "", odd: [1] }, onSuccess: [], onFailure: [] },
    ],
    configuration: [{ key: "k", type: "value", odd: true }],
  };
  const draft = openDraft(formula);
  expect(draft).toEqual(formula);
  const changed = changeDraft(draft, { do: "renameStep", name: "a", to: "b" });
  expect(changed).toEqual({
    ...formula,
    triggers: [{ ...formula.triggers[0], onSuccess: ["b"] }],
    steps: [{ ...formula.steps[0], name: "b" }],
  });
});

test.each([
  [[], "A formula is a JSON object."],
  [{ steps: {} }, "steps must be a list."],
  [{ steps: [{ type: "script" }] }, "Every step needs a name."],
  [{ steps: [{ name: "a", type: "java" }] }, /^The type of step "a" must be one of elementRequest, /],
])("%j is no formula", (json, message) => {
  expect(() => openDraft(json)).toThrow(message);
});
