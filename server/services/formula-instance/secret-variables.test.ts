import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formulaSchema } from "#server/formula/shape.ts";
import { asOwnerOf } from "#server/testing/acting.ts";
import { anElement } from "#server/testing/elements.ts";
import { columnsWith } from "#server/testing/find-in-database.ts";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { readRun, readRunInput } from "../execution/read-run.ts";
import { readRunValues } from "../execution/read-run-values.ts";
import { replay, rerunFrom } from "../execution/run-again.ts";
import { tryFormula } from "../execution/try-formula.ts";
import { publishFormula } from "../formula/publish-formula.ts";
import { readRevision } from "../formula/read-revision.ts";
import { saveDraft } from "../formula/save-draft.ts";
import { openSecretValues } from "../formula/secret-values.ts";

const MASK = "********";
let api: RunningApi;
let provider: AProvider;
const everything: string[] = [];

beforeAll(async () => {
  api = await aRunningApi();
  provider = await aProvider((request, response) => {
    const body = JSON.stringify({ echo: request.url, authorization: request.headers.authorization });
    response.writeHead(request.url?.includes("/refuse") ? 500 : 200, { "content-type": "application/json" }).end(body);
  });
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

/** Records all responses, to be searched. */
const send: RunningApi["fetch"] = async (path, request = {}) => {
  const reply = await api.fetch(path, { as: api.as, ...request });
  everything.push(reply.text);
  return reply;
};

const variable = { key: "apiKey", name: "API key", type: "value", secret: true };
const script = (name: string, body: string, ...onSuccess: string[]) => ({
  name,
  type: "script",
  properties: { body },
  onSuccess,
});
const manual = (...onSuccess: string[]) => [{ type: "manual", onSuccess }];

/** The id of an element instance whose provider is local. */
async function aConnection(): Promise<string> {
  const element = anElement({
    configuration: [{ key: "base.url", name: "Base URL", description: "", defaultValue: provider.url }],
    resources: [{ method: "GET", path: "/hubs/crm/contacts/{id}", vendorPath: "/people/{id}" }],
  });
  const created = await send("/elements", { method: "POST", body: element });
  expect(created.status, created.text).toBe(200);
  const connected = await send("/instances", { method: "POST", body: { name: "crm", element: { key: element.key } } });
  expect(connected.status, connected.text).toBe(200);
  return String(connected.body.id);
}

let count = 0;
/** Long enough not to occur by chance. */
const aSecret = () => `s3cret-${++count}-${Math.random().toString(36).slice(2)}`;

async function anInstance(steps: object[], configuration: object, variables: object[] = [variable]) {
  const first = (steps[0] as { name: string }).name;
  const formula = { name: "Keeps a secret", engine: "v3", triggers: manual(first), steps, configuration: variables };
  const created = await send("/formulas", { method: "POST", body: formula });
  expect(created.status, created.text).toBe(200);
  const path = `/formulas/${created.body.id}/instances`;
  const instance = await send(path, { method: "POST", body: { name: "an instance", configuration } });
  expect(instance.status, instance.text).toBe(200);
  const { id } = instance.body;
  return {
    formulaId: created.body.id as number,
    formulaInstanceId: id as number,
    variableId: created.body.configuration[0].id as number,
    formula,
    path: `${path}/${id}`,
    read: async () => (await send(`${path}/${id}`)).body.configuration,
    put: (changes: object) => send(`${path}/${id}`, { method: "PUT", body: changes }),
    stored: async () => {
      const row = await api.app.db.prisma.formulaInstance.findUniqueOrThrow({ where: { id } });
      const { organizationId, secretValues, configuration } = row;
      return {
        configuration,
        secrets: openSecretValues(api.app.vault, { organizationId, formulaInstanceId: id, secretValues }),
      };
    },
    variable: (changes: object) =>
      send(`/formulas/${created.body.id}/configuration/${created.body.configuration[0].id}`, {
        method: "PUT",
        body: { ...variable, ...changes },
      }),
  };
}

const tell = script("tell", "done({ length: config.apiKey.length });");

describe("storing", () => {
  test("the value is sealed to its row and shown as a mask; a mask that is sent keeps it", async () => {
    const secret = aSecret();
    const { read, put, stored, formulaInstanceId } = await anInstance([tell], { apiKey: secret });
    expect(await read()).toEqual({ apiKey: MASK });
    expect(await stored()).toEqual({ configuration: { apiKey: MASK }, secrets: { apiKey: secret } });
    expect((await put({ configuration: { apiKey: MASK } })).body.configuration).toEqual({ apiKey: MASK });
    expect((await put({ name: "renamed" })).status).toBe(200);
    expect(await api.run(formulaInstanceId)).toMatchObject({ result: { length: secret.length } });
    const other = aSecret();
    await put({ configuration: { apiKey: other } });
    expect((await stored()).secrets).toEqual({ apiKey: other });
    const changes = await api.app.db.prisma.auditEntry.findMany({
      where: { entity: "formulaInstance", entityId: String(formulaInstanceId), action: "updated" },
      orderBy: { id: "asc" },
    });
    const hidden = JSON.stringify(MASK);
    expect(changes.map(({ changes }) => changes)).toEqual([
      [],
      [{ field: "name", before: expect.any(String), after: '"renamed"' }],
      [{ field: "configuration.apiKey", before: hidden, after: hidden }],
    ]);
    expect(await columnsWith(api.app.db.pool, secret)).toEqual([]);
    expect(await columnsWith(api.app.db.pool, other)).toEqual([]);
  });

  test("a value sealed for one instance opens in no other", async () => {
    const [one, other] = [
      await anInstance([tell], { apiKey: aSecret() }),
      await anInstance([tell], { apiKey: aSecret() }),
    ];
    await api.app.db.pool.query(
      "update formula_instance set secret_values = (select secret_values from formula_instance where id = $1) where id = $2",
      [one.formulaInstanceId, other.formulaInstanceId],
    );
    await expect(other.stored()).rejects.toThrow("belongs to another record");
  });

  test.each([
    ["a required one that is missing", {}, 'the variable "apiKey" is required'],
    ["a required one of which only the mask is sent", { apiKey: MASK }, 'the variable "apiKey" is required'],
    ["one that is too short to be hidden", { apiKey: "abc" }, "at least 4 characters"],
  ])("refuses %s", async (_, configuration, message) => {
    const created = await send("/formulas", {
      method: "POST",
      body: { name: "Refuses", triggers: manual("tell"), steps: [tell], configuration: [variable] },
    });
    const reply = await send(`/formulas/${created.body.id}/instances`, {
      method: "POST",
      body: { name: "x", configuration },
    });
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining(message)]);
  });

  test.each([
    ["a schedule", { type: "scheduled", properties: { cron: "${config.apiKey}" } }, "cron: a trigger cannot use"],
    [
      "a path by name",
      { type: "elementRequest", properties: { api: "/a/${config.API key}" } },
      "api: a trigger cannot use",
    ],
    [
      "the short form",
      { type: "event", properties: { elementInstanceId: "${apiKey}" } },
      "elementInstanceId: a trigger",
    ],
  ])("a trigger cannot use it: %s", async (_, trigger, message) => {
    const body = { name: "Shows", triggers: [{ onSuccess: [], ...trigger }], steps: [], configuration: [variable] };
    const reply = await send("/formulas", { method: "POST", body });
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining(message)]);
  });

  test("only values can be secret", async () => {
    const body = { name: "x", configuration: [{ key: "crm", type: "elementInstance", secret: true }] };
    const reply = await send("/formulas", { method: "POST", body });
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining("type value")]);
  });
});

