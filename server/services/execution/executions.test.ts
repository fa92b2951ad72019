import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anOrganization } from "#server/testing/organizations.ts";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";

let api: RunningApi;
let provider: AProvider;
beforeAll(async () => {
  api = await aRunningApi();
  provider = await aProvider((request, response) => {
    const delayMs = Number(/\/slow\/(\d+)/.exec(request.url ?? "")?.[1] ?? 0);
    const code = Number(/\/status\/(\d+)/.exec(request.url ?? "")?.[1] ?? 200);
    setTimeout(() => response.writeHead(code, { "content-type": "application/json" }).end('{"name":"Ada"}'), delayMs);
  });
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

const script = (name: string, body: string, ...onSuccess: string[]) => ({
  name,
  type: "script",
  properties: { body },
  onSuccess,
});
const formula = (steps: ({ name: string } & Record<string, unknown>)[], rest: object = {}) => ({
  name: "A formula",
  triggers: [{ type: "manual", onSuccess: [steps[0]?.name] }],
  steps,
  ...rest,
});
const hello = () => formula([script("greet", "done({ greeting: 'Hello ' + trigger.args.name });")]);
const path = (id: number) => `/formulas/instances/${id}/executions`;
const post = (id: number, body: unknown = {}, headers = {}) =>
  api.fetch(path(id), { as: api.as, method: "POST", body, headers });
const get = (at: string) => api.fetch(at, { as: api.as });

async function untilEnded(executionId: number) {
  for (;;) {
    const { body } = await get(`/formulas/instances/executions/${executionId}`);
    if (!["pending", "queued"].includes(body.status)) return body;
    await pause(20);
  }
}

describe("POST …/executions", () => {
  test("responds at once with an array of one pending execution, which is already in the list", async () => {
    const { formulaInstanceId } = await api.aRunnable(
      formula([
        { ...script("call", ""), type: "httpRequest", properties: { method: "GET", url: `${provider.url}/slow/300` } },
      ]),
    );
    const { status, body } = await post(formulaInstanceId);
    expect(status).toBe(200);
    expect(body).toEqual([expect.objectContaining({ id: expect.any(Number), formulaInstanceId, status: "pending" })]);
    expect((await get(path(formulaInstanceId))).body[0].id).toBe(body[0].id);
    expect((await untilEnded(body[0].id)).status).toBe("success");
  });

  test("is reached through the formula too", async () => {
    const { formulaId, formulaInstanceId } = await api.aRunnable(hello());
    const reply = await api.fetch(`/formulas/${formulaId}/instances/${formulaInstanceId}/executions`, {
      as: api.as,
      method: "POST",
      body: { name: "Ada" },
    });
    expect(reply.body[0].id).toEqual(expect.any(Number));
    expect(
      (
        await api.fetch(`/formulas/${formulaId + 999}/instances/${formulaInstanceId}/executions`, {
          as: api.as,
          method: "POST",
          body: {},
        })
      ).status,
    ).toBe(404);
  });

  test("responds with Prefer: wait when the run has ended, with its result and Preference-Applied", async () => {
    const { formulaInstanceId } = await api.aRunnable(hello());
    const reply = await post(formulaInstanceId, { name: "Ada" }, { prefer: "wait=10" });
    expect(reply.headers.get("preference-applied")).toBe("wait=10");
    expect(reply.body).toEqual([expect.objectContaining({ status: "success", result: { greeting: "Hello Ada" } })]);
  });

  test("responds with the pending record when the wait was too short, and the run continues", async () => {
    const { formulaInstanceId } = await api.aRunnable(
      formula([{ name: "call", type: "httpRequest", properties: { method: "GET", url: `${provider.url}/slow/1500` } }]),
    );
    const { body } = await post(formulaInstanceId, {}, { prefer: "wait=1" });
    expect(body[0].status).toBe("pending");
    expect((await untilEnded(body[0].id)).status).toBe("success");
  });

  test.each([
    ["the formula", "formula"],
    ["the instance", "instance"],
  ])("is refused with 400 and starts nothing when %s is inactive", async (_, which) => {
    const { formulaId, formulaInstanceId } = await api.aRunnable(hello());
    if (which === "formula")
      await api.fetch(`/formulas/${formulaId}`, { as: api.as, method: "PATCH", body: { active: false } });
    else
      await api.fetch(`/formulas/${formulaId}/instances/${formulaInstanceId}/active`, { as: api.as, method: "DELETE" });
    const { status, body } = await post(formulaInstanceId);
    expect(status).toBe(400);
    expect(body).toEqual({ message: expect.stringContaining("inactive"), requestId: expect.any(String) });
    expect((await get(path(formulaInstanceId))).body).toEqual([]);
  });

  test("responds with 404 to an unknown instance", async () => {
    expect((await post(-1)).status).toBe(404);
    expect((await post(999_999)).status).toBe(404);
  });

  test("takes any JSON as trigger.args", async () => {
    const { formulaInstanceId } = await api.aRunnable(formula([script("echo", "done({ got: trigger.args });")]));
    for (const payload of [{ foo: "bar" }, [1, 2], "text", 5, { odd: "\u0000 \ud800" }]) {
      const { result } = await api.run(
        formulaInstanceId,
        typeof payload === "string" ? JSON.stringify(payload) : payload,
      );
      expect(result).toEqual({ got: payload });
    }
  });

  test("responds with 413 to more than 5 MB", async () => {
    const { formulaInstanceId } = await api.aRunnable(hello());
    expect((await post(formulaInstanceId, { name: "x".repeat(5 * 1024 * 1024) })).status).toBe(413);
  });

  test("a key belongs to its user: another one with the same key starts an execution of their own", async () => {
    const organization = await anOrganization(api.app);
    const [one, other] = [organization.administrator, organization.designer];
    const created = await api.fetch("/formulas", { as: one, method: "POST", body: hello() });
    const instances = `/formulas/${created.body.id}/instances`;
    const { body } = await api.fetch(instances, { as: one, method: "POST", body: { name: "shared" } });
    const run = async (as: { authorization: string }) =>
      (await api.fetch(path(body.id), { as, method: "POST", headers: { "idempotency-key": "run" }, body: {} })).body[0];
    const [first, again, others] = [await run(one), await run(one), await run(other)];
    expect(again.id).toBe(first.id);
    expect(others.id).not.toBe(first.id);
  });

  test("with the same Idempotency-Key twice starts one execution", async () => {
    const { formulaInstanceId } = await api.aRunnable(hello());
    const [first, second] = [
      await post(formulaInstanceId, { name: "Ada" }, { "idempotency-key": "k1" }),
      await post(formulaInstanceId, { name: "Ada" }, { "idempotency-key": "k1" }),
    ];
    expect(second.body).toEqual(first.body);
    expect((await get(path(formulaInstanceId))).body).toHaveLength(1);
  });
});

describe("records", () => {
  test("every execution begins with the step trigger, which holds exactly trigger.args", async () => {
    const { formulaInstanceId } = await api.aRunnable(hello());
    const { id } = await api.run(formulaInstanceId, { name: "Ada" });
    const { body } = await get(`/formulas/instances/executions/${id}`);
    expect(body.stepExecutions.map(({ stepName }: { stepName: string }) => stepName)).toEqual(["trigger", "greet"]);
    const values = await get(`/formulas/instances/executions/steps/${body.stepExecutions[0].id}/values`);
    expect(values.body).toEqual([{ id: expect.any(String), key: "trigger.args", value: '{"name":"Ada"}' }]);
    expect((await get(`/formulas/instances/executions/steps/${body.stepExecutions[0].id}`)).body).toMatchObject({
      stepName: "trigger",
      status: "success",
    });
  });

  test("steps are listed newest first, with values on request, a page at a time", async () => {
    const { formulaInstanceId } = await api.aRunnable(
      formula([script("a", "done({ n: 1 })", "b"), script("b", "done({ n: 2 })", "c"), script("c", "done({ n: 3 })")]),
    );
    const { id } = await api.run(formulaInstanceId);
    const first = await get(`/formulas/instances/executions/${id}/steps?includeValues=true&pageSize=2`);
    expect(first.body.map(({ stepName }: { stepName: string }) => stepName)).toEqual(["c", "b"]);
    expect(first.body[0].stepExecutionValues).toEqual([{ id: expect.any(String), key: "c.n", value: "3" }]);
    expect(first.headers.get("elements-total-count")).toBe("4");
    const second = await get(
      `/formulas/instances/executions/${id}/steps?pageSize=2&nextPage=${first.headers.get("elements-next-page-token")}`,
    );
    expect(second.body.map(({ stepName }: { stepName: string }) => stepName)).toEqual(["a", "trigger"]);
    expect(second.headers.get("elements-next-page-token")).toBeNull();
  });

  test("a failed step is in /errors with its one error; a false filter and an ended loop are not", async () => {
    const { formulaId, formulaInstanceId } = await api.aRunnable(
      formula([
        {
          name: "each",
          type: "loop",
          properties: { list: "trigger.args.list" },
          onSuccess: ["no"],
          onFailure: ["bad"],
        },
        { name: "no", type: "filter", properties: { body: "done(false)" }, onFailure: ["each"] },
        script("bad", "throw 'This is an invalid script step'"),
      ]),
    );
    const { id, status, error } = await api.run(formulaInstanceId, { list: [1] });
    expect({ status, error }).toEqual({
      status: "failed",
      error: expect.stringContaining("This is an invalid script step"),
    });
    const errors = await get(`/formulas/instances/executions/${id}/errors`);
    expect(errors.body).toEqual([
      expect.objectContaining({
        stepName: "bad",
        status: "failed",
        stepExecutionValues: [expect.objectContaining({ key: "bad.error" })],
      }),
    ]);
    const ofInstance = await get(`/formulas/instances/${formulaInstanceId}/executions/errors`);
    expect(ofInstance.body).toEqual([
      expect.objectContaining({ id, status: "failed", stepExecutions: [expect.objectContaining({ stepName: "bad" })] }),
    ]);
    const ofFormula = await get(`/formulas/${formulaId}/instances/executions/errors`);
    expect(ofFormula.body).toEqual([
      { id: formulaInstanceId, executions: [expect.objectContaining({ id, status: "failed" })] },
    ]);
    const later = new Date(Date.now() + 60_000).toISOString();
    expect((await get(`/formulas/instances/${formulaInstanceId}/executions/errors?from=${later}`)).body).toEqual([]);
  });

  test("executions with only a false filter have no errors", async () => {
    const { formulaInstanceId } = await api.aRunnable(
      formula([{ name: "no", type: "filter", properties: { body: "done(false)" } }]),
    );
    for (let n = 0; n < 3; n++) expect((await api.run(formulaInstanceId)).status).toBe("success");
    expect((await get(`/formulas/instances/${formulaInstanceId}/executions/errors`)).body).toEqual([]);
  });

  test("C09: secrets that a step saw do not show in its record", async () => {
    const { formulaInstanceId } = await api.aRunnable(
      formula([
        {
          name: "call",
          type: "httpRequest",
          properties: { method: "GET", url: provider.url, headers: { Authorization: "Bearer top-secret-value" } },
        },
      ]),
    );
    const { id } = await api.run(formulaInstanceId);
    expect(provider.requests.at(-1)?.headers.authorization).toBe("Bearer top-secret-value");
    const [call] = await api.stepsOf(id);
    expect(call?.values["request.headers"]).toContain('"Authorization":"********"');
    const { rows } = await api.app.db.pool.query("select * from step_execution where execution_id = $1", [id]);
    expect(JSON.stringify(rows)).not.toContain("top-secret-value");
  });
});

describe("lists", () => {
  test("are newest first and find the executions of an event or an object, not of both at once", async () => {
    const { formulaInstanceId } = await api.aRunnable(
      formula([script("who", "done({ id: trigger.event.objectId });")], {
        triggers: [{ type: "event", properties: {}, onSuccess: ["who"] }],
      }),
    );
    const event = (objectId: string, eventId: number) => ({
      message: { instance_id: 5, events: [{ objectId, eventId, objectType: "contacts", eventType: "UPDATED" }] },
    });
    const first = (await post(formulaInstanceId, event("o1", 11))).body[0].id;
    const second = (await post(formulaInstanceId, event("o2", 12))).body[0].id;
    const ids = async (query: string) =>
      (await get(`${path(formulaInstanceId)}${query}`)).body.map(({ id }: { id: number }) => id);
    expect(await ids("")).toEqual([second, first]);
    expect(await ids("?objectId=o1")).toEqual([first]);
    expect(await ids("?eventId=12")).toEqual([second]);
    expect((await get(`${path(formulaInstanceId)}?eventId=12&objectId=o1`)).status).toBe(400);
    expect((await get("/formulas/instances/executions?pageSize=1")).body[0].id).toBe(second);
  });

  test("an objectId that a column cannot hold starts an execution all the same", async () => {
    const { formulaInstanceId } = await api.aRunnable({
      ...formula([script("seen", "done({ id: trigger.event.objectId });")]),
      triggers: [{ type: "event", properties: { elementInstanceId: "${config.crm}" }, onSuccess: ["seen"] }],
    });
    const payload = { message: { instance_id: 1, events: [{ objectId: "a\0b" }] } };
    expect(await api.run(formulaInstanceId, payload)).toMatchObject({ status: "success", result: { id: "a\0b" } });
  });

  test("with errors take every form of a date", async () => {
    const { formulaId, formulaInstanceId } = await api.aRunnable(formula([script("bad", "throw 'always'")]));
    await api.run(formulaInstanceId);
    for (const from of ["2017-01-01", "2017-01-01T01:00:00-00:00", "2017-01-01T01:00:00.000Z"]) {
      for (const path of [`/formulas/instances/${formulaInstanceId}`, `/formulas/${formulaId}/instances`]) {
        expect((await get(`${path}/executions/errors?from=${from}`)).body).toHaveLength(1);
      }
    }
  });

  test("show users of another account their own account's only, as with formula instances", async () => {
    const organization = await anOrganization(api.app);
    const { administrator: as } = organization;
    const created = (await api.fetch("/formulas", { as, method: "POST", body: hello() })).body;
    const instance = (
      await api.fetch(`/formulas/${created.id}/instances`, {
        as,
        method: "POST",
        body: { name: "the administrator's" },
      })
    ).body;
    const path = `/formulas/instances/${instance.id}/executions`;
    const [{ id }] = (await api.fetch(path, { as, method: "POST", body: {} })).body;
    const colleague = await organization.aColleague();
    const statusOf = async (read: string) => (await api.fetch(read, { as: colleague })).status;
    expect([await statusOf(path), await statusOf(`/formulas/instances/executions/${id}`)]).toEqual([404, 404]);
    expect((await api.fetch("/formulas/instances/executions", { as: colleague })).body).toEqual([]);
  });

  test("several events in one payload start one execution each", async () => {
    const { formulaInstanceId } = await api.aRunnable(
      formula([script("who", "done({ id: trigger.event.objectId });")], {
        triggers: [{ type: "event", properties: {}, onSuccess: ["who"] }],
      }),
    );
    const events = ["a", "b", "c"].map((objectId) => ({ objectId, objectType: "contacts", eventType: "UPDATED" }));
    const { body } = await post(formulaInstanceId, { message: { instance_id: 5, events } }, { prefer: "wait=20" });
    expect(body.map(({ result }: { result: unknown }) => result)).toEqual([{ id: "a" }, { id: "b" }, { id: "c" }]);
  });
});

describe("PATCH status cancelled", () => {
  test("stops an execution that waits for a slow provider; a second time responds with 400", async () => {
    const { formulaInstanceId } = await api.aRunnable(
      formula([
        {
          name: "call",
          type: "httpRequest",
          properties: { method: "GET", url: `${provider.url}/slow/20000` },
          onSuccess: ["never"],
        },
        script("never", "done({})"),
      ]),
    );
    const [{ id }] = (await post(formulaInstanceId)).body;
    await pause(200);
    const patch = () =>
      api.fetch(`/formulas/instances/executions/${id}`, { as: api.as, method: "PATCH", body: { status: "cancelled" } });
    expect((await patch()).body).toMatchObject({ id, status: "cancelled" });
    expect((await patch()).status).toBe(400);
    await pause(200);
    expect((await get(`/formulas/instances/executions/${id}`)).body.status).toBe("cancelled");
  });

  test("is reported to the caller who waits for the end", async () => {
    const { formulaInstanceId } = await api.aRunnable(
      formula([{ name: "slow", type: "httpRequest", properties: { method: "GET", url: `${provider.url}/slow/5000` } }]),
    );
    const waiting = post(formulaInstanceId, {}, { prefer: "wait=20" });
    let running: { id: number } | undefined;
    while (!running) [running] = (await get(path(formulaInstanceId))).body;
    await api.fetch(`/formulas/instances/executions/${running.id}`, {
      as: api.as,
      method: "PATCH",
      body: { status: "cancelled" },
    });
    expect((await waiting).body).toEqual([expect.objectContaining({ id: running.id, status: "cancelled" })]);
  });

  test("kills a script that runs", async () => {
    const { formulaInstanceId } = await api.aRunnable(formula([script("loop", "while (true) {}")]));
    const [{ id }] = (await post(formulaInstanceId)).body;
    await pause(500);
    const began = performance.now();
    expect(
      (
        await api.fetch(`/formulas/instances/executions/${id}`, {
          as: api.as,
          method: "PATCH",
          body: { status: "cancelled" },
        })
      ).status,
    ).toBe(200);
    const { formulaInstanceId: other } = await api.aRunnable(hello());
    expect((await api.run(other, { name: "Ada" })).status).toBe("success");
    expect(performance.now() - began).toBeLessThan(api.app.env.SCRIPT_TIMEOUT_MS);
  });

  test.each([
    ["an unknown execution answers 404", 999_999, "cancelled", 404],
    ["another status answers 400", 1, "success", 400],
  ])("%s", async (_, id, status, expected) => {
    expect(
      (await api.fetch(`/formulas/instances/executions/${id}`, { as: api.as, method: "PATCH", body: { status } }))
        .status,
    ).toBe(expected);
  });
});

describe("retryFormulaExecution", () => {
  const retrying = (engine: string | undefined, attempts: number) =>
    formula(
      [
        { ...script("bad", "throw 'no'"), onFailure: ["again"] },
        { name: "again", type: "retryFormulaExecution", properties: { retryAttempts: attempts } },
      ],
      engine ? { engine } : {},
    );

  test("ends the run as retry; DELETE retries cancels it", async () => {
    const { formulaInstanceId } = await api.aRunnable(retrying(undefined, 2));
    const { id, status } = await api.run(formulaInstanceId);
    expect(status).toBe("retry");
    const [again] = await api.stepsOf(id);
    expect(again?.status).toBe("success");
    expect(again?.values.error).toMatch(/scheduled for a retry at approximately \d{4}-\d\d-\d\dT/);
    const cancelled = await api.fetch(`/formulas/instances/executions/${id}/retries`, { as: api.as, method: "DELETE" });
    expect(cancelled.body.status).toBe("cancelled");
    expect(
      (await api.fetch(`/formulas/instances/executions/${id}/retries`, { as: api.as, method: "DELETE" })).status,
    ).toBe(400);
  });

  test("DELETE retries does not cancel a retry that starts at the same moment", async () => {
    const { formulaInstanceId } = await api.aRunnable(retrying(undefined, 2));
    const { id } = await api.run(formulaInstanceId);
    const { pool } = api.app.db;
    const worker = await pool.connect();
    await worker.query("begin");
    await worker.query("update execution set status = 'pending', updated_at = now() where id = $1", [id]);
    const cancelling = api.fetch(`/formulas/instances/executions/${id}/retries`, { as: api.as, method: "DELETE" });
    const blocked = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await pool.query(blocked)).rowCount).toBeGreaterThan(0);
    await worker.query("commit");
    worker.release();
    const { status, body } = await cancelling;
    expect([status, body.message]).toEqual([400, `Execution ${id} has no scheduled retry (pending).`]);
  });

  test("v3 begins the same execution again until the attempts are used up: 5 records, failed", async () => {
    const { formulaInstanceId } = await api.aRunnable(retrying("v3", 1));
    const { id, status } = await api.run(formulaInstanceId);
    expect(status).toBe("retry");
    expect((await api.stepsOf(id))[0]?.values).toEqual({ attempt: "1" });
    await api.fetch(`/formulas/instances/executions/${id}/retries`, { as: api.as, method: "PUT" });
    await api.tick();
    await expect.poll(async () => (await get(`/formulas/instances/executions/${id}`)).body.status).toBe("failed");
    const again = { stepName: "again", values: { attempt: expect.any(String) } };
    expect(await api.stepsOf(id)).toMatchObject([
      { ...again, status: "failed", values: { attempt: "2" } },
      { stepName: "bad", status: "failed" },
      { ...again, status: "success", values: { attempt: "1" } },
      { stepName: "bad", status: "failed" },
      { stepName: "trigger", status: "success" },
    ]);
    const last = (await api.stepsOf(id))[0];
    expect(Object.keys(last?.values ?? {})).toEqual(["attempt"]);
    const { body: errors } = await get(`/formulas/instances/executions/${id}/errors`);
    expect(errors.at(-1)).toMatchObject({
      stepName: "again",
      stepExecutionValues: [{ key: "again.error", value: "The retry attempts (1) are used up." }],
    });
    expect(errors.map(({ stepName }: { stepName: string }) => stepName)).toEqual(["bad", "bad", "again"]);
  });

  test("an instance that is switched off keeps its retry waiting, and runs it when it is on again", async () => {
    const { formulaInstanceId } = await api.aRunnable(retrying("v3", 1));
    const { id } = await api.run(formulaInstanceId);
    const path = `/formulas/instances/executions/${id}`;
    const active = `/formulas/${(await get(`/formulas/instances/${formulaInstanceId}`)).body.formula.id}/instances/${formulaInstanceId}/active`;
    await api.fetch(active, { as: api.as, method: "DELETE" });
    await api.app.db.pool.query("update execution set retry_at = now() where id = $1", [id]);
    await api.tick();
    await api.tick();
    expect((await get(path)).body.status).toBe("retry");
    await api.fetch(active, { as: api.as, method: "PUT" });
    await api.tick();
    await expect.poll(async () => (await get(path)).body.status).toBe("failed");
  });

  test("PUT retries runs an execution that has ended as a new one with the same input", async () => {
    const { formulaInstanceId } = await api.aRunnable(hello());
    const { id } = await api.run(formulaInstanceId, { name: "Ada" });
    const { body } = await api.fetch(`/formulas/instances/executions/${id}/retries`, { as: api.as, method: "PUT" });
    expect(body.id).not.toBe(id);
    await untilEnded(body.id);
    expect((await api.stepsOf(body.id))[0]?.values).toEqual({ greeting: "Hello Ada" });
  });
});

