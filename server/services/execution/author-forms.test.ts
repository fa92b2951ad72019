import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { callIdentity } from "../job/sealed-call.ts";

let api: RunningApi;
let provider: AProvider;
beforeAll(async () => {
  provider = await aProvider((_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end("{}"),
  );
  api = await aRunningApi();
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

const send = (path: string, method = "GET", body?: unknown) =>
  api.fetch(path, { as: api.as, method, ...(body !== undefined && { body }) });
const script = (name: string, body: string, onSuccess: string[] = []) => ({
  name,
  type: "script",
  properties: { body },
  onSuccess,
});

describe("keys keep the author's order", () => {
  const ORDERED = { zebra: 1, alpha: { y: 1, b: 2, aaa: 3 }, mm: [{ d: 1, c: 2 }] };
  const TEXT = JSON.stringify(ORDERED);
  const formula = {
    name: "Ordered",
    engine: "v3",
    configuration: [
      { key: "zz", name: "zz", type: "value" },
      { key: "a", name: "a", type: "value" },
    ],
    triggers: [{ type: "manual", onSuccess: ["send"] }],
    steps: [
      {
        name: "send",
        type: "httpRequest",
        properties: { url: "${config.zz}/items", query: { z: "1", b: "2" }, method: "POST", body: ORDERED },
      },
    ],
  };
  const configuration = () => ({ zz: provider.url, a: "1" });

  test("in saved, read, exported and sent records", async () => {
    const { formulaId, formulaInstanceId } = await api.aRunnable(formula, { configuration: configuration() });
    for (const path of [`/formulas/${formulaId}`, `/formulas/${formulaId}/export`, `/formulas/${formulaId}/steps`]) {
      const { text } = await send(path);
      expect(text, path).toContain(`"body":${TEXT}`);
      expect(text, path).toContain('"query":{"z":"1","b":"2"}');
    }
    const { text } = await send(`/formulas/instances/${formulaInstanceId}`);
    expect(text).toContain(`"configuration":${JSON.stringify(configuration())}`);
    provider.requests.length = 0;
    const run = await api.run(formulaInstanceId);
    expect(provider.requests).toMatchObject([{ url: "/items?z=1&b=2", body: TEXT }]);
    const values = (await api.stepsOf(run.id))[0]?.values;
    expect(values?.["request.body"]).toBe(TEXT);
  });

  test("in an element's definition", async () => {
    const models = {
      Zed: { id: "Zed", properties: { z: { type: "string" }, a: { type: "string" } } },
      Abc: { id: "Abc" },
    };
    const { body, status, text } = await send("/elements", "POST", {
      name: "Ordered",
      description: "Ordered",
      hub: "crm",
      authentication: { type: "custom" },
      configuration: [{ key: "base.url", name: "Base", description: "Base", defaultValue: provider.url }],
      resources: [{ path: "/things", method: "POST", vendorPath: "/things", model: models }],
    });
    expect(status, text).toBe(200);
    const exported = await send(`/elements/${body.id}/export`);
    const found = exported.text.indexOf('"Zed"');
    expect(exported.text.slice(found).replace(/"(?:type|id)":"\w+",?/g, "")).toMatch(/^"Zed".*"z".*"a".*"Abc"/s);
  });

  test("in a scheduled request", async () => {
    const { body, status, text } = await send("/jobs", "POST", {
      name: "Ordered",
      description: "Ordered",
      method: "POST",
      uri: "/formulas",
      body: { zebra: 1, alpha: 2 },
      trigger: { cron: "0 0 0 1 1 ? 2090" },
    });
    expect(status, text).toBe(200);
    const row = await api.app.db.prisma.schedule.findFirstOrThrow({ where: { id: body.id } });
    const owner = { organizationId: row.organizationId, scheduleId: row.id };
    expect(api.app.vault.open(row.callSealed ?? "", callIdentity(owner))).toContain('"body":{"zebra":1,"alpha":2}');
  });
});

describe.each(["v1", "v3"])("steps named like what every object has (engine %s)", (engine) => {
  test.each(["constructor", "toString", "__proto__", "hasOwnProperty"])("%s is an ordinary name", async (name) => {
    const { formulaInstanceId } = await api.aRunnable({
      name: "Odd names",
      engine,
      triggers: [{ type: "manual", onSuccess: [name] }],
      steps: [
        script(name, "done({ found: trigger.args.id });", ["call"]),
        {
          name: "call",
          type: "httpRequest",
          properties: { method: "GET", url: `${provider.url}/\${steps.${name}.found}` },
          onSuccess: ["each"],
        },
        { name: "each", type: "loop", properties: { list: "trigger.args.list" }, onSuccess: ["last"] },
        script(
          "last",
          `done({ by: steps[${JSON.stringify(name)}].found, own: Object.keys(steps).includes(${JSON.stringify(name)}) });`,
          ["each"],
        ),
      ],
    });
    provider.requests.length = 0;
    const run = await api.run(formulaInstanceId, { id: 7, list: [1, 2] });
    expect(run, JSON.stringify(run)).toMatchObject({ status: "success" });
    expect(provider.requests).toMatchObject([{ url: "/7" }]);
    const steps = await api.stepsOf(run.id);
    expect(steps.find(({ stepName }) => stepName === name)?.values).toEqual({ found: "7" });
    expect(steps.find(({ stepName }) => stepName === "last")?.values).toEqual({ by: "7", own: "true" });
  });
});

describe("${config.X} is a variable's key, or else its name", () => {
  const configuration = [
    { key: "crm.url", name: "The CRM", type: "value" },
    { key: "crm.id", name: "CRM id", type: "value" },
    { key: "b", name: "crm.url", type: "value" },
  ];
  test("the longest that fits, in every step, also as a path", async () => {
    const { formulaInstanceId } = await api.aRunnable(
      {
        name: "Named",
        engine: "v3",
        configuration,
        triggers: [{ type: "manual", onSuccess: ["send"] }],
        steps: [
          {
            name: "send",
            type: "httpRequest",
            properties: {
              method: "POST",
              url: "${config.The CRM}/${ config.CRM id }",
              body: { byKey: "${config.crm.url}", none: "${config.Unknown}", deep: ["${config.CRM id}"] },
            },
          },
        ],
      },
      { configuration: { "crm.url": provider.url, "crm.id": "9", b: "by name" } },
    );
    provider.requests.length = 0;
    expect(await api.run(formulaInstanceId)).toMatchObject({ status: "success" });
    expect(provider.requests).toMatchObject([{ url: "/9" }]);
    expect(JSON.parse(provider.requests[0]?.body ?? "")).toEqual({ byKey: provider.url, deep: ["9"] });
  });

  test("in a schedule, which then is found", async () => {
    const { formulaId, formulaInstanceId } = await api.aRunnable(
      {
        name: "Named schedule",
        engine: "v3",
        configuration: [{ key: "cron", name: "When it runs", type: "value" }],
        triggers: [{ type: "scheduled", properties: { cron: "${config.When it runs}" }, onSuccess: ["one"] }],
        steps: [script("one", "done({});")],
      },
      { configuration: { cron: "0 0 0 1 1 ? 2090" } },
    );
    const { body } = await send("/jobs");
    expect(JSON.stringify(body)).toContain(`formula ${formulaId}, instance ${formulaInstanceId}`);
  });

  test("in an event trigger, which then listens", async () => {
    const instance = await anInstance();
    const { formulaInstanceId } = await api.aRunnable(
      {
        name: "Named event",
        engine: "v3",
        configuration: [{ key: "crm", name: "Our CRM", type: "elementInstance" }],
        triggers: [{ type: "event", properties: { elementInstanceId: "${config.Our CRM}" }, onSuccess: ["one"] }],
        steps: [script("one", "done({});")],
      },
      { configuration: { crm: instance } },
    );
    const listening = { where: { formulaInstanceId, elementInstanceId: Number(instance) } };
    expect(await api.app.db.prisma.eventSubscription.count(listening)).toBe(1);
  });

  test("names are unique like keys: 409", async () => {
    const twice = [
      { key: "a", name: "CRM", type: "value" },
      { key: "b", name: "CRM", type: "value" },
    ];
    const refused = await send("/formulas", "POST", { name: "Twice", configuration: twice });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Two variables are called "CRM"; variable names are unique.',
    ]);
    const { body } = await send("/formulas", "POST", { name: "Once", configuration: twice.slice(0, 1) });
    const added = await send(`/formulas/${body.id}/configuration`, "POST", twice[1]);
    expect(added.status).toBe(409);
  });
});

async function anInstance(): Promise<string> {
  const element = await send("/elements", "POST", {
    name: "Named CRM",
    description: "A CRM",
    hub: "crm",
    authentication: { type: "custom" },
    configuration: [{ key: "base.url", name: "Base", description: "Base", defaultValue: provider.url }],
    resources: [{ path: "/contacts", method: "GET", vendorPath: "/people" }],
  });
  const instance = await send(`/elements/${element.body.key}/instances`, "POST", { name: "Main", configuration: {} });
  expect(instance.status, instance.text).toBe(200);
  return String(instance.body.id);
}
