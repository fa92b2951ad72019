import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { requestHashOf } from "#server/services/idempotency/idempotency.ts";
import { anOrganization, type Person } from "#server/testing/organizations.ts";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";

const published: { url: string; queue: string; exchange?: string; body: string }[] = [];
let api: RunningApi;
let provider: AProvider;
let failures = 0;

beforeAll(async () => {
  api = await aRunningApi({ env: { RETRY_UNIT_MS: "1" }, publish: async (message) => void published.push(message) });
  provider = await aProvider((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://provider");
    const code =
      pathname.startsWith("/flaky") && failures-- > 0 ? 503 : Number(/\/status\/(\d+)/.exec(pathname)?.[1] ?? 200);
    response
      .writeHead(code, { "content-type": "application/json", "x-provider": "demo" })
      .end(JSON.stringify({ path: pathname }));
  });
});
beforeEach(() => {
  failures = 0;
  provider.requests.length = 0;
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

type Step = { name?: string; type: string; properties?: object; onSuccess?: string[]; onFailure?: string[] };

/** Runs one step (named `step`), perhaps among others, and returns how the execution and the step ended. */
async function runStep(
  step: Step,
  {
    args = {} as unknown,
    others = [] as Step[],
    engine = undefined as string | undefined,
    config = {},
    configuration = [] as object[],
  } = {},
) {
  const steps = [{ name: "step", ...step }, ...others];
  const { formulaInstanceId } = await api.aRunnable(
    { name: "One step", engine, triggers: [{ type: "manual", onSuccess: ["step"] }], steps, configuration },
    { configuration: config },
  );
  const run = await api.run(formulaInstanceId, args);
  const seen = await api.stepsOf(run.id);
  return { ...run, steps: seen, step: seen.find(({ stepName }) => stepName === "step") };
}

const get = (properties: object) => ({ type: "httpRequest", properties: { method: "GET", ...properties } });

describe("httpRequest (spec §2.5, §2.6)", () => {
  test("records the request and the reply under the documented keys", async () => {
    const { status, step } = await runStep(
      get({ url: `${provider.url}/items/1?a=1`, query: { b: "2" }, headers: { "X-Mine": "yes" } }),
    );
    expect(status).toBe("success");
    expect(Object.keys(step?.values ?? {}).sort()).toEqual(
      [
        "request.body",
        "request.headers",
        "request.method",
        "request.path",
        "request.query",
        "request.url",
        "response.body",
        "response.code",
        "response.headers",
      ].filter((key) => step?.values[key] !== undefined),
    );
    expect(step?.values).toMatchObject({
      "request.method": "GET",
      "response.code": "200",
      "response.body": '{"path":"/items/1"}',
    });
    const [sent] = provider.requests;
    expect(sent?.url).toBe("/items/1?a=1&b=2");
    expect(sent?.headers).toMatchObject({ "x-mine": "yes", "elements-formula-step": "step" });
  });

  test.each([
    ["an object", { n: 1 }, '{"n":1}'],
    ["text with references", '{"n": ${trigger.args.n}}', '{"n": 7}'],
    ["a reference that keeps its type", "${trigger.args}", '{"n":7,"list":[1]}'],
  ])("sends %s as its JSON body", async (_, body, expected) => {
    await runStep(
      { type: "httpRequest", properties: { method: "POST", url: provider.url, body } },
      { args: { n: 7, list: [1] } },
    );
    expect(provider.requests[0]?.body.replaceAll(" ", "")).toBe(expected.replaceAll(" ", ""));
    expect(provider.requests[0]?.headers["content-type"]).toMatch(/^application\/json/);
  });

  test.each([
    ["2xx succeeds", 204, {}, "success"],
    ["4xx fails", 404, {}, "failed"],
    ["a listed code succeeds", 401, { acceptableStatusCodes: "200,401" }, "success"],
    ["a range succeeds", 418, { acceptableStatusCodes: "200-205,410-420" }, "success"],
    ["a 2xx that is not listed fails", 200, { acceptableStatusCodes: "201" }, "failed"],
  ])("%s", async (_, code, properties, expected) => {
    const { status, step } = await runStep(get({ url: `${provider.url}/status/${code}`, ...properties }));
    expect(status).toBe(expected);
    expect(step?.values["response.code"]).toBe(String(code));
  });

  test("tries again on the listed codes and says how often; the key of a write stays the same", async () => {
    failures = 2;
    const { status, step } = await runStep({
      type: "httpRequest",
      properties: {
        method: "POST",
        url: `${provider.url}/flaky`,
        retry: "true",
        retryAttempts: "3",
        retryDelay: "5",
        retryStatusCodes: "500-503",
      },
    });
    expect(status).toBe("success");
    expect(step?.values["request.retry-attempt"]).toBe("2");
    expect(new Set(provider.requests.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  });

  test("that fails after 3 retries is one failed record with retry-attempt 3", async () => {
    failures = 99;
    const { status, steps, step } = await runStep(
      get({ url: `${provider.url}/flaky`, retry: true, retryAttempts: 3, retryDelay: 1, retryStatusCodes: "503" }),
    );
    expect(status).toBe("failed");
    expect(steps).toHaveLength(2);
    expect(step).toMatchObject({ status: "failed", values: { "request.retry-attempt": "3", "response.code": "503" } });
    expect(provider.requests).toHaveLength(4);
  });

  test("to an address that is not allowed fails without a byte sent", async () => {
    const { step } = await runStep(get({ url: "http://169.254.169.254/latest/meta-data" }));
    expect(step?.values.error).toMatch(/not allowed/i);
  });

  test("that gets no response continues to onFailure with the reason in its context", async () => {
    const { steps } = await runStep(
      { ...get({ url: "http://192.168.7.7/" }), onFailure: ["rescue"] },
      { others: [{ name: "rescue", type: "script", properties: { body: "done({ why: steps.step.error });" } }] },
    );
    expect(steps[0]).toMatchObject({ stepName: "rescue", values: { why: steps[1]?.values.error } });
    expect(steps[1]?.values.error).toEqual(expect.any(String));
  });

  test("continues to onFailure with the response in its context", async () => {
    const { status, steps } = await runStep(
      { ...get({ url: `${provider.url}/status/404` }), onFailure: ["rescue"] },
      {
        others: [
          {
            name: "rescue",
            type: "script",
            properties: {
              body: "done({ code: steps.step.response.code === 404, body: steps.step.response.body.path });",
            },
          },
        ],
      },
    );
    expect(status).toBe("failed");
    expect(steps[0]).toEqual({ stepName: "rescue", status: "success", values: { code: "true", body: "/status/404" } });
  });
});

describe("request: the platform's own API as the owner", () => {
  test("needs no element instance and sees the same as the owner", async () => {
    const { status, step } = await runStep({
      type: "request",
      properties: { method: "GET", api: "/formulas?pageSize=1" },
    });
    expect(status).toBe("success");
    expect(JSON.parse(String(step?.values["response.body"]))).toEqual([expect.objectContaining({ name: "One step" })]);
    expect(step?.values["request.headers"]).toContain("********");
  });

  test("that is refused fails with the words of the API", async () => {
    const { error, step } = await runStep({
      type: "request",
      properties: { method: "POST", api: "/formulas", body: { name: "" } },
    });
    const { message } = JSON.parse(String(step?.values["response.body"]));
    expect(message).toContain("name: must not be empty");
    expect(error).toBe(`POST /formulas returned status 400: ${message}`);
  });

  test("of an unknown path is 401, which acceptableStatusCodes may make a success", async () => {
    const { status, step } = await runStep({
      type: "request",
      properties: { method: "GET", api: "/nosuchresource", acceptableStatusCodes: "401" },
    });
    expect(status).toBe("success");
    expect(step?.values["response.code"]).toBe("401");
  });

  test.each([
    ["an object", { body: { name: "By a step" } }],
    ["JSON text", { body: '{"name":"By a step"}' }],
    ["the author's content type", { headers: { "Content-Type": "application/json" }, body: { name: "By a step" } }],
    ["an Authorization of the author's own", { headers: { Authorization: "User x" }, body: { name: "By a step" } }],
  ])("posts %s as the owner", async (_, properties) => {
    const { step } = await runStep({
      type: "request",
      properties: { method: "POST", api: "/formulas", ...properties },
    });
    expect(step?.values["response.code"]).toBe("200");
    expect(JSON.parse(String(step?.values["response.body"]))).toMatchObject({ name: "By a step" });
  });

  test("waits for its own call that was open when a process died", async () => {
    const [key, body] = ["left-under-way", '{"name":"Once"}'];
    const { id: userId, organizationId } = await api.app.db.prisma.user.findFirstOrThrow({
      where: { role: "administrator" },
      orderBy: { id: "asc" },
    });
    await api.app.db.prisma.idempotentRequest.create({
      data: {
        organizationId,
        userId,
        key,
        requestHash: requestHashOf(api.app.env, `/elements/api-v2/formulas\n{}\n${body}`),
        createdAt: new Date(api.app.now().getTime() - 119_000),
      },
    });
    const { step } = await runStep({
      type: "request",
      properties: { method: "POST", api: "/formulas", body, headers: { "Idempotency-Key": key } },
    });
    expect(step?.values["response.code"]).toBe("200");
  });

  test("outputs the text of a formula as a resource", async () => {
    const { formulaInstanceId } = await api.aRunnable({
      name: "Text",
      method: "GET",
      uri: "/text-for-a-step",
      triggers: [{ type: "manual", onSuccess: ["say"] }],
      steps: [{ name: "say", type: "script", properties: { body: "done({ statusCode: 200, result: 'hello' });" } }],
    });
    const headers = { "Elements-Formula-Instance-Id": String(formulaInstanceId) };
    const { step } = await runStep({
      type: "request",
      properties: { method: "GET", api: "/text-for-a-step", headers },
    });
    expect(step?.values).toMatchObject({ "response.code": "200", "response.body": "hello" });
  });

  test("shows no secret of its owner in any record", async () => {
    const { id } = await runStep({ type: "request", properties: { method: "GET", api: "/formulas" } });
    const [, secret] = /User ([\w-]+)/.exec(api.as.authorization) ?? [];
    const { rows } = await api.app.db.pool.query(
      "select output, notes, error from step_execution where execution_id = $1",
      [id],
    );
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test("nor a secret that a call brings back after other steps were recorded", async () => {
    const me = api.as as Person;
    const { steps } = await runStep(
      { type: "script", properties: { body: "done({ a: 1 });" }, onSuccess: ["make"] },
      {
        others: [
          {
            name: "make",
            type: "request",
            properties: { method: "POST", api: "/formulas", body: { name: "x" } },
            onSuccess: ["read"],
          },
          {
            name: "read",
            type: "request",
            properties: {
              method: "GET",
              api: `/users/${me.id}`,
              headers: { "elements-user-password": me.password },
            },
          },
        ],
      },
    );
    const [, secret] = /User ([\w-]+)/.exec(api.as.authorization) ?? [];
    expect(steps[0]).toMatchObject({ stepName: "read", status: "success" });
    expect(JSON.stringify(steps)).not.toContain(secret);
  });

  test("can read this execution's own formula instance by info", async () => {
    const { status } = await runStep({
      type: "request",
      properties: { method: "GET", api: "/formulas/${info.formulaId}/instances/${info.formulaInstanceId}/executions" },
    });
    expect(status).toBe("success");
  });
});

describe("elementRequest and elementRequestStream", () => {
  test.each([
    [
      "elementRequest",
      { elementInstanceId: "${trigger.args.one}", method: "GET", api: "/hubs/crm/contacts" },
      /there is no element instance 123/,
    ],
    [
      "elementRequestStream",
      {
        downloadElementInstanceId: "${trigger.args.one}",
        downloadMethod: "GET",
        downloadApi: "/files",
        uploadElementInstanceId: "${trigger.args.two}",
        uploadMethod: "POST",
        uploadApi: "/files",
      },
      /element instance/,
    ],
  ])("%s of an instance that is not there fails with a clear error", async (type, properties, words) => {
    const { status, step } = await runStep({ type, properties }, { args: { one: "123", two: "124" } });
    expect(status).toBe("failed");
    expect(step?.values.error).toMatch(words);
  });
});

test("5 MB of script output pass between steps, and the record shows each value", async () => {
  const body = "const all = {}; for (let n = 0; n < 500; n++) all['p' + n] = 'x'.repeat(10000); done(all);";
  const count = "const all = Object.values(steps.step); done({ n: all.length, size: all.join('').length });";
  const { status, steps, step } = await runStep(
    { type: "script", properties: { body }, onSuccess: ["send"] },
    {
      engine: "v3",
      others: [
        { name: "send", type: "httpRequest", properties: sending("${steps.step}"), onSuccess: ["count"] },
        { name: "count", type: "script", properties: { body: count } },
      ],
    },
  );
  expect(status).toBe("success");
  expect(steps[0]?.values).toEqual({ n: "500", size: "5000000" });
  expect(JSON.parse(provider.requests[0]?.body ?? "").p499).toHaveLength(10_000);
  expect(Object.keys(step?.values ?? {})).toHaveLength(500);
  expect(step?.values.p499).toHaveLength(10_000);
});

const sending = (body: string) => ({ method: "POST", url: `${provider.url}/items`, body });

describe("script and filter", () => {
  test.each([
    [
      "keys of the result",
      "done({ a: 1, b: 'x', c: [1], d: { e: true } })",
      { a: "1", b: "x", c: "[1]", d: '{"e":true}' },
    ],
    ["a primitive", "done('text')", { result: "text" }],
    ["a list", "done([1, 2])", { result: "[1,2]" }],
    ["console output beside them", "console.log('hi'); done({ a: 1 })", { a: "1", console: '["hi"]' }],
    [
      "queued e-mails",
      "notify.email('a@example.test', 'Hello', 'Body'); done({ a: 1 })",
      { a: "1", notify: expect.stringContaining('"subject":"Hello"') },
    ],
    [
      "libraries",
      "const _ = require('lodash'); const moment = require('moment'); done({ n: _.sum([1, 2]), y: moment.utc(0).year() })",
      { n: "3", y: "1970" },
    ],
    ["hashes", "done({ md5: CE.md5('a') })", { md5: createHash("md5").update("a").digest("hex") }],
    [
      "a number that is text",
      "done({ id: '8000270E-1392053436', zip: '01234' })",
      { id: "8000270E-1392053436", zip: "01234" },
    ],
  ])("record %s", async (_, body, values) => {
    const { status, step } = await runStep({ type: "script", properties: { body } });
    expect({ status, values: step?.values }).toEqual({ status: "success", values });
  });

  test.each([
    ["throws", "throw('This is an invalid script step')", "This is an invalid script step"],
    ["is not JavaScript", "This is a bad script step;", "Unexpected identifier"],
    ["never calls done", "const a = 1;", "The step did not return any values"],
  ])("a script that %s fails with its error", async (_, body, words) => {
    const { status, step } = await runStep({ type: "script", properties: { body } });
    expect(status).toBe("failed");
    expect(step?.values).toEqual({ error: expect.stringContaining(words) });
  });

  test("context values may be changed by a script without changing the records", async () => {
    const others = [
      {
        name: "change",
        type: "script",
        properties: { body: "const c = steps.step; c.added = 1; done(c);" },
        onSuccess: ["look"],
      },
      { name: "look", type: "script", properties: { body: "done(steps.step)" } },
    ];
    const { result } = await runStep(
      { type: "script", properties: { body: "done({ a: 1 })" }, onSuccess: ["change"] },
      { others },
    );
    expect(result).toEqual({ a: 1 });
  });

  test("5 MB pass from step to step", async () => {
    const others = [
      { name: "size", type: "script", properties: { body: "done({ size: JSON.stringify(steps.step).length })" } },
    ];
    const { result } = await runStep(
      {
        type: "script",
        properties: { body: "const o = {}; for (let i = 0; i < 500; i++) o['k' + i] = 'x'.repeat(10000); done(o);" },
        onSuccess: ["size"],
      },
      { others },
    );
    expect((result as { size: number }).size).toBeGreaterThan(5_000_000);
  });

  test("a filter records exactly continue", async () => {
    const { step } = await runStep({ type: "filter", properties: { body: "done(false)" } });
    expect(step).toMatchObject({ status: "failed", values: { continue: "false" } });
  });
});

test("amqpRequest publishes and records the message", async () => {
  const { status, step } = await runStep(
    { type: "amqpRequest", properties: { url: "amqp://localhost", queue: "orders", body: '{"n":${trigger.args.n}}' } },
    { args: { n: 1 } },
  );
  expect(status).toBe("success");
  expect(published.at(-1)).toMatchObject({ url: "amqp://localhost", queue: "orders", body: '{"n":1}' });
  expect(step?.values).toMatchObject({
    "request.queue": "orders",
    "request.body": '{"n":1}',
    "request.url": "amqp://localhost",
  });
});

test("notification sends an e-mail to the instance's address and records a boolean", async () => {
  const { formulaInstanceId } = await api.aRunnable(
    {
      name: "Tells",
      triggers: [{ type: "manual", onSuccess: ["tell"] }],
      steps: [{ name: "tell", type: "notification", properties: { body: "done(true)" } }],
    },
    { settings: { "notification.email": "ops@example.test" } },
  );
  const before = (await api.recipients()).length;
  const { id } = await api.run(formulaInstanceId);
  // These tests have no mail server.
  const delivery = expect.stringContaining("GET /notifications");
  expect((await api.stepsOf(id))[0]?.values).toEqual({ continue: true, delivery });
  expect((await api.recipients()).slice(before)).toEqual(["ops@example.test"]);
  expect(await api.runOfLatestMail()).toBe(id);
});

test("sends the message of a notification's own script as well", async () => {
  const before = (await api.recipients()).length;
  await runStep({ type: "notification", properties: { body: "notify.email('a@b.test', 'hi', 'you'); done(false);" } });
  expect((await api.recipients()).slice(before)).toEqual(["a@b.test"]);
  // Its reader may be a customer, who cannot open the run.
  expect(await api.runOfLatestMail()).toBeNull();
});

describe("formula", () => {
  const child = async (engine?: string) => {
    const created = await api.aRunnable({
      name: "Child",
      engine,
      triggers: [{ type: "manual", onSuccess: ["in"] }],
      steps: [{ name: "in", type: "script", properties: { body: "done({ got: trigger.args.n, from: config.who })" } }],
    });
    return created.formulaId;
  };

  test.each([
    ["v1", undefined, ["step", "in", "trigger"], { result: '{"got":3,"from":"me"}' }],
    ["v3", "v3", ["step", "trigger"], { got: "3", from: "me" }],
  ])("%s: its result is the output of the child's last step", async (_, engine, trail, values) => {
    const formulaId = await child(engine);
    const { steps, step, result } = await runStep(
      { type: "formula", properties: { formulaId: String(formulaId), args: { n: "${trigger.args.n}" } } },
      { engine, args: { n: 3 }, config: { who: "me" }, configuration: [{ key: "who", name: "who", type: "value" }] },
    );
    expect(result).toEqual({ got: 3, from: "me" });
    expect(steps.map(({ stepName }) => stepName)).toEqual(trail);
    expect(step?.values).toEqual(values);
  });

  test("of another organization is not there", async () => {
    const { administrator } = await anOrganization(api.app);
    const theirs = { name: "Theirs", triggers: [{ type: "manual", onSuccess: [] }], steps: [] };
    const { body } = await api.fetch("/formulas", { as: administrator, method: "POST", body: theirs });
    const { status, step } = await runStep({ type: "formula", properties: { formulaId: body.id } });
    expect(status).toBe("failed");
    expect(step?.values).toEqual({ error: expect.stringContaining("there is no formula") });
  });
});

test.each([-1, 99_999_999_999])("formula: %i is no formula, which is the step's error", async (formulaId) => {
  const { status, step } = await runStep({ type: "formula", properties: { formulaId } });
  expect(status).toBe("failed");
  expect(step?.values).toEqual({ error: expect.stringContaining("there is no formula") });
});

test("formula: that of a sibling account is not there, neither to run nor among subFormulas", async () => {
  const organization = await anOrganization(api.app);
  const [mine, theirs] = [await organization.aColleague(), await organization.aColleague()];
  const post = async (as: typeof mine, path: string, body: object) =>
    (await api.fetch(path, { as, method: "POST", body, headers: { prefer: "wait=30" } })).body;
  const secret = await post(theirs, "/formulas", { name: "Theirs" });
  const formula = await post(mine, "/formulas", {
    name: "Mine",
    triggers: [{ type: "manual", onSuccess: ["step"] }],
    steps: [{ name: "step", type: "formula", properties: { formulaId: secret.id } }],
  });
  expect(formula.subFormulas).toEqual([]);
  const instance = await post(mine, `/formulas/${formula.id}/instances`, { name: "mine" });
  const [run] = await post(mine, `/formulas/instances/${instance.id}/executions`, {});
  expect(run).toMatchObject({ status: "failed", error: expect.stringContaining("there is no formula") });
});

test("a loop of 50 makes 103 records with the script that made its list", async () => {
  const { formulaInstanceId } = await api.aRunnable({
    name: "Loop",
    triggers: [{ type: "manual", onSuccess: ["create-list"] }],
    steps: [
      {
        name: "create-list",
        type: "script",
        properties: { body: "done({ list: Array.from({ length: 50 }, (_, val) => ({ val })) })" },
        onSuccess: ["looper"],
      },
      { name: "looper", type: "loop", properties: { list: "steps.create-list.list" }, onSuccess: ["body"] },
      {
        name: "body",
        type: "script",
        properties: { body: "done({ seen: steps.looper.entry.val, at: steps.looper.index })" },
        onSuccess: ["looper"],
      },
    ],
  });
  const { id, status } = await api.run(formulaInstanceId);
  const steps = await api.stepsOf(id);
  expect(status).toBe("success");
  expect(steps).toHaveLength(103);
  expect(steps[0]).toEqual({ stepName: "looper", status: "failed", values: { index: "50" } });
  expect(steps[2]).toEqual({ stepName: "looper", status: "success", values: { index: "49", entry: '{"val":49}' } });
});
