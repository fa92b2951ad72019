import { tmpdir } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "#server/launch/ports.ts";
import { createPasswords } from "#server/outside/passwords.ts";
import { anElement } from "#server/testing/elements.ts";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { aWebProcess, type WebProcess } from "#server/testing/web-process.ts";

type Run = { id: number; status: string };

let api: RunningApi;
let provider: AProvider;
const webs: WebProcess[] = [];

beforeAll(async () => {
  // This process is the worker that takes over.
  api = await aRunningApi();
  provider = await aProvider((request, response) => {
    const ms = { "/slow": 3000, "/slower": 6000 }[request.url ?? ""] ?? 0;
    setTimeout(() => response.end("{}"), ms);
  });
});
afterAll(async () => {
  await Promise.all(webs.map((web) => web.kill()));
  await api.close();
  await provider.close();
});

const slow = () => ({
  name: "Slow",
  triggers: [{ type: "manual", onSuccess: ["mark"] }],
  steps: [
    {
      name: "mark",
      type: "httpRequest",
      properties: { method: "POST", url: `${provider.url}/mark` },
      onSuccess: ["call"],
    },
    {
      name: "call",
      type: "httpRequest",
      properties: { method: "GET", url: `${provider.url}/slow` },
      onSuccess: ["end"],
    },
    { name: "end", type: "script", properties: { body: "done({ ended: true });" } },
  ],
});

/** The headers for requests to a slow provider through an element with a script. */
async function connectShop(): Promise<Record<string, string>> {
  const element = anElement({
    configuration: [{ key: "base.url", name: "URL", description: "URL", defaultValue: provider.url }],
    resources: [{ path: "/slower", method: "GET", vendorPath: "/slower" }],
    hooks: [{ type: "postRequest", body: "done({ response_body: [{ hooked: true }] });", isLegacy: false }],
  });
  const send = (path: string, body: object) => api.fetch(path, { as: api.as, method: "POST", body });
  await send("/elements", element);
  const { body, text } = await send(`/elements/${element.key}/instances`, { name: "Shop", configuration: {} });
  if (!body?.token) throw new Error(text);
  const [user] = (api.as.authorization ?? "").split(",");
  return { authorization: `${user}, Element ${body.token}` };
}

const post = (web: WebProcess, formulaInstanceId: number, headers: Record<string, string>) =>
  fetch(`${web.api}/formulas/instances/${formulaInstanceId}/executions`, {
    method: "POST",
    headers: { ...api.as, "content-type": "application/json", ...headers },
    body: "{}",
  });

test("a synchronous run whose web process is killed continues in a worker, and the same Idempotency-Key finds it (fault 8)", async () => {
  const { formulaInstanceId } = await api.aRunnable(slow());
  const web = await aWebProcess(api.app.databaseUrl);
  webs.push(web);
  const headers = { prefer: "wait=30", "idempotency-key": "cut off" };
  const cutOff = post(web, formulaInstanceId, headers).then(
    () => "answered",
    () => "connection lost",
  );
  await expect.poll(() => provider.requests.filter(({ url }) => url === "/slow").length).toBe(1);
  await pause(100);
  await web.kill();
  expect(await cutOff).toBe("connection lost");

  const list = async () =>
    (await api.fetch(`/formulas/instances/${formulaInstanceId}/executions`, { as: api.as })).body;
  const tick = setInterval(() => void api.tick(), 500);
  await expect.poll(async () => (await list())[0]?.status, { timeout: 40_000 }).toBe("success");
  clearInterval(tick);
  expect(provider.requests.filter(({ url }) => url === "/mark")).toHaveLength(1);

  // The lease of the request that was cut off ends.
  await api.app.db.pool.query("update idempotent_request set alive_until = now() - interval '1 second'");
  const second = await aWebProcess(api.app.databaseUrl);
  webs.push(second);
  const [again] = (await (await post(second, formulaInstanceId, headers)).json()) as Run[];
  expect(again).toMatchObject({ id: (await list())[0].id, status: "success" });
  await api.app.db.pool.query("delete from idempotent_request");
  const [started] = (await (await post(second, formulaInstanceId, { "idempotency-key": "cut off" })).json()) as Run[];
  expect(started).toMatchObject({ id: again?.id, status: "success" });
  expect(await list()).toHaveLength(1);
});

