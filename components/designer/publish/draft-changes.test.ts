import { describe, expect, test } from "vitest";
import { ENGLISH } from "#components/testing/english.ts";
import { type Draft, openDraft } from "../model/draft.ts";
import { changeDraft } from "../model/parsed-change.ts";
import { changesBetween } from "./draft-changes.ts";
import { clashesOf, mergeDrafts } from "./merge-drafts.ts";

const base: Draft = openDraft({
  name: "Orders",
  engine: "v3",
  triggers: [{ type: "manual", onSuccess: ["ask"] }],
  steps: [
    { name: "ask", type: "httpRequest", properties: { method: "GET", url: "https://a.test" }, onSuccess: ["shape"] },
    { name: "shape", type: "script", properties: { body: "done({});" } },
  ],
  configuration: [{ key: "crm", type: "elementInstance" }],
});
const setMethod = (draft: Draft, value: string) =>
  changeDraft(draft, { do: "setProperty", of: { step: "ask" }, name: "method", value });
const summaries = (before: Draft, after: Draft) =>
  changesBetween(before, after, ENGLISH).map(({ group, what, title, details }) =>
    [ENGLISH.t(`changes.groups.${group}`), what, title, ...details].join(" | "),
  );

describe("changes in words", () => {
  test.each<[string, Draft, string[]]>([
    ["nothing", base, []],
    ["a property", setMethod(base, "POST"), ["Steps | changed | ask (HTTP request) | Method: GET → POST"]],
    [
      "a long property",
      changeDraft(base, { do: "setProperty", of: { step: "shape" }, name: "body", value: "done(1);\ndone(2);" }),
      ["Steps | changed | shape (JS script) | Script changed"],
    ],
    [
      "an arrow",
      changeDraft(base, { do: "disconnect", from: { step: "ask" }, port: "onSuccess", to: "shape" }),
      ["Steps | changed | ask (HTTP request) | success: shape → ends"],
    ],
    [
      "a step more, and one less",
      changeDraft(changeDraft(base, { do: "removeStep", name: "shape" }), {
        do: "addStep",
        type: "filter",
        name: "only",
      }),
      [
        "Steps | changed | ask (HTTP request) | success: shape → ends",
        "Steps | added | only (JS filter)",
        "Steps | removed | shape (JS script)",
      ],
    ],
    [
      "a renamed step with a note",
      changeDraft(
        { ...base, steps: base.steps.map((step) => ({ ...step, description: "Why" })) },
        {
          do: "renameStep",
          name: "shape",
          to: "total",
        },
      ),
      [
        "Steps | changed | ask (HTTP request) | Notes: none → Why | success: shape → total",
        "Steps | renamed | total (JS script) | Renamed from shape. | Notes: none → Why",
      ],
    ],
    [
      "a renamed step",
      changeDraft(base, { do: "renameStep", name: "shape", to: "total" }),
      [
        "Steps | changed | ask (HTTP request) | success: shape → total",
        "Steps | renamed | total (JS script) | Renamed from shape.",
      ],
    ],
    [
      "variables and settings",
      { ...base, name: "Orders 2", configuration: [{ key: "limit", type: "value" }] },
      [
        "Variables | added | limit",
        "Variables | removed | crm",
        "Settings | changed | Name | Value: Orders → Orders 2",
      ],
    ],
    [
      "another trigger",
      changeDraft(base, { do: "setTrigger", at: 0, type: "scheduled" }),
      ["Start | changed | Scheduled | Type: manual → scheduled"],
    ],
  ])("%s", (_, after, words) => expect(summaries(base, after)).toEqual(words));

  test("a variable is renamed when what read it reads it under its new key", () => {
    const reading = setMethod(base, "${config.crm}");
    const variable = { key: "sales", type: "elementInstance" } as const;
    expect(summaries(reading, changeDraft(reading, { do: "setVariable", key: "crm", variable }))).toEqual([
      "Steps | changed | ask (HTTP request) | Method: ${config.crm} → ${config.sales}",
      "Variables | renamed | sales | Renamed from crm.",
    ]);
    expect(summaries(base, changeDraft(base, { do: "setVariable", key: "crm", variable }))).toEqual([
      "Variables | added | sales",
      "Variables | removed | crm",
    ]);
  });

  test("ignores values that the server fills in, and the order of keys", () => {
    const fromServer: Draft = openDraft({
      configuration: [{ required: true, name: "crm", type: "elementInstance", key: "crm" }],
      steps: base.steps.map(({ name, properties, ...step }) => ({
        properties: Object.fromEntries(Object.entries(properties).reverse()),
        ...step,
        name,
      })),
      triggers: base.triggers.map((trigger) => ({ async: true, name: "trigger", ...trigger })),
      debugLoggingEnabled: true,
      singleThreaded: false,
      active: true,
      engine: "v3",
      name: "Orders",
    });
    expect(summaries(base, fromServer)).toEqual([]);
    expect(summaries(fromServer, base)).toEqual([]);
  });
});

describe("two works in one", () => {
  const posted = setMethod(base, "POST");
  const noted = changeDraft(base, { do: "describeStep", name: "shape", description: "Theirs" });

  test("takes changes of one side from that side", () => {
    const fork = { base, mine: posted, theirs: noted };
    expect(clashesOf(fork)).toEqual([]);
    const merged = mergeDrafts(fork);
    expect([merged.steps[0]?.properties.method, merged.steps[1]?.description]).toEqual(["POST", "Theirs"]);
    expect(merged.engine).toBe("v3");
  });

  test("lets users choose each part that both sides changed", () => {
    const fork = { base, mine: { ...posted, name: "Mine" }, theirs: { ...setMethod(noted, "PUT"), name: "Theirs" } };
    expect(clashesOf(fork)).toEqual(["setting:name", "step:ask"]);
    const { name, steps } = mergeDrafts(fork, { "step:ask": "theirs" });
    expect([name, steps[0]?.properties.method, steps[1]?.description]).toEqual(["Mine", "PUT", "Theirs"]);
  });

  test("the same change of both is none", () => {
    const fork = { base, mine: posted, theirs: setMethod(base, "POST") };
    expect(clashesOf(fork)).toEqual([]);
    expect(mergeDrafts(fork)).toEqual(posted);
  });

  test("steps of both are there, at their places, and removed ones are not", () => {
    const add = (draft: Draft, name: string) =>
      changeDraft(draft, { do: "addStep", type: "script", name, at: { from: { trigger: 0 }, port: "onSuccess" } });
    const fork = { base, mine: add(base, "m"), theirs: changeDraft(base, { do: "removeStep", name: "shape" }) };
    const merged = mergeDrafts(fork);
    expect(merged.steps.map(({ name }) => name)).toEqual(["m", "ask"]);
    expect(merged.triggers[0]?.onSuccess).toEqual(["m"]);
  });

  test("a step that one removed and the other changed is a clash", () => {
    const fork = { base, mine: changeDraft(base, { do: "removeStep", name: "ask" }), theirs: posted };
    expect(clashesOf(fork)).toContain("step:ask");
    expect(mergeDrafts(fork, { "step:ask": "mine" }).steps.map(({ name }) => name)).toEqual(["shape"]);
    expect(mergeDrafts(fork, { "step:ask": "theirs" }).steps.map(({ name }) => name)).toEqual(["ask", "shape"]);
  });
});
