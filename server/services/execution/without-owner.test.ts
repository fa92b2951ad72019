import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AuthHeaders } from "#server/testing/api.ts";
import { anElement } from "#server/testing/elements.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";

let api: RunningApi;
let accountId: number;
beforeAll(async () => {
  api = await aRunningApi();
  accountId = (await callApi("GET", "/accounts")).body[0].id;
});
afterAll(() => api.close());

const callApi = (method: string, path: string, body?: unknown, as: AuthHeaders = api.as) =>
  api.fetch(path, { method, as, ...(body !== undefined && { body }) });

let count = 0;
/** A designer who owns the formula instance of `formula`, which uses an element instance of a colleague. */
async function anOwned(formula: object) {
  const person = { firstName: "Ann", lastName: "A", email: `owner${++count}@x.test`, password: "Passw0rd-of-tests" };
  const ann = (await callApi("POST", `/accounts/${accountId}/users`, { ...person, roles: [{ key: "admin" }] })).body;
  const [, secret = ""] = /Organization (.*)$/.exec(api.as.authorization) ?? [];
  const as = { authorization: `User ${ann.secret}, Organization ${secret}` };
  const { key } = (await callApi("POST", "/elements", anElement())).body;
  const configuration = { "event.notification.enabled": "true" };
  const { id: elementInstanceId } = (await callApi("POST", `/elements/${key}/instances`, { name: "i", configuration }))
    .body;
  const steps = [{ name: "s", type: "script", properties: { body: "done({});" } }];
  const variables = [{ key: "it", type: "elementInstance", required: true }];
  const created = await callApi(
    "POST",
    "/formulas",
    { name: "Owned", configuration: variables, steps, ...formula },
    as,
  );
  expect(created.status, created.text).toBe(200);
  const given = { name: "Ann's", configuration: { it: String(elementInstanceId) } };
  const instance = await callApi("POST", `/formulas/${created.body.id}/instances`, given, as);
  expect(instance.status, instance.text).toBe(200);
  const executions = `/formulas/instances/${instance.body.id}/executions`;
  return {
    path: `/events/${key}/${elementInstanceId}`,
    elementInstanceId,
    executions,
    started: async () => (await callApi("GET", executions)).body.length,
    turn: (active: boolean) => callApi("PATCH", `/users/${ann.id}`, { active }),
  };
}

describe("nothing runs as a user who has no access any more, as nothing does by the clock", () => {
  let owned: Awaited<ReturnType<typeof anOwned>>;
  beforeEach(async () => {
    const trigger = { type: "event", properties: { elementInstanceId: "${config.it}" }, onSuccess: ["s"] };
    owned = await anOwned({ triggers: [trigger] });
  });

  test("by an event: it is kept, and says why it started nothing; then it runs again", async () => {
    const { path, elementInstanceId, started, turn } = owned;
    const send = async () => (await api.fetch(path, { method: "POST", body: { id: "1" } })).body.eventId as string;
    await turn(false);
    const eventId = await send();
    const event = async (id: string) => (await callApi("GET", `/instances/${elementInstanceId}/events/${id}`)).body;
    await expect.poll(async () => (await event(eventId)).status).toBe("CONSUMED");
    expect(await started()).toBe(0);
    const why = async () =>
      (await callApi("GET", `/instances/${elementInstanceId}/events/${eventId}/explanation`)).body;
    expect((await why()).formulaInstances).toMatchObject([
      { reason: "The user who owns the formula instance had no access." },
    ]);
    await turn(true);
    await send();
    await expect.poll(started).toBe(1);
  });

  test("by hand, also run again: 400, with the next steps", async () => {
    const { executions, started, turn } = owned;
    const event = { message: { instance_id: 1, events: [{ objectId: "1" }] } };
    const [{ id }] = (await callApi("POST", executions, event)).body;
    const statusOf = async () => (await callApi("GET", `/formulas/instances/executions/${id}`)).body.status;
    await expect.poll(statusOf).toBe("success");
    await turn(false);
    for (const refused of [
      await callApi("POST", executions, event),
      await callApi("PUT", `/formulas/instances/executions/${id}/retries`),
    ])
      expect(refused).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining("no longer has access") },
      });
    expect(await started()).toBe(1);
  });

  test("by a call to an element", async () => {
    const trigger = {
      type: "elementRequest",
      properties: { elementInstanceId: "${config.it}", method: "GET", api: "/ping" },
      onSuccess: ["s"],
    };
    const { started, turn, elementInstanceId } = await anOwned({ triggers: [trigger] });
    const { body } = await callApi("GET", `/instances/${elementInstanceId}`);
    const [user = ""] = api.as.authorization.split(",");
    const call = () => api.fetch("/ping", { as: { authorization: `${user}, Element ${body.token}` } });
    await call();
    await expect.poll(started).toBe(1);
    await turn(false);
    await call();
    await turn(true);
    await call();
    await expect.poll(started).toBe(2);
  });
});