test("a web process that is stopped finishes its requests, after reporting that it is not ready (fault 9)", async () => {
  const { formulaInstanceId } = await api.aRunnable(slow());
  const shop = await connectShop();
  const web = await aWebProcess(api.app.databaseUrl);
  webs.push(web);
  const hooked = fetch(`${web.api}/hubs/crm/slower`, { headers: shop });
  const pending = post(web, formulaInstanceId, { prefer: "wait=30" }).then(
    (reply) => reply.json() as Promise<{ status: string }[]>,
  );
  const before = provider.requests.length;
  await expect.poll(() => provider.requests.length - before).toBeGreaterThanOrEqual(2);
  const stopped = web.stop();
  await pause(300);
  const health = await fetch(new URL("/readyz", web.api));
  expect(health.status).toBe(503);
  expect((await pending)[0]?.status).toBe("success");
  // Its script runs after the provider has responded, when the process does not accept connections any more.
  const reply = await hooked;
  expect([reply.status, reply.headers.get("connection"), await reply.json()]).toEqual([
    200,
    "close",
    [{ hooked: true }],
  ]);
  expect(await stopped).toBe(0);
});

test("old clients sign in with a form and a cookie, and continue with the secrets that it opens", async () => {
  const email = `old-${crypto.randomUUID()}@example.test`;
  const user = { email, firstName: "Ada", lastName: "Lovelace", password: "Engine-1842" };
  expect((await api.fetch("/organizations/users", { as: api.as, method: "POST", body: user })).status).toBe(200);
  const web = await aWebProcess(api.app.databaseUrl);
  webs.push(web);
  const origin = web.api.replace("/elements/api-v2", "");
  const body = new URLSearchParams({ j_username: email, j_password: user.password });
  // Test users have no argon2 hash, so this one gets a real one.
  const { hash } = createPasswords();
  await api.app.db.prisma.user.update({ where: { email }, data: { passwordHash: await hash(user.password) } });
  const signedIn = await fetch(`${origin}/elements/j_spring_security_check`, { method: "POST", body });
  expect(signedIn.status).toBe(200);
  const cookie = signedIn.headers.getSetCookie().map((text) => text.split(";", 1)[0]);
  const response = await fetch(`${origin}/elements/api-v1/ui/getSecrets`, { headers: { cookie: cookie.join("; ") } });
  const { user: secret, company } = (await response.json()) as Record<string, string>;
  const headers = { authorization: `User ${secret}, Organization ${company}` };
  expect((await fetch(`${web.api}/formulas`, { headers })).status).toBe(200);
  expect((await fetch(`${origin}/elements/jsp/login.jsp`)).headers.get("x-frame-options")).toBe("DENY");
});

test("an element whose provider is our own address is called five deep and no deeper (E07)", async () => {
  const port = await freePort();
  const env = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` };
  const web = await aWebProcess(api.app.databaseUrl, env);
  webs.push(web);
  const send = (method: string, path: string, body: object) => api.fetch(path, { as: api.as, method, body });
  const element = await send("POST", "/elements", {
    name: "Ourselves",
    description: "An element that calls itself",
    authentication: { type: "apiKey" },
    configuration: [{ key: "base.url", name: "Base", description: "Base", defaultValue: web.api }],
    parameters: [{ name: "username", type: "configuration", vendorName: "Authorization", vendorType: "header" }],
    resources: [{ path: "/loop", method: "GET", vendorPath: "/hubs/any/loop" }],
  });
  const created = { name: "Loop", element: { id: element.body.id }, configuration: { username: "later" } };
  const { body: instance } = await send("POST", "/instances", created);
  const authorization = `${api.as.authorization.split(",")[0]}, Element ${instance.token}`;
  await send("PATCH", `/instances/${instance.id}`, { configuration: { username: authorization } });

  const reply = await fetch(`${web.api}/hubs/any/loop`, { headers: { authorization } });
  expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining("The loop was stopped")]);
  const calls = () => api.app.db.prisma.usage.count({ where: { elementInstanceId: instance.id } });
  await expect.poll(calls).toBe(6);
});

test("handles requests of a page's scripts without Next", async () => {
  const web = await aWebProcess(api.app.databaseUrl, {}, tmpdir());
  webs.push(web);
  const statusOf = async (path: string) => (await fetch(new URL(path, web.api))).status;
  expect(await Promise.all(["/api/trpc/formula.names", "/api/live", "/api/values?step=1"].map(statusOf))).toEqual([
    401, 401, 401,
  ]);
  expect(await Promise.all(["/home", "/api/auth/session"].map(statusOf))).toEqual([503, 503]);
});