describe("changing the variable", () => {
  test("a new key takes the value along", async () => {
    const secret = aSecret();
    const { variable: change, read, stored, formulaInstanceId } = await anInstance([tell], { apiKey: secret });
    expect((await change({ key: "token" })).body).toMatchObject({ key: "token", secret: true });
    expect(await read()).toEqual({ token: MASK });
    expect((await stored()).secrets).toEqual({ token: secret });
    expect(await api.run(formulaInstanceId)).toMatchObject({ result: { length: secret.length } });
  });

  test("switched off, the value is forgotten, and nothing brings it back", async () => {
    const secret = aSecret();
    const instance = await anInstance([tell], { apiKey: secret });
    const { variable: change, read, stored, formulaId, formulaInstanceId } = instance;
    const { revision } = await api.app.db.prisma.formula.findUniqueOrThrow({ where: { id: formulaId } });
    const off = await change({ secret: false });
    expect(off.body).not.toHaveProperty("secret");
    expect(await read()).toEqual({});
    expect(await stored()).toEqual({ configuration: {}, secrets: {} });
    const ctx = await asOwnerOf(api.app, formulaInstanceId);
    const { formula } = await readRevision(ctx, { formulaId, revision });
    await publishFormula(ctx, { formulaId, formula, basedOn: revision + 1 });
    expect(await stored()).toEqual({ configuration: {}, secrets: {} });
  });

  test.each([
    ["by PUT of the variable", async (one: Awaited<ReturnType<typeof anInstance>>) => one.variable({ secret: true })],
    [
      "by PUT of the formula",
      async (one: Awaited<ReturnType<typeof anInstance>>) =>
        send(`/formulas/${one.formulaId}`, { method: "PUT", body: { ...one.formula, configuration: [variable] } }),
    ],
    [
      "by publishing",
      async ({ formulaId, formulaInstanceId, formula }: Awaited<ReturnType<typeof anInstance>>) =>
        publishFormula(await asOwnerOf(api.app, formulaInstanceId), {
          formulaId,
          formula: formulaSchema.parse({ ...formula, configuration: [variable] }),
          basedOn: 1,
        }),
    ],
    [
      "by publishing it under another key",
      async ({ formulaId, formulaInstanceId, formula }: Awaited<ReturnType<typeof anInstance>>) => {
        const moved = { ...variable, key: "moved" };
        const steps = [script("tell", "done({ length: config.moved.length });")];
        await publishFormula(await asOwnerOf(api.app, formulaInstanceId), {
          formulaId,
          formula: formulaSchema.parse({ ...formula, steps, configuration: [moved] }),
          basedOn: 1,
          moves: [{ from: "apiKey", to: "moved" }],
        });
      },
    ],
  ])("switched on %s, stored values are sealed", async (_, switchOn) => {
    const secret = aSecret();
    const instance = await anInstance([tell], { apiKey: secret }, [{ ...variable, secret: false }]);
    expect(await columnsWith(api.app.db.pool, secret)).toEqual(["formula_instance.configuration"]);
    everything.length = 0;
    await switchOn(instance);
    expect(Object.values(await instance.read())).toEqual([MASK]);
    expect(await columnsWith(api.app.db.pool, secret)).toEqual([]);
    expect(await api.run(instance.formulaInstanceId)).toMatchObject({ result: { length: secret.length } });
  });
});

