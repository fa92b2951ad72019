import { expect, test } from "vitest";
import { ENGLISH } from "#components/testing/english.ts";
import { openDraft } from "./draft.ts";
import { problemsOf } from "./problems.ts";

const script = (name: string, rest: object = {}) => ({ name, type: "script", properties: { body: "done()" }, ...rest });
const problems = (steps: object[], rest: object = {}) =>
  problemsOf(
    openDraft({ name: "f", engine: "v3", triggers: [{ type: "manual", onSuccess: ["a"] }], steps, ...rest }),
    ENGLISH,
  ).map(({ severity, message }) => `${severity}: ${message}`);

const get = (url: string) => ({ name: "a", type: "httpRequest", properties: { method: "GET", url } });

test.each<[string, object[], object, string[]]>([
  ["nothing", [script("a")], {}, []],
  ["no trigger", [script("a")], { triggers: [] }, ["hint: This formula has no trigger. Choose one."]],
  ["a step that never runs", [script("a"), script("b")], {}, ["hint: No step leads here, so this step never runs."]],
  [
    "an arrow into the void",
    [script("a", { onSuccess: ["x"] })],
    {},
    ['hint: This step leads to "x", which does not exist.'],
  ],
  [
    "an empty property",
    [{ name: "a", type: "httpRequest", properties: { method: "GET" } }],
    {},
    ["hint: URL is empty."],
  ],
  [
    "a property with a typing error",
    [{ name: "a", type: "httpRequest", properties: { method: "GET", url: "https://x.test", retryAttemps: 3 } }],
    {},
    ["hint: The property retryAttemps has no effect. Did you mean “retryAttempts”?"],
  ],
  [
    "a property that nothing reads",
    [{ ...script("a"), properties: { body: "done()", mimeType: "application/javascript", tint: "red" } }],
    { triggers: [{ type: "manual", properties: { when: "now" }, onSuccess: ["a"] }] },
    ["hint: The property when has no effect.", "hint: The property tint has no effect."],
  ],
  ["an unknown step", [get("https://x.test/${steps.z.id}")], {}, ["hint: The step ${steps.z.id} does not exist."]],
  ["an unknown step in brackets", [get("${steps['z'].id}")], {}, ["hint: The step ${steps['z'].id} does not exist."]],
  [
    "an unknown variable in brackets",
    [get('${config["z"]}')],
    {},
    ['hint: The variable ${config["z"]} does not exist.'],
  ],
  [
    "a script that does not parse",
    [{ ...script("a"), properties: { body: "const a = 1;\ndone(`${steps.first step.a}`)" } }],
    {},
    ["hint: Line 2 of the script has a syntax error: Unexpected token."],
  ],
  ["an unknown variable", [get("https://x.test/${config.z}")], {}, ["hint: The variable ${config.z} does not exist."]],
  [
    "a dollar without braces",
    [get("https://x.test/$config.z")],
    {},
    ["hint: $config.z needs braces after the dollar sign."],
  ],
  [
    "a step that comes later",
    [{ ...get("https://x.test/${steps.b.id}"), onSuccess: ["b"] }, script("b")],
    {},
    ['hint: "b" never runs before this step, so ${steps.b.id} will be empty.'],
  ],
  [
    "a loop whose steps do not lead back",
    [{ name: "a", type: "loop", properties: { list: "trigger.args.list" }, onSuccess: ["b"] }, script("b")],
    {},
    ["hint: The steps of this loop do not lead back to it, so only the first item is processed."],
  ],
  [
    "what the API refuses, in its words",
    [script("a", { onSuccess: ["a"] })],
    { method: "GET" },
    ["error: API path: a formula with a method needs a uri."],
  ],
  ["a name that is missing", [script("a")], { name: "" }, ["error: Name must not be empty."]],
  [
    "a number that is too large, by the label of its field",
    [{ name: "a", type: "retryFormulaExecution", properties: { retryAttempts: 8 } }],
    {},
    ["error: Retry attempts must be at most 7."],
  ],
  [
    "a refused path, by the label of its field",
    [
      {
        ...{ name: "a", type: "elementRequest" },
        properties: { elementInstanceId: "${config.c}", method: "GET", api: "/bulk/7/contacts" },
      },
    ],
    { configuration: [{ key: "c", name: "C", type: "elementInstance" }] },
    ["error: API: a bulk download needs an elementRequestStream step."],
  ],
  [
    "a variable whose name is too long",
    [script("a")],
    { configuration: [{ key: "k", name: "x", type: "nothing" }] },
    [expect.stringMatching(/^error: Variable k: type /)],
  ],
  [
    "a list that is no path",
    [{ name: "a", type: "loop", properties: { list: "my list <b>" } }],
    {},
    [expect.stringMatching(/^hint: “my list <b>” is no path to a list/)],
  ],
  [
    "a list that is the name of a variable, in engine v1",
    [{ name: "a", type: "loop", properties: { list: "things" } }],
    { engine: "v1", configuration: [{ key: "things", name: "Things", type: "value" }] },
    [],
  ],
  [
    "a list that is a word, in engine v1",
    [{ name: "a", type: "loop", properties: { list: "things" } }],
    { engine: "v1" },
    [expect.stringMatching(/^hint: “things” is no path to a list/)],
  ],
])("%s", (_, steps, rest, expected) => {
  expect(problems(steps, rest)).toEqual(expected);
});

