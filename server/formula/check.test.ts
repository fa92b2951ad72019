import { describe, expect, test } from "vitest";
import { formulaRefusals, refusalsOfChange } from "./check.ts";
import { formulaSchema } from "./shape.ts";

const refusals = (formula: object, limits?: { minScheduleSeconds: number }) =>
  formulaRefusals(formulaSchema.parse({ name: "a", ...formula }), limits).map(
    ({ kind, message }) => `${kind}: ${message}`,
  );

const steps = (...names: string[]) => ({ steps: names.map((name) => ({ name, type: "script" })) });
const elementRequest = (api: string, method?: string) => ({
  steps: [{ name: "a", type: "elementRequest", properties: { api, method } }],
});
const scheduled = (cron: string) => ({ triggers: [{ type: "scheduled", properties: { cron } }] });
const resource = (uri: unknown, method: unknown = "GET", type = "manual") => ({ uri, method, triggers: [{ type }] });

describe("a formula is refused", () => {
  test.each<[string, object, RegExp]>([
    ["two steps of one name (B01)", steps("a", "b", "a"), /^conflict: Two steps are called "a"/],
    [
      "two variables of one key",
      { configuration: [{ key: "k" }, { key: "k" }] },
      /^conflict: Two variables have the key "k"/,
    ],
    ["a step without a name (B02)", steps(" "), /^badRequest: A name must not be empty/],
    ["a name of 201 characters", steps("x".repeat(201)), /longer than 200/],
    ["a name with a line break", steps("a\nb"), /control characters/],
    ["a variable called prototype", { configuration: [{ key: "prototype" }] }, /cannot be a name/],
    ["1,001 steps (B06)", steps(...Array.from({ length: 1001 }, (_, i) => `s${i}`)), /at most 1000 steps/],
    [
      "5,001 arrows",
      { steps: [{ name: "a", type: "script", onSuccess: Array.from({ length: 5001 }, () => "a") }] },
      /at most 5000 next steps/,
    ],
    ["more than 1 MB", { description: "x".repeat(1024 * 1024) }, /at most 1 MB/],
    [
      "more than 64 levels",
      { steps: [{ name: "a", type: "request", properties: { body: JSON.parse("[".repeat(70) + "]".repeat(70)) } }] },
      /nested at most 64/,
    ],
    [
      "300 KB of script",
      { steps: [{ name: "a", type: "script", properties: { body: "x".repeat(300_000) } }] },
      /at most 256 KB/,
    ],
    [
      "a notification with engine v3",
      { engine: "v3", steps: [{ name: "n", type: "notification" }] },
      /^badRequest: Invalid formula for the v3 engine: step "n" is of type notification/,
    ],
    ["a bulk download", elementRequest("/hubs/crm/bulk/123/contacts", "GET"), /api: a bulk download/],
    ["a bulk download of a variable job", elementRequest("bulk/${steps.a.id}/contacts", "get"), /bulk download/],
    ["a cron finer than a minute", scheduled("0/30 * * 1/1 * ? *"), /cron: .* fires more often than every 60 seconds/],
    ["a resource on another trigger", resource("/orders", "GET", "event"), /manual trigger/],
    ["a method without a uri", resource(undefined), /^badRequest: uri: /],
    ["a uri without a method", resource("/orders", null), /^badRequest: method: /],
    ["a uri without a slash", resource("orders"), /is not a path/],
    ["a uri with a query", resource("/orders?a=1"), /is not a path/],
    ["a uri with a space", resource("/my orders"), /is not a path/],
    ["a uri of dots", resource("/../users"), /belongs to the platform/],
    ["a uri that leads elsewhere", resource("/qa/../formulas"), /segment of dots/],
    ["a uri with encoded dots", resource("/%2E%2e/x"), /segment of dots/],
    ["a path of the platform", resource("/formulas/mine"), /\/formulas belongs to the platform/],
    ["a path of the platform in capitals", resource("/Accounts"), /belongs to the platform/],
  ])("%s", (_, formula, message) => {
    expect(refusals(formula)).toEqual([expect.stringMatching(message)]);
  });

  test("for each of its reasons", () => {
    expect(refusals({ ...steps("a", "a", ""), configuration: [{ key: "k" }, { key: "k" }] })).toHaveLength(3);
  });
});