test("executions that wait when their instance is deleted are cancelled", async () => {
  const { formulaInstanceId } = await api.aRunnable(formula([{ name: "again", type: "retryFormulaExecution" }]));
  const { id } = await api.run(formulaInstanceId);
  await api.fetch(`/formulas/instances/${formulaInstanceId}`, { as: api.as, method: "DELETE" });
  expect((await get(`/formulas/instances/executions/${id}`)).body.status).toBe("cancelled");
});

describe("single-threaded formulas", () => {
  test("run their executions one at a time in order of acceptance; a failed one does not block the next", async () => {
    const steps = [
      {
        name: "call",
        type: "httpRequest",
        properties: { method: "POST", url: `${provider.url}/slow/40?n=\${trigger.args.n}` },
        onSuccess: ["check"],
      },
      script("check", "if (trigger.args.n === 1) throw 'no'; done({});"),
    ];
    const { formulaInstanceId } = await api.aRunnable(formula(steps, { singleThreaded: true }));
    const before = provider.requests.length;
    const ids: number[] = [];
    for (let n = 0; n < 5; n++) ids.push((await post(formulaInstanceId, { n })).body[0].id);
    const last = await api.run(formulaInstanceId, { n: 5 });
    expect(last.status).toBe("success");
    expect(provider.requests.slice(before).map(({ url }) => url)).toEqual(
      [0, 1, 2, 3, 4, 5].map((n) => `/slow/40?n=${n}`),
    );
    expect((await get(`/formulas/instances/executions/${ids[1]}`)).body.status).toBe("failed");
  });
});

