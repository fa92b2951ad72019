import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { anOrganization } from "#server/testing/organizations.ts";
import { BASE_PATH, createApi } from "./app.ts";
import { ENDPOINTS } from "./endpoints.ts";

let app: TestApp;
const lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  app = await anApp();
  app.log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
});
afterAll(() => app.close());

test("F13: each request is one line with its request id, and none holds a secret (canary)", async () => {
  const api = createApi(app, { endpoints: ENDPOINTS });
  const { administrator, designer, secret } = await anOrganization(app);
  const call = (path: string, init: RequestInit = {}) => api.request(`http://localhost${BASE_PATH}${path}`, init);
  const json = { "content-type": "application/json" };
  const login = {
    method: "POST",
    headers: json,
    body: JSON.stringify({ username: administrator.email, password: "open sesame" }),
  };
  const replies = [
    await call("/authentication", login),
    await call("/authentication", { ...login, body: login.body.replace("sesame", "sesame!") }),
    await call(`/users/${designer.id}`, {
      headers: { authorization: administrator.authorization, "elements-user-password": "open sesame" },
    }),
    await call("/formulas?where=name='canary'", {
      headers: { authorization: `User ${administrator.secret}, Organization nope` },
    }),
    await call("/formulas", {
      method: "POST",
      headers: { ...json, authorization: designer.authorization },
      body: '{"name": open sesame',
    }),
    await call("/webhook-captures/whc_canary", { method: "POST" }),
    await call("/events/democrm/MQ.canary-of-the-address", { method: "POST", body: "{}" }),
    await call("/events/democrm/a.b.canary-of-the-address/more", { method: "POST", body: "{}" }),
    await call("/webhook-captures/whc_canary/whc_canary-2"),
  ];
  expect(lines.map(({ requestId }) => requestId)).toEqual(
    replies.map(({ headers }) => headers.get("elements-request-id")),
  );
  expect(lines.map(({ status }) => status)).toEqual([200, 401, 200, 401, 400, 404, 404, 401, 401]);
  const [signedIn] = await Promise.all(replies.map((reply) => reply.json() as Promise<{ token: string }>));
  const text = JSON.stringify(lines);
  for (const canary of [secret, administrator.secret, designer.secret, signedIn?.token, "sesame", "canary"])
    expect(text).not.toContain(canary);
});

test("a refusal of what this installation does not offer is no error in the log", async () => {
  lines.length = 0;
  const api = createApi(app, { endpoints: ENDPOINTS });
  const { authorization } = (await anOrganization(app)).administrator;
  const reply = await api.request(`http://localhost${BASE_PATH}/customers/organizations/1`, {
    headers: { authorization },
  });
  expect(reply.status).toBe(501);
  expect(lines).toMatchObject([{ level: 30, status: 501, refusal: expect.stringContaining("POST /organizations") }]);
});

test("logs internal errors with their cause, under the request id of the response", async () => {
  lines.length = 0;
  const broken = {
    ...app,
    db: { ...app.db, pool: { query: () => Promise.reject(new Error("relation is gone")) } },
  } as unknown as TestApp;
  const api = createApi(broken, { endpoints: ENDPOINTS });
  const reply = await api.request(`http://localhost${BASE_PATH}/formulas`, {
    headers: { authorization: "User a, Organization b" },
  });
  expect(reply.status).toBe(500);
  const { requestId } = (await reply.json()) as { requestId: string };
  expect(lines).toMatchObject([{ level: 50, requestId, err: { message: "relation is gone" } }]);
});