/** Everything a formula can do with a secret, so that every way to record it is tested. */
const url = () => provider.url;
const stepsThatLeak = () => [
  script(
    "shape",
    `console.log("key " + config.apiKey);
     done({ plain: config.apiKey, inside: "Bearer " + config.apiKey, list: [config.apiKey], [config.apiKey]: 1,
       json: JSON.stringify({ key: config.apiKey }), number: Number(config.pin), part: JSON.parse(config.account).password });`,
    "call",
  ),
  {
    name: "call",
    type: "httpRequest",
    properties: {
      method: "POST",
      url: `${url()}/ok/\${config.apiKey}?q=\${config.apiKey}`,
      headers: { "X-Key": "${config.apiKey}" },
      body: { key: "${config.apiKey}", again: "${steps.shape.inside}" },
    },
    onSuccess: ["contact"],
  },
  {
    name: "contact",
    type: "elementRequest",
    properties: {
      elementInstanceId: "${config.crm}",
      method: "GET",
      api: "/hubs/crm/contacts/${config.apiKey}",
      query: { where: "key='${config.apiKey}'" },
    },
    onSuccess: ["refused"],
    onFailure: ["refused"],
  },
  {
    name: "refused",
    type: "httpRequest",
    properties: { method: "GET", url: `${url()}/refuse/\${config.apiKey}` },
    onSuccess: ["broken"],
    onFailure: ["broken"],
  },
  {
    name: "broken",
    type: "httpRequest",
    properties: { method: "GET", url: "https://${config.apiKey}.invalid/" },
    onSuccess: ["throws"],
    onFailure: ["throws"],
  },
  {
    ...script("throws", "throw new Error('no access with ' + config.apiKey);", "message"),
    onFailure: ["message"],
  },
  {
    ...script("message", "notify.email('a@example.test', 'key ' + config.apiKey, config.apiKey); done({});", "number"),
    onFailure: ["number"],
  },
  script("number", "done(Number(config.pin));", "last"),
  script("last", "done({ statusCode: 200, result: { key: config.apiKey } });"),
];