describe("a formula is taken", () => {
  test.each<[string, object]>([
    ["with nothing but a name", {}],
    ["with names of any letters (B02)", steps("a.b", "a}", "schön", "日本", "9-lives", "a b", "toString")],
    [
      "with arrows to steps that do not exist, to itself and in circles",
      {
        triggers: [{ type: "manual", onSuccess: ["no"] }],
        steps: [
          { name: "a", type: "script", onSuccess: ["a", "b"] },
          { name: "b", type: "script", onSuccess: ["a"] },
        ],
      },
    ],
    [
      "with references to undeclared variables",
      { triggers: [{ type: "event", properties: { elementInstanceId: "${sfdc}" } }] },
    ],
    [
      "with an unknown sub-formula",
      {
        steps: [
          { name: "a", type: "formula", properties: { formulaId: -1 } },
          { name: "b", type: "formula", properties: { formulaId: "154451" } },
        ],
      },
    ],
    ["with a notification and no engine", { steps: [{ name: "n", type: "notification" }] }],
    [
      "with a v1 script and engine v3",
      { engine: "v3", steps: [{ name: "n", type: "script", properties: { scriptEngine: "v1", body: "return 1" } }] },
    ],
    ["asking for the state of a bulk job", elementRequest("/hubs/crm/bulk/123/status", "GET")],
    ["beginning a bulk job", elementRequest("/hubs/crm/bulk/contacts/x", "POST")],
    ["with a schedule of every minute", scheduled("0 * * * * ?")],
    ["with a schedule that is a variable", scheduled("${config.cron}")],
    ["with a schedule that is still to be written", scheduled("")],
    ["as a resource", resource("/acme-resource")],
    ["as a resource with a part to fill", resource("/orders/{id}/lines", "PATCH")],
    ["as a resource without a trigger yet", { method: "GET", uri: "/x" }],
  ])("%s", (_, formula) => {
    expect(refusals(formula)).toEqual([]);
  });
});

test("the shortest interval is a setting", () => {
  expect(refusals(scheduled("0 0/10 * * * ?"), { minScheduleSeconds: 900 })).toEqual([
    expect.stringContaining("every 900 seconds"),
  ]);
});

describe("refuses only problems that a change adds", () => {
  const formula = (more: object) => formulaSchema.parse({ name: "a", ...more });
  const twins = [
    { key: "a", name: "Twin" },
    { key: "b", name: "Twin" },
  ];
  const body = (text: string) => ({
    steps: [{ name: "a", type: "script", properties: { scriptEngine: "v2", body: text } }],
  });
  const of = (before: object, after: object) =>
    refusalsOfChange(formula(after), formula(before)).map(({ message }) => message);

  test.each<[string, object, object]>([
    ["twins and another field", { configuration: twins }, { configuration: twins, active: false }],
    ["twins and a part before them", { configuration: twins }, { configuration: [{ key: "c" }, ...twins] }],
    [
      "twins whose first was edited",
      { configuration: twins },
      { configuration: [{ ...twins[0], required: true }, twins[1]] },
    ],
    ["twin steps and a variable", steps("a", "a"), { ...steps("a", "a"), configuration: [{ key: "k" }] }],
    ["a script that never calls done", body("1"), { ...body("1"), active: false }],
    ["a cron that is too fine", scheduled("0/30 * * 1/1 * ? *"), { ...scheduled("0/30 * * 1/1 * ? *"), active: false }],
    ["a uri that leads elsewhere", resource("/qa/../formulas"), /segment of dots/],
    ["a uri with encoded dots", resource("/%2E%2e/x"), /segment of dots/],
    ["a path of the platform", resource("/formulas/mine"), { ...resource("/formulas/mine"), description: "mine" }],
  ])("%s: nothing", (_, before, after) => {
    expect(of(before, after)).toEqual([]);
  });

  test.each<[string, object, object]>([
    ["a third twin", { configuration: twins }, { configuration: [...twins, { key: "c", name: "Twin" }] }],
    ["another script that never calls done", body("1"), body("2")],
    [
      "an engine that has no such step",
      { steps: [{ name: "n", type: "notification" }] },
      { engine: "v3", steps: [{ name: "n", type: "notification" }] },
    ],
    ["another path of the platform", resource("/formulas/mine"), resource("/formulas/other")],
  ])("%s", (_, before, after) => {
    expect(of(before, after)).toHaveLength(1);
  });
});