describe("error thresholds", () => {
  const failing = () => formula([script("bad", "throw 'always'")]);
  const count = async () =>
    Number((await get("/notifications?topics[]=threat-level-midnight")).headers.get("elements-total-count"));
  const put = (formulaId: number, id: number, body: object) =>
    api.fetch(`/formulas/${formulaId}/instances/${id}`, { as: api.as, method: "PUT", body });

  test.each([
    [
      "the 51st error in a row warns once and leaves the instance active",
      50,
      { active: true, numberConsecutiveErrors: 51, numberConsecutiveErrorWarningNotifications: 1 },
    ],
    ["the 101st switches it off", 100, { active: false, numberConsecutiveErrors: 101 }],
  ])("%s, with two notifications", async (_, errors, expected) => {
    const { formulaId, formulaInstanceId } = await api.aRunnable(failing());
    await put(formulaId, formulaInstanceId, {
      firstConsecutiveErrorDate: "2017-01-01T01:00:00-00:00",
      numberConsecutiveErrors: errors,
    });
    const before = await count();
    await api.run(formulaInstanceId);
    expect((await get(`/formulas/instances/${formulaInstanceId}`)).body).toMatchObject(expected);
    expect((await count()) - before).toBe(2);
  });

  test("an instance that is switched off has no job any more", async () => {
    const { formulaId, formulaInstanceId } = await api.aRunnable({
      ...failing(),
      triggers: [{ type: "scheduled", properties: { cron: "0 0 12 * * ?" }, onSuccess: ["bad"] }],
    });
    const jobs = async () =>
      (await get("/jobs")).body.filter(({ description }: { description: string }) =>
        description.includes(`formula ${formulaId}, instance ${formulaInstanceId}`),
      );
    expect(await jobs()).toHaveLength(1);
    await put(formulaId, formulaInstanceId, { numberConsecutiveErrors: 100 });
    await api.run(formulaInstanceId);
    expect(await jobs()).toEqual([]);
  });

  test("a success ends the row of errors", async () => {
    const { formulaId, formulaInstanceId } = await api.aRunnable(hello());
    await put(formulaId, formulaInstanceId, { numberConsecutiveErrors: 7 });
    await api.run(formulaInstanceId, { name: "Ada" });
    expect((await get(`/formulas/instances/${formulaInstanceId}`)).body.numberConsecutiveErrors).toBe(0);
  });

  test("notifies the instance's e-mail and webhook settings of a failed execution", async () => {
    const { formulaInstanceId } = await api.aRunnable(failing(), {
      settings: { "notification.email": "ops@example.test", "notification.webhook.url": `${provider.url}/hook` },
    });
    const before = (await api.recipients()).length;
    await api.run(formulaInstanceId);
    expect((await api.recipients()).slice(before)).toEqual(["ops@example.test", `${provider.url}/hook`]);
  });
});