test("no secret is written, logged or shown: saved, run, failed, tried, exported, run again", async () => {
  const [secret, password, pin] = [aSecret(), aSecret(), String(10_000_000 + Math.floor(Math.random() * 80_000_000))];
  everything.length = 0;
  const values = {
    crm: await aConnection(),
    apiKey: secret,
    account: JSON.stringify({ user: "eve", password }),
    pin: Number(pin),
  };
  const variables = [
    variable,
    { key: "crm", type: "elementInstance" },
    { ...variable, key: "account", name: "a" },
    { ...variable, key: "pin", name: "p" },
  ];
  const instance = await anInstance(stepsThatLeak(), values, variables);
  const { formulaId, formulaInstanceId } = instance;
  const settings = { "notification.email": "owner@example.test" };
  expect((await instance.put({ ...(await send(instance.path)).body, settings })).status).toBe(200);

  const executions = `/formulas/instances/${formulaInstanceId}/executions`;
  const headers = { prefer: "wait=30", "idempotency-key": "leaks" };
  const run = await send(executions, { method: "POST", headers, body: { given: secret, [secret]: "as a key" } });
  expect(run.body[0]).toMatchObject({ status: "failed" });
  await send(executions, { method: "POST", headers, body: { given: secret, [secret]: "as a key" } });
  const executionId = run.body[0].id as number;
  expect(provider.requests.some(({ headers }) => headers["x-key"] === secret)).toBe(true);

  const ctx = await asOwnerOf(api.app, formulaInstanceId);
  const seen = async (value: unknown) => void everything.push(JSON.stringify(await value));
  await seen(readRun(ctx, executionId));
  await seen(readRunInput(ctx, executionId));
  await seen(readRunValues(ctx, executionId));
  const again = await replay(ctx, { executionId });
  const edited = await replay(ctx, { executionId, input: '{"args":{"edited":true}}' });
  const steps = (await send(`/formulas/instances/executions/${executionId}/steps?includeValues=true`)).body;
  const fromStep = await rerunFrom(ctx, { stepExecutionId: steps[0].id, revision: "ran" });
  const formula = formulaSchema.parse(instance.formula);
  const [tried] = await tryFormula(ctx, { formulaInstanceId, formula, payload: {} });
  await saveDraft(ctx, { formulaId, basedOn: 1, draft: null, formula });
  for (const { id } of [again, edited, fromStep, tried as { id: number }]) {
    await expect
      .poll(async () => (await send(`/formulas/instances/executions/${id}`)).body.status)
      .toMatch(/success|failed/);
    await seen(readRun(ctx, id));
    await send(`/formulas/instances/executions/${id}/steps?includeValues=true`);
  }
  for (const path of [
    `/formulas/${formulaId}`,
    `/formulas/${formulaId}/export`,
    `/formulas/${formulaId}/instances`,
    "/formulas",
    "/formulas/instances",
    executions,
    `/formulas/instances/executions/${executionId}`,
    `/formulas/instances/executions/${executionId}/errors`,
    `/audit-logs/formulas/${formulaId}`,
    "/notifications?topics[]=formula-message",
    "/notifications?topics[]=formula-execution-failed",
  ])
    await send(path);
  await api.tick();
  await api.app.usage.flush();
  expect(await columnsWith(api.app.db.pool, "/contacts/********")).toContain("usage.uri");

  for (const hidden of [secret, password, pin]) {
    expect(await columnsWith(api.app.db.pool, hidden)).toEqual([]);
    expect(everything.filter((text) => text.includes(hidden))).toEqual([]);
  }
});

test("a resource made of a formula, and a sub-formula with a secret of its own, keep it as well", async () => {
  const secret = aSecret();
  everything.length = 0;
  const sub = await send("/formulas", {
    method: "POST",
    body: {
      name: "Inner",
      engine: "v1",
      triggers: manual("inner"),
      steps: [script("inner", "done({ used: config.apiKey, length: config.apiKey.length });")],
      configuration: [variable],
    },
  });
  // The parent's own variable is not secret, but the sub-formula's is.
  const outer = await anInstance(
    [
      {
        name: "outer",
        type: "formula",
        properties: {
          formulaId: String(sub.body.id),
          subFormulaConfigs: { apiKey: "${config.hidden}-${config.plain}" },
        },
      },
    ],
    { hidden: secret, plain: "visible" },
    [
      { ...variable, key: "hidden" },
      { key: "plain", type: "value" },
    ],
  );
  expect(await api.run(outer.formulaInstanceId)).toMatchObject({
    status: "success",
    result: { used: MASK, length: secret.length + "-visible".length },
  });
  expect(await columnsWith(api.app.db.pool, secret)).toEqual([]);
  expect(await columnsWith(api.app.db.pool, "-visible")).toEqual([]);
});