test("misspelled steps, variables, values of the trigger and of the run are corrected by one click", () => {
  const url = "${steps.Frist.id} ${config.tokne} ${trigger.arg.id} ${info.formulaID}";
  const found = problemsOf(
    openDraft({
      ...{ name: "f", engine: "v3", triggers: [{ type: "manual", onSuccess: ["first"] }] },
      steps: [script("first", { onSuccess: ["a"] }), get(url)],
      configuration: [{ key: "token" }],
    }),
    ENGLISH,
  );
  expect(found.map(({ message, fix }) => [message, fix?.label])).toEqual([
    ["The step ${steps.Frist.id} does not exist. Did you mean “first”?", "Write ${steps.first.id}"],
    ["The variable ${config.tokne} does not exist. Did you mean “token”?", "Write ${config.token}"],
    ["No trigger has ${trigger.arg.id}. Did you mean “args”?", "Write ${trigger.args.id}"],
    ["${info.formulaID} does not exist. Did you mean “formulaId”?", "Write ${info.formulaId}"],
  ]);
});

test.each<[string, string[]]>([
  ["done(steps.first.id + config.token + config['crm.id'] + trigger.args.x + info.formulaId);", []],
  ["const steps = { other: 1 }; done(steps.other);", []],
  ["done(steps[config.token]);", []],
  ["done(steps.frist.id);", ["The step steps.frist does not exist. Did you mean “first”?"]],
  ["done(config['crm id']);", ['The variable config["crm id"] does not exist. Did you mean “crm.id”?']],
  [
    "done(config.Token || config.nosuch);",
    ["The variable config.Token does not exist. Did you mean “token”?", "The variable config.nosuch does not exist."],
  ],
  ["done(steps.later.id);", ['"later" never runs before this step, so steps.later will be empty.']],
])("a script that reads what does not exist: %s", (body, expected) => {
  const found = problemsOf(
    openDraft({
      ...{ name: "f", engine: "v3", triggers: [{ type: "manual", onSuccess: ["first"] }] },
      steps: [
        script("first", { onSuccess: ["a"] }),
        { ...script("a", { onSuccess: ["later"] }), properties: { body } },
        script("later"),
      ],
      configuration: [{ key: "token" }, { key: "crm.id" }],
    }),
    ENGLISH,
  );
  expect(found.map(({ message }) => message)).toEqual(expected);
});

test("a problem knows its place and how to repair it", () => {
  const [problem] = problemsOf(
    openDraft({
      name: "f",
      engine: "v3",
      triggers: [{ type: "manual", onSuccess: ["a"] }],
      steps: [get("https://x.test/$trigger.args.id")],
    }),
    ENGLISH,
  );
  expect(problem).toMatchObject({
    at: { step: "a" },
    property: "url",
    fix: {
      label: "Write ${trigger.args.id}",
      change: { do: "setProperty", of: { step: "a" }, name: "url", value: "https://x.test/${trigger.args.id}" },
    },
  });
});

test("reports a wrong cron at the trigger", () => {
  const draft = openDraft({ name: "f", triggers: [{ type: "scheduled", properties: { cron: "0 61 * * * ?" } }] });
  expect(problemsOf(draft, ENGLISH)[0]).toMatchObject({ severity: "error", at: { trigger: 0 }, property: "cron" });
});

test("a text deep in a value is repaired where it stands", () => {
  const body = { to: ["$config.to"], about: 1 };
  const draft = openDraft({
    name: "f",
    triggers: [{ type: "manual", onSuccess: ["a"] }],
    steps: [{ ...get("https://x.test/"), properties: { method: "POST", url: "https://x.test/", body } }],
    configuration: [{ key: "to" }],
  });
  const [problem] = problemsOf(draft, ENGLISH);
  expect(problem?.fix?.change).toMatchObject({ name: "body", value: { to: ["${config.to}"], about: 1 } });
});

test.each<[string, object, string | null]>([
  ["a formula that exists", { type: "formula", properties: { formulaId: 7 } }, null],
  ["a formula that exists, as text", { type: "formula", properties: { formulaId: " 7" } }, null],
  ["a formula that was deleted", { type: "formula", properties: { formulaId: 8 } }, "There is no formula 8 that"],
  ["an id that no formula can have", { type: "formula", properties: { formulaId: -1 } }, "There is no formula -1 that"],
  ["a formula that a run chooses", { type: "formula", properties: { formulaId: "${trigger.args.id}" } }, null],
  [
    "a connection that exists",
    { type: "elementRequest", properties: { elementInstanceId: "5", method: "GET", api: "/x" } },
    null,
  ],
  [
    "a connection that was deleted",
    { type: "elementRequest", properties: { elementInstanceId: 6, method: "GET", api: "/x" } },
    "There is no connection 6 that",
  ],
  [
    "one of two connections that was deleted",
    {
      type: "elementRequestStream",
      properties: {
        ...{ downloadElementInstanceId: "5", downloadMethod: "GET", downloadApi: "/x" },
        ...{ uploadElementInstanceId: "6", uploadMethod: "POST", uploadApi: "/x" },
      },
    },
    "There is no connection 6 that",
  ],
])("a reference to %s", (_, step, expected) => {
  const draft = openDraft({
    name: "f",
    triggers: [{ type: "manual", onSuccess: ["a"] }],
    steps: [{ name: "a", ...step }],
  });
  const ids = { formulas: new Set([7]), connections: new Set([5]) };
  expect(problemsOf(draft, ENGLISH)).toEqual([]);
  expect(problemsOf(draft, ENGLISH, { ids }).map(({ message }) => message)).toEqual(
    expected === null ? [] : [expect.stringContaining(expected)],
  );
});
