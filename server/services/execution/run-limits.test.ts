import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formulaSchema } from "#server/formula/shape.ts";
import { contextOf } from "#server/testing/context-of.ts";
import { anOrganization, type Person, type TestOrganization } from "#server/testing/organizations.ts";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { planRerun } from "./plan-rerun.ts";
import { readRun } from "./read-run.ts";
import { rerunFrom } from "./run-again.ts";
import { tryFormula } from "./try-formula.ts";

let api: RunningApi;
let provider: AProvider;
let acme: TestOrganization;
let ann: Person;
beforeAll(async () => {
  api = await aRunningApi();
  provider = await aProvider((_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end('[{"name":"A contact"}]'),
  );
  acme = await anOrganization(api.app);
  ann = await acme.aColleague();
});
afterAll(() => Promise.all([api.close(), provider.close()]));

const request = (method: string, path: string, body?: unknown) => ({
  name: "ask",
  type: "request",
  properties: { method, api: path, ...(body !== undefined && { body }) },
  onSuccess: [],
});
const formula = (...steps: { name: string }[]) => ({
  name: `Formula ${Math.random()}`,
  engine: "v3",
  configuration: [{ key: "crm", name: "crm", type: "elementInstance", required: false }],
  triggers: [{ type: "manual", onSuccess: [steps[0]?.name] }],
  steps,
});
const send = async (as: Person, method: string, path: string, body?: unknown) => {
  const reply = await api.fetch(path, { as, method, body });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body;
};
/** The id of a formula that `author` published, and of an instance of it that belongs to `owner`. */
async function installed(author: Person, owner: Person, published: object, configuration = {}) {
  const { id } = await send(author, "POST", "/formulas", published);
  const instance = await send(owner, "POST", `/formulas/${id}/instances`, { name: "installed", configuration });
  return { formulaId: id as number, instanceId: instance.id as number };
}
/** The response to the step in a run that the owner starts. */
async function got(owner: Person, instanceId: number, step = "ask") {
  const reply = await api.fetch(`/formulas/instances/${instanceId}/executions`, {
    as: owner,
    method: "POST",
    body: {},
    headers: { prefer: "wait=30" },
  });
  return recorded(owner, reply.body[0].id, step);
}
async function recorded(owner: Person, executionId: number, step = "ask") {
  const path = `/formulas/instances/executions/${executionId}/steps?includeValues=true`;
  const { body } = await api.fetch(path, { as: owner });
  const { stepExecutionValues } = body.find(({ stepName }: { stepName: string }) => stepName === step) ?? {};
  const values = Object.fromEntries(
    (stepExecutionValues ?? []).map(({ key, value }: { key: string; value: string }) => [key, value]),
  );
  return {
    code: values[`${step}.response.code`],
    body: values[`${step}.response.body`],
    error: values[`${step}.error`],
  };
}
const rolesOf = async (person: Person) =>
  (await send(acme.administrator, "GET", `/users/${person.id}/roles`)).map(({ key }: { key: string }) => key);

describe("A39: a run whose formula a designer published, of an instance of an administrator", () => {
  test.each([
    ["lists no users", "GET", "/users"],
    ["grants no role", "PUT", "/users/{designer}/roles/org-admin"],
    ["creates no key", "POST", "/api-keys"],
    [
      "schedules no request",
      "POST",
      "/jobs",
      { name: "a", method: "GET", uri: "/users", trigger: { cron: "0 0 3 * * ?" } },
    ],
  ])("%s", async (_, method, path, body: object = { name: "a" }) => {
    const { administrator, designer } = acme;
    const { instanceId } = await installed(
      designer,
      administrator,
      formula(request(method, path.replace("{designer}", String(designer.id)), body)),
    );
    const before = await rolesOf(designer);
    expect(await got(administrator, instanceId)).toMatchObject({
      code: "403",
      body: expect.stringContaining("published by somebody with fewer rights than the owner"),
    });
    expect(await rolesOf(designer)).toEqual(before);
  });

  test("publishes no formula, which would have the rights of the administrator", async () => {
    const { administrator, designer } = acme;
    const { instanceId } = await installed(
      designer,
      administrator,
      formula(request("POST", "/formulas", formula(request("GET", "/users")))),
    );
    expect((await got(administrator, instanceId)).code).toBe("403");
  });

  test("creates no formula instance, which could bind what only the administrator sees", async () => {
    const { administrator, designer } = acme;
    const other = await send(administrator, "POST", "/formulas", formula(request("GET", "/users")));
    const create = request("POST", `/formulas/${other.id}/instances`, { name: "planted" });
    const { instanceId } = await installed(designer, administrator, formula(create));
    expect((await got(administrator, instanceId)).code).toBe("403");
  });

  test("does what designers may do", async () => {
    const { administrator, designer } = acme;
    const { instanceId } = await installed(designer, administrator, formula(request("GET", "/formulas")));
    expect((await got(administrator, instanceId)).code).toBe("200");
  });
});

test("a formula of an administrator loses their rights when a designer publishes it, and has them back after that", async () => {
  const { administrator, designer } = acme;
  const whole = formula(request("GET", "/users"));
  const { formulaId, instanceId } = await installed(administrator, administrator, whole);
  expect((await got(administrator, instanceId)).code).toBe("200");
  const change = (by: Person, fields: object) =>
    send(by, "PUT", `/formulas/${formulaId}`, Object.assign(whole, fields));
  const code = async () => (await got(administrator, instanceId)).code;
  // Nobody vouches for code by giving it another name.
  await change(designer, { description: "Mine" });
  expect(await code()).toBe("200");
  await change(designer, { steps: [request("GET", "/users?pageSize=1")] });
  expect(await code()).toBe("403");
  await change(administrator, { description: "Reviewed" });
  expect(await code()).toBe("403");
  await change(administrator, { steps: [request("GET", "/users?pageSize=2")] });
  expect(await code()).toBe("200");
});

test("a trial of a draft has the rights of the person who tries it at most", async () => {
  const { administrator, designer } = acme;
  const whole = formula({ ...request("GET", "/formulas") });
  const { instanceId } = await installed(administrator, administrator, whole);
  const ctx = await contextOf(api.app, designer.authorization);
  const draft = formulaSchema.parse({ ...whole, steps: [request("GET", "/users")] });
  const [trial] = await tryFormula(ctx, { formulaInstanceId: instanceId, formula: draft, payload: {} });
  await expect.poll(async () => (await recorded(administrator, trial?.id ?? 0)).code).toBe("403");
});

test("formulas inside each other have the rights of all who published one of them", async () => {
  const { administrator, designer } = acme;
  const inner = async (author: Person) =>
    (await send(author, "POST", "/formulas", formula(request("GET", "/users")))).id as number;
  const outer = (formulaId: number) =>
    formula({ name: "inside", type: "formula", properties: { formulaId, args: {} } } as { name: string });
  const allowed = async (outermost: Person, innermost: Person) => {
    const { instanceId } = await installed(outermost, administrator, outer(await inner(innermost)));
    const { error } = await got(administrator, instanceId, "inside");
    return !error;
  };
  expect(await allowed(administrator, administrator)).toBe(true);
  expect(await allowed(designer, administrator)).toBe(false);
  expect(await allowed(administrator, designer)).toBe(false);
});

test("somebody with fewer rights edits no outputs that the steps of the owner read", async () => {
  const { administrator, designer } = acme;
  const path = "/users/${steps.pick.id}/roles/${steps.pick.role}";
  const pick = `done({ id: '${acme.viewer.id}', role: 'viewer' })`;
  const whole = formula(
    { name: "pick", type: "script", properties: { body: pick }, onSuccess: ["ask"] } as { name: string },
    request("PUT", path),
  );
  const { instanceId } = await installed(administrator, administrator, whole);
  await got(administrator, instanceId);
  const [{ id }] = await send(administrator, "GET", `/formulas/instances/${instanceId}/executions`);
  const rerun = async (who: Person) => {
    const ctx = await contextOf(api.app, who.authorization);
    const step = (await readRun(ctx, id)).steps.find(({ name }) => name === "ask");
    const from = { stepExecutionId: step?.id ?? 0 };
    const edited = (await planRerun(ctx, from)).values.find(({ name }) => name === "pick");
    const text = JSON.stringify({ id: String(designer.id), role: "org-admin" });
    return rerunFrom(ctx, { ...from, revision: "ran", edits: [{ seq: edited?.seq ?? 0, text }] });
  };
  await expect(rerun(designer)).rejects.toMatchObject({ kind: "forbidden" });
  expect(await rolesOf(designer)).not.toContain("org-admin");
  expect(await rerun(administrator)).toMatchObject({ id: expect.any(Number) });
});

test("somebody with fewer rights changes no values that the steps of the owner read", async () => {
  const { administrator, designer } = acme;
  const whole = {
    ...formula(request("GET", "/users/${config.person}")),
    configuration: [{ key: "person", name: "person", type: "value", required: false }],
  };
  const { formulaId, instanceId } = await installed(administrator, administrator, whole, { person: "me" });
  const change = async (who: Person, body: object) =>
    (await api.fetch(`/formulas/${formulaId}/instances/${instanceId}`, { as: who, method: "PUT", body })).status;
  expect(await change(designer, { configuration: { person: String(designer.id) } })).toBe(403);
  expect(await change(designer, { configuration: { person: "me" } })).toBe(200);
  expect(await change(administrator, { configuration: { person: String(designer.id) } })).toBe(200);
  const harmless = await installed(administrator, administrator, {
    ...whole,
    ...formula({ name: "a", type: "script", properties: { body: "done(config)" } } as { name: string }),
    configuration: whole.configuration,
  });
  const path = `/formulas/${harmless.formulaId}/instances/${harmless.instanceId}`;
  const body = { configuration: { person: "x" } };
  expect((await api.fetch(path, { as: designer, method: "PUT", body })).status).toBe(200);
});

describe("A39: a run whose formula somebody of another account published, of an instance of an administrator", () => {
  test("sees that account alone", async () => {
    const { administrator } = acme;
    const own = await send(ann, "POST", "/formulas", formula(request("GET", "/elements")));
    await installed(administrator, administrator, formula(request("GET", "/elements")));
    const { instanceId } = await installed(ann, administrator, formula(request("GET", "/formulas/instances")));
    const mine = await send(ann, "POST", `/formulas/${own.id}/instances`, { name: "mine" });
    const { body } = await got(administrator, instanceId);
    expect(JSON.parse(body).map(({ id }: { id: number }) => id)).toEqual([mine.id]);
  });

  test("reaches the connection that the owner bound, and none that its code names", async () => {
    const { administrator } = acme;
    const element = await send(administrator, "POST", "/elements", anElement());
    const path = `/elements/${element.key}/instances`;
    const connection = async (): Promise<number> =>
      (await send(administrator, "POST", path, { name: "crm", configuration: { username: "key" } })).id;
    const [bound, other] = [await connection(), await connection()];
    const call = (elementInstanceId: string) => ({
      name: "ask",
      type: "elementRequest",
      properties: { elementInstanceId, method: "GET", api: "/contacts" },
    });
    const named = { name: "named", type: "script", properties: { body: `done({ id: ${other} })` }, onSuccess: ["ask"] };
    const byVariable = await installed(ann, administrator, formula(call("${config.crm}")), { crm: String(bound) });
    const byCode = await installed(ann, administrator, formula(named, call("${steps.named.id}")));
    expect((await got(administrator, byVariable.instanceId)).code).toBe("200");
    const refused = await got(administrator, byCode.instanceId);
    expect(refused.error).toContain(`does not see element instance ${other}`);
    // A number that the owner entered for something else is no connection.
    const size = { ...formula(call("${config.size}")), configuration: [{ key: "size", name: "size", type: "value" }] };
    const byValue = await installed(ann, administrator, size, { size: String(other) });
    expect((await got(administrator, byValue.instanceId)).error).toContain("does not see element instance");
  });

  test("reaches no connection by a value that the owner entered before the variable was one of connections", async () => {
    const { administrator } = acme;
    const owner = await acme.aColleague({ accountId: ann.accountId });
    await send(administrator, "PUT", `/users/${owner.id}/roles/org-admin`, {});
    const element = await send(administrator, "POST", "/elements", anElement());
    const path = `/elements/${element.key}/instances`;
    const { id } = await send(administrator, "POST", path, { name: "crm", configuration: { username: "key" } });
    const properties = { elementInstanceId: "${config.size}", method: "GET", api: "/contacts" };
    const call = { name: "ask", type: "elementRequest", properties };
    const ofType = (type: string, key = "size") => ({
      ...formula(call),
      configuration: [{ key, name: "size", type }],
    });
    const size = { size: String(id) };
    const { formulaId, instanceId } = await installed(ann, owner, ofType("value"), size);
    const publish = (body: object) => send(ann, "PUT", `/formulas/${formulaId}`, body);
    const refused = async () => (await got(owner, instanceId)).error;
    const choose = (body: object) => send(owner, "PUT", `/formulas/${formulaId}/instances/${instanceId}`, body);

    // A draft that is tried with the values of the instance does not, either.
    const draft = formulaSchema.parse(ofType("elementInstance"));
    const ctx = await contextOf(api.app, ann.authorization);
    const [trial] = await tryFormula(ctx, { formulaInstanceId: instanceId, formula: draft, payload: {} });
    const error = async () => (await recorded(owner, trial?.id ?? 0)).error;
    await expect.poll(error).toContain("has to be chosen again");

    await publish(ofType("elementInstance"));
    expect(await refused()).toContain("has to be chosen again");
    await choose({ name: "renamed" });
    expect(await refused()).toContain("has to be chosen again");
    await choose({ configuration: size });
    expect((await got(owner, instanceId)).code).toBe("200");

    // Nor by a value that stayed when its variable was removed, or was entered when it was none.
    await publish(ofType("value"));
    await choose({ configuration: size });
    await publish({ ...ofType("value", "other"), configuration: [] });
    await publish(ofType("elementInstance"));
    expect(await refused()).toContain("has to be chosen again");
  });

  test("starts no formula of other accounts as the callback of a bulk job", async () => {
    const { administrator } = acme;
    const element = await send(administrator, "POST", "/elements", anElement());
    const entered = { name: "crm", configuration: { username: "key" } };
    const { id } = await send(administrator, "POST", `/elements/${element.key}/instances`, entered);
    const theirs = await installed(administrator, administrator, formula(request("GET", "/users")));
    const bulk = (formulaInstanceId: number) => ({
      name: "ask",
      type: "elementRequest",
      properties: {
        ...{
          elementInstanceId: "${config.crm}",
          method: "POST",
          api: "/bulk/query",
          query: { q: "select * from contacts" },
        },
        headers: { "Elements-Async-Callback-Url": `/formulas/instances/${formulaInstanceId}/executions` },
      },
    });
    const mine = await installed(ann, ann, formula(request("GET", "/formulas")));
    const refused = await installed(ann, administrator, formula(bulk(theirs.instanceId)), { crm: String(id) });
    const allowed = await installed(ann, administrator, formula(bulk(mine.instanceId)), { crm: String(id) });
    expect(await got(administrator, refused.instanceId)).toMatchObject({
      code: "400",
      body: expect.stringContaining(`there is no formula instance ${theirs.instanceId}`),
    });
    expect((await got(administrator, allowed.instanceId)).code).toBe("200");
  });

  test("tries a draft of a formula of the default account within their own account", async () => {
    const { administrator } = acme;
    const boss = await acme.aColleague({ accountId: ann.accountId });
    await send(administrator, "PUT", `/users/${boss.id}/roles/org-admin`, {});
    const { instanceId } = await installed(administrator, boss, formula(request("GET", "/formulas")));
    const draft = formulaSchema.parse(formula(request("GET", "/formulas/instances")));
    const ctx = await contextOf(api.app, ann.authorization);
    const [trial] = await tryFormula(ctx, { formulaInstanceId: instanceId, formula: draft, payload: {} });
    const seen = async () => (await recorded(administrator, trial?.id ?? 0)).body;
    await expect.poll(seen).toEqual(expect.any(String));
    const own = await send(ann, "GET", "/formulas/instances");
    expect(JSON.parse((await seen()) ?? "[]").map(({ id }: { id: number }) => id)).toEqual(
      own.map(({ id }: { id: number }) => id),
    );
  });

  test("runs no formula of an account that they do not see", async () => {
    const { administrator } = acme;
    const bob = await acme.aColleague();
    const secret = await send(
      bob,
      "POST",
      "/formulas",
      formula({ name: "a", type: "script", properties: { body: "done({ a: 1 })" } } as { name: string }),
    );
    const { instanceId } = await installed(
      ann,
      administrator,
      formula(
        { name: "pick", type: "script", properties: { body: `done({ id: ${secret.id} })` }, onSuccess: ["inside"] } as {
          name: string;
        },
        { name: "inside", type: "formula", properties: { formulaId: "${steps.pick.id}", args: {} } } as {
          name: string;
        },
      ),
    );
    expect((await got(administrator, instanceId, "inside")).error).toContain(`there is no formula ${secret.id}`);
  });
});

const anElement = () => ({
  name: `CRM ${Math.random()}`,
  description: "A CRM",
  key: `crm${Math.random().toString(36).slice(2)}`,
  hub: "crm",
  authentication: { type: "apiKey" },
  configuration: [{ key: "base.url", name: "Base", description: "Base", defaultValue: provider.url }],
  resources: [{ path: "/contacts", method: "GET", vendorPath: "/contacts" }],
});

test("the rights of somebody who was deleted since are those that they had", async () => {
  const { administrator } = acme;
  const leaver = await acme.aColleague({ accountId: acme.accountId, role: "administrator" });
  const { instanceId } = await installed(leaver, administrator, formula(request("GET", "/users")));
  await send(administrator, "DELETE", `/users/${leaver.id}`);
  expect((await got(administrator, instanceId)).code).toBe("200");
});
