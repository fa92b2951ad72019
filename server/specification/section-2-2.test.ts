import { afterAll, beforeAll, expect, test } from "vitest";
import { anElement } from "#server/testing/elements.ts";
import { aFormula } from "#server/testing/formulas.ts";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";

let api: RunningApi;
let provider: AProvider;
let connection: string;

beforeAll(async () => {
  api = await aRunningApi();
  provider = await aProvider((_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end('[{"id":1}]'),
  );
  const base = { key: "base.url", name: "Base", description: "Base", defaultValue: provider.url };
  const resources = [{ method: "GET", path: "/contacts", vendorPath: "/contacts" }];
  const element = await send("POST", "/elements", anElement({ configuration: [base], resources }));
  const created = await send("POST", `/elements/${element.body.key}/instances`, { name: "Main", configuration: {} });
  connection = String(created.body.id);
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

const send = (method: string, path: string, body?: unknown) => api.fetch(path, { as: api.as, method, body });
const withVariables = (...configuration: object[]) => send("POST", "/formulas", aFormula({ configuration }));

test("spec §2.2 key; §8 variable name: two variables of one formula cannot have one key", async () => {
  const { status, body } = await withVariables({ key: "a", name: "One" }, { key: "a", name: "Two" });
  expect([status, body.message]).toEqual([409, expect.stringContaining("a")]);
  const { body: formula } = await withVariables({ key: "a", name: "One" });
  const added = await send("POST", `/formulas/${formula.id}/configuration`, { key: "a", name: "Two", type: "value" });
  expect(added.status).toBe(409);
});

test("spec §2.2 name; §8 variable name: two variables of one formula cannot have one name", async () => {
  const { status, body } = await withVariables({ key: "a", name: "One" }, { key: "b", name: "One" });
  expect([status, body.message]).toEqual([409, expect.stringContaining("One")]);
  const { body: formula } = await withVariables({ key: "a", name: "One" });
  const added = await send("POST", `/formulas/${formula.id}/configuration`, { key: "b", name: "One", type: "value" });
  expect(added.status).toBe(409);
});

test("spec §2.2 name: another formula may use the same name and key", async () => {
  const variable = { key: "shared", name: "Shared", type: "value" };
  expect((await withVariables(variable)).status).toBe(200);
  expect((await withVariables(variable)).body.configuration).toMatchObject([variable]);
});

test("spec §2.2 type: is elementInstance or value and nothing else", async () => {
  for (const type of ["elementInstance", "value"])
    expect((await withVariables({ key: "a", name: "A", type })).body.configuration).toMatchObject([{ type }]);
  for (const type of ["secret", "ElementInstance", 1]) {
    const { status, body } = await withVariables({ key: "a", name: "A", type });
    expect([status, body.message], String(type)).toEqual([400, expect.stringContaining("type")]);
  }
});

test("spec §2.2 key: is required", async () => {
  const { status, body } = await withVariables({ name: "No key", type: "value" });
  expect([status, body.message]).toEqual([400, expect.stringContaining("key")]);
});

test.each([
  ["value", "word", (): string => "hello"],
  ["elementInstance", "crm", () => connection],
])("spec §2.2 values of a formula instance: a required %s has to be given one", async (type, key, value) => {
  const { body: formula } = await withVariables({ key, name: key, type });
  const instantiate = (configuration: object) =>
    send("POST", `/formulas/${formula.id}/instances`, { name: "an instance", configuration });
  const { status, body } = await instantiate({});
  expect([status, body.message]).toEqual([400, expect.stringContaining(key)]);
  const created = await instantiate({ [key]: value() });
  expect(created.status, created.text).toBe(200);
  expect(created.body.configuration).toEqual({ [key]: value() });
});

test("spec §2.2 values of a formula instance: one that is not required may be left out", async () => {
  const { body: formula } = await withVariables({ key: "word", name: "Word", type: "value", required: false });
  const { status, body } = await send("POST", `/formulas/${formula.id}/instances`, { name: "an instance" });
  expect([status, body.configuration]).toEqual([200, {}]);
});

test("spec §2.2 config reference; §2.3 config reference: both types of variables are reached the same way", async () => {
  const { formulaInstanceId } = await api.aRunnable(
    {
      name: "Reads variables",
      configuration: [
        { key: "crm.instance", name: "CRM", type: "elementInstance" },
        { key: "size", name: "Page size", type: "value" },
      ],
      triggers: [{ type: "manual", onSuccess: ["call"] }],
      steps: [
        {
          name: "call",
          type: "elementRequest",
          properties: { elementInstanceId: "${config.crm.instance}", method: "GET", api: "/contacts?a=${config.size}" },
          onSuccess: ["read"],
        },
        {
          name: "read",
          type: "script",
          properties: { body: "done({ size: config.size, at: config['crm.instance'] });" },
        },
      ],
    },
    { configuration: { "crm.instance": connection, size: "3" } },
  );
  const { id, status } = await api.run(formulaInstanceId);
  expect(status).toBe("success");
  const [read, call] = await api.stepsOf(id);
  expect(read?.values).toEqual({ size: "3", at: connection });
  expect(call?.values["response.code"]).toBe("200");
});

// Variables are found by their key; a name that is no key works, too, since the specification speaks of names.
test("spec §2.2 config reference: by the variable's name where no key has it", async () => {
  const { formulaInstanceId } = await api.aRunnable(
    {
      name: "Reads by name",
      configuration: [{ key: "word.key", name: "greeting", type: "value" }],
      triggers: [{ type: "manual", onSuccess: ["list"] }],
      steps: [
        { name: "list", type: "formula", properties: { formulaId: await echo(), args: { by: "${config.greeting}" } } },
      ],
    },
    { configuration: { "word.key": "hello" } },
  );
  expect((await api.run(formulaInstanceId)).result).toEqual({ by: "hello" });
});

/** A formula that returns its args. */
async function echo(): Promise<number> {
  const steps = [{ name: "echo", type: "script", properties: { body: "done(trigger.args);" } }];
  const formula = aFormula({ triggers: [{ type: "manual", onSuccess: ["echo"] }], steps });
  return (await send("POST", "/formulas", formula)).body.id;
}
