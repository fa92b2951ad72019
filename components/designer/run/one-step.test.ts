import { expect, test } from "vitest";
import { readScript } from "#server/script/read-script.ts";
import { openDraft } from "../model/draft.ts";
import { onlyStep } from "./one-step.ts";
import { fixturesOf, payloadOf } from "./test-data.ts";

const draft = openDraft({
  name: "f",
  engine: "v3",
  triggers: [{ type: "manual", onSuccess: ["ask"] }],
  steps: [
    { name: "ask", type: "httpRequest", properties: { url: "https://a.test" }, onSuccess: ["shape"] },
    {
      name: "shape",
      type: "script",
      properties: { body: "done(steps.ask.response);" },
      onSuccess: ["send"],
      onFailure: ["tell"],
    },
    { name: "send", type: "httpRequest", properties: { method: "POST" } },
    { name: "tell", type: "script" },
  ],
});

test("tests one step alone: scripts provide the values that it reads, and no other step runs", () => {
  const fixture = { response: { body: { "it's": "\u2028</script>" } } };
  const alone = onlyStep(draft, "shape", { ask: fixture });
  expect(alone.steps.map(({ name, type, onSuccess, onFailure }) => [name, type, onSuccess, onFailure])).toEqual([
    ["ask", "script", ["shape"], []],
    ["shape", "script", [], []],
  ]);
  expect(alone.triggers[0]?.onSuccess).toEqual(["ask"]);
  const results: unknown[] = [];
  new Function("done", String(alone.steps[0]?.properties.body))((value: unknown) => results.push(value));
  expect(results).toEqual([fixture]);
});

test("starts a step that reads nothing at once; references to itself are ignored", () => {
  const alone = onlyStep(draft, "send", { send: {} });
  expect([alone.triggers[0]?.onSuccess, alone.steps.map(({ name }) => name)]).toEqual([["send"], ["send"]]);
});

test("the values of a run stand in for the steps that a step speaks of, and for no others", () => {
  const outputs = { ask: { response: { body: { id: 7 } } }, shape: { total: 1 } };
  expect(fixturesOf(draft, "shape", outputs, readScript)).toEqual({ ask: { response: { body: { id: 7 } } } });
  expect(fixturesOf(draft, "shape", {}, readScript)).toEqual({ ask: {} });
  expect(fixturesOf(draft, "send", outputs, readScript)).toEqual({});
});

test.each([
  ["manual", { type: "manual", args: { a: 1 } }, { a: 1 }],
  ["manual", {}, {}],
  ["event", { event: { objectId: "1" }, instanceId: 5 }, { message: { instance_id: 5, events: [{ objectId: "1" }] } }],
  ["elementRequest", { request: { method: "GET" } }, { request: { method: "GET" } }],
] as const)("a run by %s that recorded %j begins again by %j", (type, recorded, payload) => {
  expect(payloadOf(type, recorded)).toEqual(payload);
});
