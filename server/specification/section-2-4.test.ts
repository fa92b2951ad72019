import { afterAll, beforeAll, expect, test } from "vitest";
import { aStep } from "#server/testing/formulas.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";

let api: RunningApi;

beforeAll(async () => {
  api = await aRunningApi();
});
afterAll(() => api.close());

const create = (...steps: object[]) =>
  api.fetch("/formulas", {
    as: api.as,
    method: "POST",
    body: { name: "Steps", triggers: [{ type: "manual", onSuccess: ["first"] }], steps },
  });
const script = (name: string, body: string, arrows: object = {}) => aStep(name, { properties: { body }, ...arrows });

/** The names of the steps that ran, in order. */
async function ran(...steps: object[]): Promise<string[]> {
  const triggers = [{ type: "manual", onSuccess: ["first"] }];
  const { formulaInstanceId } = await api.aRunnable({ name: "Steps", triggers, steps });
  const { id } = await api.run(formulaInstanceId);
  return (await api.stepsOf(id)).map(({ stepName }) => stepName).reverse();
}

test("spec §2.4 name; §8 step name: is required, and two steps of one formula cannot have the same", async () => {
  const missing = await create(aStep("first", { name: undefined }));
  expect([missing.status, missing.body.message]).toEqual([400, expect.stringContaining("name")]);
  const twins = await create(aStep("first"), aStep("twin"), aStep("twin"));
  expect([twins.status, twins.body.message]).toEqual([409, expect.stringContaining("twin")]);
});

test("spec §2.4 name: another formula may use the same name", async () => {
  expect((await create(aStep("first"))).status).toBe(200);
  expect((await create(aStep("first"))).status).toBe(200);
});

test.each(["3-get_campaign", "with spaces", "constructor", "toString"])(
  "spec §2.4 name: %s is a name like any other, and its output is found by it",
  async (name) => {
    const first = script("first", "done({});", { onSuccess: [name] });
    const read = script("read", `done({ seen: steps[${JSON.stringify(name)}].n });`);
    const steps = [first, script(name, "done({ n: 7 });", { onSuccess: ["read"] }), read];
    const { formulaInstanceId } = await api.aRunnable({
      name: "Names",
      triggers: [{ type: "manual", onSuccess: ["first"] }],
      steps,
    });
    expect((await api.run(formulaInstanceId)).result).toEqual({ seen: 7 });
  },
);

test("spec §2.4 name: __proto__ is a name too; a reference finds its output", async () => {
  const echo = { name: "Echo", triggers: [{ type: "manual", onSuccess: ["echo"] }] };
  const child = await api.aRunnable({ ...echo, steps: [script("echo", "done(trigger.args);")] });
  const properties = { formulaId: child.formulaId, args: { seen: "${steps.__proto__.n}" } };
  const { formulaInstanceId } = await api.aRunnable({
    name: "Names",
    triggers: [{ type: "manual", onSuccess: ["__proto__"] }],
    steps: [
      script("__proto__", "done({ n: 7 });", { onSuccess: ["read"] }),
      { name: "read", type: "formula", properties },
    ],
  });
  expect((await api.run(formulaInstanceId)).result).toEqual({ seen: 7 });
});

test.each([
  "amqpRequest",
  "elementRequest",
  "httpRequest",
  "filter",
  "script",
  "loop",
  "request",
  "retryFormulaExecution",
  "elementRequestStream",
  "formula",
])("spec §2.4 type: %s is one", async (type) => {
  const { status, body } = await create({ name: "first", type });
  expect([status, body.steps?.[0]]).toEqual([200, expect.objectContaining({ name: "first", type })]);
});

test.each(["", "Script", "teleport", undefined, 1])("spec §2.4 type: %j is none", async (type) => {
  const { status, body } = await create({ name: "first", type });
  expect([status, body.message]).toEqual([400, expect.stringContaining("type")]);
});

test("spec §2.4 properties: is an object that is returned as it was sent", async () => {
  const properties = { method: "GET", url: "https://example.com/${trigger.args.id}", headers: { "X-A": "1" } };
  const { body } = await create({ name: "first", type: "httpRequest", properties });
  expect(body.steps[0].properties).toEqual(properties);
  for (const wrong of ["x", 1, ["x"]]) {
    const refused = await create({ name: "first", type: "httpRequest", properties: wrong });
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining("properties")]);
  }
});

test("spec §2.4 onSuccess: names the steps that follow a success, in order", async () => {
  const first = script("first", "done({});", { onSuccess: ["a", "b"], onFailure: ["c"] });
  const rest = ["a", "b", "c"].map((name) => aStep(name));
  expect(await ran(first, ...rest)).toEqual(["trigger", "first", "a", "b"]);
});

test("spec §2.4 onFailure: names the steps that follow a failure", async () => {
  const first = script("first", "throw('no');", { onSuccess: ["a"], onFailure: ["c"] });
  expect(await ran(first, aStep("a"), aStep("c"))).toEqual(["trigger", "first", "c"]);
});

test.each([undefined, null, []])("spec §2.4 onFailure: may be %j, and the execution ends there", async (onFailure) => {
  const { body } = await create(script("first", "throw('no');", { onFailure }));
  expect(body.steps[0].onFailure).toEqual([]);
  expect(await ran(script("first", "throw('no');", { onFailure }), aStep("other"))).toEqual(["trigger", "first"]);
});
