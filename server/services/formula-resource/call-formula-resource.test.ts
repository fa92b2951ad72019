import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anOrganization } from "#server/testing/organizations.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await aRunningApi();
});
afterAll(() => api.close());

const formula = (steps: ({ name: string } & Record<string, unknown>)[], rest: object = {}) => ({
  name: "A formula",
  triggers: [{ type: "manual", onSuccess: [steps[0]?.name] }],
  steps,
  ...rest,
});

describe("formulas as resources", () => {
  const resource = (body: string, rest: object = {}) => ({
    ...formula([{ name: "answer", type: "script", properties: { body } }]),
    method: "POST",
    uri: `/resource-${Math.random().toString(36).slice(2)}`,
    ...rest,
  });
  const call = (
    uri: string,
    formulaInstanceId: number | undefined,
    { query = "", body = {} as unknown, method = "POST" } = {},
  ) =>
    api.fetch(`${uri}${query}`, {
      as: api.as,
      method,
      body,
      headers: formulaInstanceId === undefined ? {} : { "elements-formula-instance-id": String(formulaInstanceId) },
    });

  test("respond with the output of the last step", async () => {
    const created = resource(
      "done({ hello: trigger.args.request.body.name, q: trigger.args.request.query.q, at: trigger.args.request.path });",
    );
    const { formulaInstanceId } = await api.aRunnable(created);
    const { status, body } = await call(created.uri, formulaInstanceId, { query: "?q=1", body: { name: "Ada" } });
    expect({ status, body }).toEqual({ status: 200, body: { hello: "Ada", q: "1", at: created.uri } });
  });

  test.each([
    ["?id=1&id=2&id=3&q=x", { id: ["1", "2", "3"], q: "x" }],
    ["?id[]=1&q=", { "id[]": ["1"] }],
    ["", {}],
  ])("have the parameters of the query %s, repeated ones as a list", async (query, expected) => {
    const created = resource("done(trigger.args.request.query);");
    const { formulaInstanceId } = await api.aRunnable(created);
    expect((await call(created.uri, formulaInstanceId, { query })).body).toEqual(expected);
  });

  test.each([
    ["/{id}", "/7", { id: "7" }],
    ["/{id}/lines/{line}", "/a%2Bb%20c/lines/2?line=3&q=1", { id: "a+b c", line: "2", q: "1" }],
  ])("have the parameters of the path %s in the query", async (template, called, expected) => {
    const { uri, ...created } = resource("done(trigger.args.request.query);");
    const { formulaInstanceId } = await api.aRunnable({ ...created, uri: `${uri}${template}` });
    expect((await call(`${uri}${called}`, formulaInstanceId)).body).toEqual(expected);
    expect((await call(`${uri}${called}`, undefined)).body.message).toContain("Elements-Formula-Instance-Id");
    expect((await call(`${uri}${called.replace(/[?].*|$/, "/more")}`, formulaInstanceId)).status).toBe(401);
  });

  test("respond with the status and result of the last step", async () => {
    const created = resource("done({ statusCode: 418, result: { short: 'and stout' } });");
    const { formulaInstanceId } = await api.aRunnable(created);
    expect(await call(created.uri, formulaInstanceId)).toMatchObject({ status: 418, body: { short: "and stout" } });
  });

  test.each(["null", "[1]", "false"])("respond with the result %s", async (result) => {
    const created = resource(`done({ statusCode: 200, result: ${result} });`);
    const { formulaInstanceId } = await api.aRunnable(created);
    expect((await call(created.uri, formulaInstanceId)).text).toBe(result);
  });

  test.each([204, 205, 304])("respond with %i without a body, as HTTP requires", async (statusCode) => {
    const created = resource(`done({ statusCode: ${statusCode}, result: { lost: true } });`);
    const { formulaInstanceId } = await api.aRunnable(created);
    expect(await call(created.uri, formulaInstanceId)).toMatchObject({ status: statusCode, text: "" });
  });

  test("respond the same when they are single-threaded", async () => {
    const created = resource("console.log('said'); done({ a: 1 });", { singleThreaded: true });
    const { formulaInstanceId } = await api.aRunnable(created);
    expect((await call(created.uri, formulaInstanceId)).body).toEqual({ a: 1, console: ["said"] });
  });

  test("do not run in the instance of another account", async () => {
    const created = resource("done({ a: 1 });");
    const { formulaInstanceId } = await api.aRunnable(created);
    const organization = await anOrganization(api.app);
    const colleague = await organization.aColleague();
    const own = resource("done({ a: 1 });");
    const post = async (as: { authorization: string }, path: string, body: object, headers = {}) =>
      await api.fetch(path, { as, method: "POST", body, headers });
    const { id } = (await post(organization.administrator, "/formulas", own)).body;
    const run = async (as: { authorization: string }, instanceId: number) =>
      (await post(as, own.uri, {}, { "elements-formula-instance-id": String(instanceId) })).status;
    const theirs = (await post(organization.administrator, `/formulas/${id}/instances`, { name: "theirs" })).body.id;
    const mine = (await post(colleague, `/formulas/${id}/instances`, { name: "mine" })).body.id;
    expect([await run(colleague, mine), await run(colleague, theirs), await run(colleague, formulaInstanceId)]).toEqual(
      [200, 404, 404],
    );
    expect(await run(organization.administrator, mine)).toBe(200);
  });

  test.each([
    ["no instance header", 400, undefined, "Elements-Formula-Instance-Id"],
    ["an unknown instance", 404, 999_999, "999999"],
  ])("with %s respond with %i", async (_, expected, formulaInstanceId, words) => {
    const created = resource("done({});");
    await api.aRunnable(created);
    const { status, body } = await call(created.uri, formulaInstanceId);
    expect(status).toBe(expected);
    expect(body.message).toContain(words);
  });

  test.each([
    ["that fail", "throw 'broken';", "broken"],
    ["with an invalid statusCode", "done({ statusCode: 'abc', result: 1 });", "statusCode"],
    ["whose last step returns nothing", "done();", "returned nothing"],
  ])("%s respond with 500 with a reason and a request id", async (_, body, words) => {
    const created = resource(body);
    const { formulaInstanceId } = await api.aRunnable(created);
    const reply = await call(created.uri, formulaInstanceId);
    expect(reply.status).toBe(500);
    expect(reply.body).toEqual({ message: expect.stringContaining(words), requestId: expect.any(String) });
  });

  test("the caller's secrets do not reach the formula", async () => {
    const created = resource("done({ headers: trigger.args.request.headers });");
    const { formulaInstanceId } = await api.aRunnable(created);
    const { text } = await call(created.uri, formulaInstanceId);
    expect(text.toLowerCase()).not.toContain("organization ");
  });

  test("that call themselves are stopped five deep with a clear error (E07)", async () => {
    const uri = `/resource-${Math.random().toString(36).slice(2)}`;
    const headers = { "Elements-Formula-Instance-Id": "${config.self}" };
    const again = { name: "again", type: "request", properties: { method: "POST", api: uri, headers } };
    const created = formula([again], {
      method: "POST",
      uri,
      configuration: [{ key: "self", name: "self", type: "value" }],
    });
    const { formulaId, formulaInstanceId } = await api.aRunnable(created, { configuration: { self: "1" } });
    await api.fetch(`/formulas/${formulaId}/instances/${formulaInstanceId}`, {
      as: api.as,
      method: "PUT",
      body: { configuration: { self: String(formulaInstanceId) } },
    });
    const { status } = await call(uri, formulaInstanceId);
    expect(status).toBe(500);
    const executions = (await api.fetch(`/formulas/instances/${formulaInstanceId}/executions`, { as: api.as }))
      .body as {
      id: number;
    }[];
    expect(executions).toHaveLength(6);
    const [innermost] = await api.stepsOf(executions[0]?.id ?? 0);
    expect(innermost?.values.error).toContain("The loop was stopped");
  });

  test("another method at the path, and the path once un-exposed, is no resource", async () => {
    const created = resource("done({ ok: 1 });");
    const { formulaId, formulaInstanceId } = await api.aRunnable(created);
    expect((await call(created.uri, formulaInstanceId, { method: "PUT" })).status).toBe(401);
    await api.fetch(`/formulas/${formulaId}`, { as: api.as, method: "PATCH", body: { method: null, uri: null } });
    expect((await call(created.uri, formulaInstanceId)).status).toBe(401);
  });
});
