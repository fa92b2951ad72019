import { expect, test } from "vitest";
import { openDraft } from "../model/draft.ts";
import { outsideSteps, withSampleOutputs } from "./sample-outputs.ts";

const draft = openDraft({
  name: "f",
  triggers: [{ type: "manual", onSuccess: ["read"] }],
  steps: [
    { name: "read", type: "httpRequest", properties: { method: "get" }, onSuccess: ["write"] },
    { name: "write", type: "httpRequest", properties: { method: "POST" }, onSuccess: ["any"], onFailure: ["file"] },
    { name: "any", type: "httpRequest", properties: { method: "${config.method}" }, onSuccess: ["script"] },
    { name: "script", type: "script", properties: {} },
    { name: "file", type: "elementRequestStream", properties: {} },
    { name: "unreachable", type: "httpRequest", properties: { method: "DELETE" } },
  ],
});

test("steps that change something outside: those that may, and that run at all", () => {
  expect(outsideSteps(draft).map(({ name }) => name)).toEqual(["write", "any", "file"]);
});

test("a sample output replaces a step in place: it has its name and arrows, and sends nothing", () => {
  const sample = { response: { code: 200, body: { "it's": "\u2028</script>" } } };
  const tried = withSampleOutputs(draft, new Map([["write", sample]]));
  const [read, write, any] = tried.steps;
  expect(write).toMatchObject({ name: "write", type: "script", onSuccess: ["any"], onFailure: ["file"] });
  const results: unknown[] = [];
  new Function("done", String(write?.properties.body))((value: unknown) => results.push(value));
  expect(results).toEqual([sample]);
  expect([read, any]).toEqual([draft.steps[0], draft.steps[2]]);
  expect(draft.steps[1]?.type).toBe("httpRequest");
});