describe("scheduled formulas", () => {
  const every = (cron: string) =>
    formula([script("a", "done({ type: trigger.type });")], {
      triggers: [{ type: "scheduled", properties: { cron }, onSuccess: ["a"] }],
    });
  const executionsOf = async (id: number) =>
    (await get(path(id))).body as { id: number; status: string; late?: boolean }[];

  test("a due time starts one execution however many workers look, and its trigger says scheduled", async () => {
    const { formulaInstanceId } = await api.aRunnable(every("0 0/15 * * * ?"));
    await api.app.db.pool.query(
      "update schedule set next_run_at = now() - interval '1 second' where formula_instance_id = $1",
      [formulaInstanceId],
    );
    await Promise.all([api.tick(), api.tick(), api.tick()]);
    await expect
      .poll(async () => (await executionsOf(formulaInstanceId)).map(({ status }) => status))
      .toEqual(["success"]);
    const [execution] = await executionsOf(formulaInstanceId);
    const steps = await api.stepsOf(execution?.id ?? 0);
    expect(steps.at(-1)).toMatchObject({ stepName: "trigger", values: { type: "scheduled" } });
  });

  test("after a time when nobody looked, the latest missed run is made once and marked late", async () => {
    const { formulaInstanceId } = await api.aRunnable(every("0 0/15 * * * ?"));
    await api.app.db.pool.query(
      "update schedule set next_run_at = date_trunc('hour', now()) - interval '5 hours' where formula_instance_id = $1",
      [formulaInstanceId],
    );
    await api.tick();
    await api.tick();
    const executions = await executionsOf(formulaInstanceId);
    expect(executions).toHaveLength(1);
    const { rows } = await api.app.db.pool.query(
      "select next_run_at > now() as ahead from schedule where formula_instance_id = $1",
      [formulaInstanceId],
    );
    expect(rows).toEqual([{ ahead: true }]);
  });
});
