import { expect, test } from "vitest";
import { readScript } from "#server/script/read-script.ts";
import { openDraft } from "./draft.ts";
import { changeDraft } from "./parsed-change.ts";
import { rewrites, usesOf, whereUsed } from "./where-used.ts";

const draft = openDraft({
  name: "f",
  engine: "v3",
  triggers: [{ type: "event", properties: { elementInstanceId: "${config.crm}" }, onSuccess: ["ask"] }],
  steps: [
    {
      name: "ask",
      type: "elementRequest",
      properties: { elementInstanceId: "${config.crm}", api: "/contacts", query: { at: ["${config.crm}", "x"] } },
      onSuccess: ["tell"],
    },
    {
      name: "tell",
      type: "script",
      properties: { body: "const ask = 1;\nconst a = steps.ask.response;\ndone(a, 'steps.ask', config.crm);" },
    },
    { name: "each", type: "loop", properties: { list: "steps.ask.response.body" } },
  ],
  configuration: [{ key: "crm", type: "elementInstance" }, { key: "crm2" }],
});

test("names the part and property of each use", () => {
  expect(usesOf(draft, "config", "crm", readScript).map(({ at, property }) => [at, property])).toEqual([
    [{ trigger: 0 }, "elementInstanceId"],
    [{ step: "ask" }, "elementInstanceId"],
    [{ step: "ask" }, "query"],
    [{ step: "tell" }, "body"],
  ]);
  expect(whereUsed(draft, "config", "crm", readScript)).toHaveLength(3);
  expect(usesOf(draft, "config", "crm2", readScript)).toEqual([]);
});

test("finds names in brackets, and code only by its syntax", () => {
  const used = openDraft({
    name: "f",
    steps: [
      { name: "ask", type: "script", properties: { body: "done(1)" } },
      { name: "a", type: "httpRequest", properties: { method: "GET", url: "${steps['ask'].id} ${config['crm']}" } },
      { name: "b", type: "loop", properties: { list: 'steps["ask"].list' } },
      { name: "c", type: "script", properties: { body: "done('${steps.ask.id}')" } },
    ],
    configuration: [{ key: "crm" }],
  });
  expect(whereUsed(used, "steps", "ask", readScript)).toEqual([{ step: "a" }, { step: "b" }]);
  expect(whereUsed(used, "config", "crm", readScript)).toEqual([{ step: "a" }]);
});

test("a rename shows every line that will read otherwise, and no other", () => {
  const renamed = changeDraft(draft, { do: "renameStep", name: "ask", to: "fetch" });
  expect(rewrites(draft, renamed)).toEqual([
    {
      at: { step: "tell" },
      property: "body",
      lines: [{ before: "const a = steps.ask.response;", after: "const a = steps.fetch.response;" }],
    },
    {
      at: { step: "each" },
      property: "list",
      lines: [{ before: "steps.ask.response.body", after: "steps.fetch.response.body" }],
    },
  ]);
});

test("of a variable as well, also in code", () => {
  const variable = { key: "sales", type: "elementInstance" } as const;
  const renamed = changeDraft(draft, { do: "setVariable", key: "crm", variable });
  expect(rewrites(draft, renamed).flatMap(({ lines }) => lines.map(({ after }) => after))).toEqual([
    "${config.sales}",
    "${config.sales}",
    "${config.sales}",
    "done(a, 'steps.ask', config.sales);",
  ]);
  expect(rewrites(draft, draft)).toEqual([]);
});
