import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Context } from "#server/context.ts";
import { createVault } from "#server/outside/vault.ts";
import * as elementInstances from "#server/store/element-instance/element-instances.ts";
import { createOpenInstances } from "#server/store/element-instance/open-instances.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anOauthElement, insertElement } from "#server/testing/elements.ts";
import { anOauthProvider, type OauthProvider } from "#server/testing/oauth-provider.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { processFile } from "#server/testing/process-file.ts";
import { providerPorts } from "#server/testing/provider-ports.ts";
import { INHERITED_ENV, TEST_KEYS } from "#server/testing/worker-process.ts";
import { elementPorts } from "./element-ports.ts";

const provider = providerPorts();
let api: TestApi;
let acme: TestOrganization;
let oauthProvider: OauthProvider;

beforeAll(async () => {
  api = await anApi({ provider });
  const vault = createVault(TEST_KEYS);
  Object.assign(api.app, { vault, openInstances: createOpenInstances({ db: api.app.db, vault }) });
  acme = await anOrganization(api.app);
  oauthProvider = await anOauthProvider();
});
beforeEach(() => {
  Object.assign(oauthProvider.state, { respond: undefined, delayMs: 0, expiresIn: 3600 });
});
afterAll(async () => {
  await Promise.all([api.close(), provider.close(), oauthProvider.close()]);
});

const send: TestApi["fetch"] = (path, request = {}) => api.fetch(path, { as: acme.designer, ...request });

/** An instance with a grant, the ports of requests to it, and the token requests since. */
async function connected(element: Record<string, unknown> = {}) {
  const owner = { organizationId: acme.id, accountId: acme.accountId };
  const { key } = await insertElement(api.app, owner, anOauthElement(oauthProvider, element));
  const client = {
    "oauth.api.key": "id",
    "oauth.api.secret": "canary-secret",
    "oauth.callback.url": "https://app.example",
  };
  const { body: url } = await send(`/elements/${key}/oauth/url?apiKey=id&callbackUrl=https://app.example`);
  const providerData = oauthProvider.grant(url.oauthUrl);
  const body = { name: "an instance", element: { key }, configuration: client, providerData };
  const created = await send("/instances", { method: "POST", body });
  if (created.status !== 200) throw new Error(created.text);
  const { id, token } = created.body;
  oauthProvider.calls.length = 0;
  const connection = await api.app.openInstances.findOfAllOrganizations(id);
  if (!connection) throw new Error("It was just made.");
  const ports = elementPorts({ ...api.app, caller: {}, requestId: "" } as unknown as Context, connection);
  return {
    id: id as number,
    token: token as string,
    key,
    client,
    stale: connection.instance.configuration,
    refresh: (stale = connection.instance.configuration) => ports.refresh(stale),
    read: () => elementInstances.open(api.app, { elementInstanceId: id, organizationId: acme.id }),
    row: () => api.app.db.prisma.elementInstance.findUnique({ where: { id } }),
  };
}

const accessToken = (configuration: Readonly<Record<string, string>> | null | undefined) =>
  configuration?.["oauth.user.token"];
/** As if the database's clock had advanced. */
const laterBy = (id: number, seconds: number) =>
  api.app.db.prisma
    .$executeRaw`update element_instance set refresh_until = refresh_until - ${seconds} * interval '1 second' where id = ${id}`;

/** The clock of the database advances during a test. */
const between = (seconds: number, least: number, most: number) => seconds >= least && seconds <= most;

describe("a refresh", () => {
  test("stores the new token, and the refresh token if there is a new one", async () => {
    const { stale, refresh, read, row } = await connected();
    const fresh = await refresh();
    expect(accessToken(fresh)).toMatch(/^access-/);
    expect(accessToken(fresh)).not.toBe(accessToken(stale));
    expect(fresh?.["oauth.user.refresh_token"]).not.toBe(stale["oauth.user.refresh_token"]);
    expect((await read())?.configuration).toEqual(fresh);
    expect(await row()).toMatchObject({ refreshOwner: null, refreshUntil: null, version: 2 });
  });

  test("F09: keeps the old refresh token when none is returned", async () => {
    const { stale, refresh } = await connected();
    oauthProvider.state.respond = (response) =>
      response.writeHead(200, { "content-type": "application/json" }).end('{"access_token":"next","expires_in":60}');
    expect(await refresh()).toMatchObject({
      "oauth.user.token": "next",
      "oauth.user.refresh_token": stale["oauth.user.refresh_token"],
      "oauth.user.refresh_interval": stale["oauth.user.refresh_interval"],
      "oauth.user.expires_in": "60",
    });
  });

  test("keeps concurrent changes of others", async () => {
    const { id, refresh, read } = await connected();
    const release = oauthProvider.hold();
    const refreshing = refresh();
    await expect.poll(() => oauthProvider.calls.length).toBe(1);
    const changes = { name: "renamed", configuration: { "own.key": "own" } };
    expect((await send(`/instances/${id}`, { method: "PATCH", body: changes })).status).toBe(200);
    release();
    const fresh = accessToken(await refreshing);
    const now = await read();
    expect([now?.name, now?.configuration["own.key"], accessToken(now?.configuration)]).toEqual([
      "renamed",
      "own",
      fresh,
    ]);
  });

  test("a new connection made meanwhile wins: the earlier refresh writes and revokes nothing", async () => {
    const { id, refresh, read, key, client } = await connected();
    const release = oauthProvider.hold();
    const refreshing = refresh();
    await expect.poll(() => oauthProvider.calls.length).toBe(1);
    const { body: url } = await send(`/elements/${key}/oauth/url?apiKey=id&callbackUrl=https://app.example`);
    const body = { providerData: oauthProvider.grant(url.oauthUrl), configuration: client };
    expect((await send(`/instances/${id}`, { method: "PUT", body })).status).toBe(200);
    const anew = (await read())?.configuration;
    release();
    expect(await refreshing).toEqual(anew);
    expect((await read())?.configuration).toEqual(anew);
    expect(oauthProvider.calls.map(({ path }) => path)).toEqual(["/token", "/token"]);
  });

  test("returns the present token for an older one without a request", async () => {
    const { stale, refresh } = await connected();
    const fresh = await refresh();
    expect(await refresh(stale)).toEqual(fresh);
    expect(oauthProvider.calls).toHaveLength(1);
  });

  test("client_credentials requests a new token in the same way", async () => {
    const { refresh, stale } = await connected({ configuration: { "oauth.grant.type": "client_credentials" } });
    expect(accessToken(await refresh())).not.toBe(accessToken(stale));
    expect(oauthProvider.calls).toMatchObject([{ form: { grant_type: "client_credentials" } }]);
  });

  test("there is none without a refresh token", async () => {
    const { id } = await connected();
    await send(`/instances/${id}`, { method: "PATCH", body: { configuration: { "oauth.user.refresh_token": "" } } });
    const connection = await api.app.openInstances.findOfAllOrganizations(id);
    if (!connection) throw new Error("gone");
    const ports = elementPorts(api.app as unknown as Context, connection);
    expect(await ports.refresh(connection.instance.configuration)).toBeNull();
    expect(oauthProvider.calls).toHaveLength(0);
  });

  test("onRefresh and provisionAuthValidation run after it, with the new token", async () => {
    const resource = (type: string, path: string) => ({
      type,
      method: "GET",
      path,
      vendorPath: path,
      parameters: [
        {
          type: "configuration",
          name: `seen${path.replace("/", ".")}`,
          vendorType: "header",
          vendorName: "content-type",
          source: "response",
        },
      ],
    });
    const { refresh, read } = await connected({
      resources: [resource("onRefresh", "/refreshed"), resource("provisionAuthValidation", "/valid")],
    });
    oauthProvider.requests.length = 0;
    const fresh = await refresh();
    expect(oauthProvider.requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ["/token", undefined],
      ["/refreshed", `Bearer ${accessToken(fresh)}`],
      ["/valid", `Bearer ${accessToken(fresh)}`],
    ]);
    expect(fresh).toMatchObject({ "seen.refreshed": "application/json", "seen.valid": "application/json" });
    expect((await read())?.configuration).toEqual(fresh);
  });
});

describe("F05: when the provider does not give a new token", () => {
  test("invalid_grant: the named 401, once; then nobody tries again until it is re-authenticated", async () => {
    const { id, stale, refresh, read } = await connected();
    oauthProvider.withdraw();
    await expect(refresh()).rejects.toMatchObject({
      kind: "unauthorized",
      message: "The authorization for this element instance has expired or been revoked. Re-authenticate the instance.",
      providerMessage: expect.stringContaining("invalid_grant"),
    });
    expect((await read())?.valid).toBe(false);
    await expect(refresh(stale)).rejects.toMatchObject({ kind: "unauthorized" });
    expect(oauthProvider.calls).toHaveLength(1);
    const where = {
      topic: "element-instance-reauthentication",
      message: { endsWith: `${api.app.env.PUBLIC_URL}/connections/${id}` },
    };
    const notifications = await api.app.db.prisma.notification.findMany({ where, orderBy: { id: "asc" } });
    expect(notifications.map(({ recipients }) => recipients)).toEqual([null, acme.designer.email]);
  });

  test.each<[string, (response: import("node:http").ServerResponse) => void]>([
    ["503", (response) => response.writeHead(503).end("busy")],
    ["429", (response) => response.writeHead(429).end("slow down")],
    ["a cut connection", (response) => response.destroy()],
    ["a page", (response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>")],
    [
      "a client it does not know",
      (response) => response.writeHead(401, { "content-type": "application/json" }).end('{"error":"invalid_client"}'),
    ],
  ])("%s: keeps the grant, and does not request another for 30 s", async (_, respond) => {
    const { id, stale, refresh, read } = await connected();
    await endLife(id);
    oauthProvider.state.respond = respond;
    const ended = { ...stale, "oauth.user.refresh_time": "1" };
    const waits = async () => {
      const failure = await refresh(ended).catch((error) => error);
      const seconds = failure.headers["retry-after"];
      expect(failure).toMatchObject({
        kind: "unavailable",
        message: expect.stringMatching(`Try again in ${seconds} s.$`),
      });
      return Number(seconds);
    };
    expect(await waits()).toBe(30);
    expect(between(await waits(), 20, 30)).toBe(true);
    await laterBy(id, 20);
    expect(between(await waits(), 1, 10)).toBe(true);
    const tried = oauthProvider.calls.length;
    expect(await read()).toMatchObject({ valid: true });
    oauthProvider.state.respond = undefined;
    await expect(refresh(ended)).rejects.toMatchObject({ kind: "unavailable" });
    expect(oauthProvider.calls).toHaveLength(tried);
    await laterBy(id, 10);
    expect(accessToken(await refresh(ended))).toMatch(/^access-/);
    expect(tried).toBe(1);
  });

  test("F08: a token endpoint that hangs is given up before the lease ends, and nobody else calls it meanwhile", async () => {
    const { id, stale, refresh } = await connected();
    await endLife(id);
    oauthProvider.state.delayMs = 2000;
    const { timeout } = AbortSignal;
    const refreshes: number[] = [];
    const spy = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      refreshes.push(ms);
      return timeout.call(AbortSignal, 300);
    });
    const ended = { ...stale, "oauth.user.refresh_time": "1" };
    const first = refresh(ended).catch((failure) => failure);
    await expect.poll(() => oauthProvider.calls.length).toBe(1);
    const { rows } = await api.app.db.pool.query(
      "select extract(epoch from refresh_until - now())::float8 as left from element_instance where id = $1",
      [id],
    );
    const second = await refresh({ ...ended, "other.caller": "yes" }).catch((failure) => failure);
    spy.mockRestore();
    expect([(await first).kind, second.kind, oauthProvider.calls.length]).toEqual(["unavailable", "unavailable", 1]);
    // The timeout of the request, in seconds, is shorter than the rest of the lease when the request started.
    expect(Math.max(...refreshes) / 1000).toBeLessThan(rows[0].left);
  });

  test("keeps using a token that has not expired", async () => {
    const { refresh } = await connected();
    oauthProvider.state.respond = (response) => response.writeHead(503).end();
    expect(await refresh()).toBeNull();
  });

  test("a credential that the provider repeats is not passed on", async () => {
    const { id, stale, refresh } = await connected();
    await endLife(id);
    oauthProvider.state.respond = (response) => response.writeHead(503).end("no: canary-secret");
    const error = await refresh({ ...stale, "oauth.user.refresh_time": "1" }).catch((failure) => failure);
    expect(error.providerMessage).toContain("no: ********");
  });
});

describe("calls to the instance", () => {
  const contacts = { resources: [{ method: "GET", path: "/contacts", vendorPath: "/contacts" }] };
  const call = (token: string) =>
    api.fetch("/hubs/crm/contacts", { as: { authorization: `User ${acme.designer.secret}, Element ${token}` } });
  const OK = { status: 200, body: [{ id: 1, name: "Ada" }] };

  test("refreshes a token that the provider refuses, once for all callers", async () => {
    const { token } = await connected(contacts);
    expect(await call(token)).toMatchObject(OK);
    oauthProvider.expire();
    oauthProvider.state.delayMs = 100;
    const replies = await Promise.all(Array.from({ length: 10 }, () => call(token)));
    for (const reply of replies) expect(reply).toMatchObject(OK);
    expect(oauthProvider.calls).toHaveLength(1);
  });

  test("a token that ends within minutes is refreshed before it is used", async () => {
    const { token } = await connected(contacts);
    api.app.at(new Date(Date.now() + 56 * 60_000));
    oauthProvider.requests.length = 0;
    expect(await call(token)).toMatchObject(OK);
    api.app.at(undefined);
    expect(oauthProvider.requests.map(({ url }) => url)).toEqual(["/token", "/contacts"]);
  });

  test("while the token endpoint is down, callers learn how long to wait", async () => {
    const { id, token } = await connected(contacts);
    oauthProvider.state.respond = (response) => response.writeHead(503).end();
    oauthProvider.expire();
    await call(token);
    await laterBy(id, 20);
    const { status, headers, body } = await call(token);
    const seconds = headers.get("retry-after");
    expect(between(Number(seconds), 1, 10)).toBe(true);
    expect([status, body.message]).toEqual([503, expect.stringContaining(`Try again in ${seconds} s.`)]);
  });

  test("while the token endpoint is down a token that is still good is used", async () => {
    const { token } = await connected(contacts);
    oauthProvider.state.respond = (response) => response.writeHead(503).end();
    api.app.at(new Date(Date.now() + 56 * 60_000));
    expect(await call(token)).toMatchObject(OK);
    api.app.at(undefined);
  });

  test("while the token endpoint is down a token that the provider refused is 503, not a call to re-authenticate", async () => {
    const { token } = await connected(contacts);
    oauthProvider.expire();
    oauthProvider.state.respond = (response) => response.writeHead(503).end();
    for (const _again of [1, 2])
      expect(await call(token)).toMatchObject({ status: 503, body: { message: expect.stringContaining("Try again") } });
  });

  test("a revoked grant is the named 401 and no further call, until a fresh code; the token stays the same", async () => {
    const { id, token, key, client } = await connected(contacts);
    oauthProvider.withdraw();
    const refused = {
      status: 401,
      body: {
        requestId: expect.any(String),
        message:
          "The authorization for this element instance has expired or been revoked. Re-authenticate the instance.",
      },
    };
    expect(await call(token)).toMatchObject({
      ...refused,
      body: { ...refused.body, providerMessage: expect.any(String) },
    });
    oauthProvider.requests.length = 0;
    expect(await call(token)).toMatchObject(refused);
    expect(oauthProvider.requests).toEqual([]);
    const { body: url } = await send(`/elements/${key}/oauth/url?apiKey=id&callbackUrl=https://app.example`);
    const body = { providerData: oauthProvider.grant(url.oauthUrl), configuration: client };
    expect((await send(`/instances/${id}`, { method: "PUT", body })).body).toMatchObject({ valid: true, token });
    expect(await call(token)).toMatchObject(OK);
  });

  test("a deleted instance's token is 401, a disabled one's 403", async () => {
    const { id, token } = await connected(contacts);
    await send(`/instances/${id}/enabled`, { method: "DELETE" });
    expect((await call(token)).status).toBe(403);
    await send(`/instances/${id}`, { method: "DELETE" });
    expect((await call(token)).status).toBe(401);
  });
});

describe("F16: an instance that is deleted while its token is refreshed", () => {
  test("stays deleted, and the new grant is revoked", async () => {
    const { id, refresh, row } = await connected();
    const release = oauthProvider.hold();
    const refreshing = refresh().catch((error) => error);
    await expect.poll(() => oauthProvider.calls.length).toBe(1);
    await api.app.db.prisma.elementInstance.delete({ where: { id } });
    release();
    expect(await refreshing).toMatchObject({ kind: "unauthorized" });
    expect(await row()).toBeNull();
    expect(oauthProvider.calls.at(-1)).toMatchObject({
      path: "/revoke",
      form: { token: expect.stringMatching(/^refresh-/) },
    });
  });
});

test("F10: dates a token by the database's clock", async () => {
  const { refresh } = await connected();
  api.app.at(new Date(Date.now() + 10 * 60_000));
  const fresh = await refresh();
  api.app.at(undefined);
  expect(Math.abs(Number(fresh?.["oauth.user.refresh_time"]) - Date.now())).toBeLessThan(60_000);
});

describe("many processes", () => {
  test("F06: 8 processes with 25 callers each on an expired token send one request, and all get its result", async () => {
    const { id, read } = await connected();
    oauthProvider.state.delayMs = 300;
    const processes = await Promise.all(Array.from({ length: 8 }, () => aRefreshing(id, 25)));
    for (const { child } of processes) child.send("go");
    const got = (await Promise.all(processes.map(({ results }) => results()))).flat();
    expect(oauthProvider.calls).toHaveLength(1);
    expect(got).toHaveLength(200);
    expect(new Set(got)).toEqual(new Set([accessToken((await read())?.configuration)]));
  });

  test("F07: when the refreshing process is killed before the response, the next one refreshes 30 s later", async () => {
    const { id, refresh, row } = await connected();
    oauthProvider.state.delayMs = 60_000;
    const { child } = await aRefreshing(id, 1);
    child.send("go");
    await expect.poll(() => oauthProvider.calls.length).toBe(1);
    child.kill("SIGKILL");
    oauthProvider.state.delayMs = 0;
    const { refreshUntil } = (await row()) ?? {};
    expect((refreshUntil?.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(30_000);
    const waiting = refresh();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(oauthProvider.calls).toHaveLength(1);
    await laterBy(id, 30);
    expect(accessToken(await waiting)).toMatch(/^access-/);
    expect(oauthProvider.calls).toHaveLength(2);
  });

  test("F07: killed after it, the rotated token is lost: the instance says clearly that it must be connected again", async () => {
    const { id, refresh, read } = await connected();
    oauthProvider.state.respond = () => {};
    const { child } = await aRefreshing(id, 1);
    child.send("go");
    await expect.poll(() => oauthProvider.calls.length).toBe(1);
    child.kill("SIGKILL");
    // The provider has rotated the token, and nobody knows the new one.
    oauthProvider.withdraw();
    oauthProvider.state.respond = undefined;
    await laterBy(id, 30);
    await expect(refresh()).rejects.toMatchObject({ kind: "unauthorized" });
    expect((await read())?.valid).toBe(false);
  });
});

/** The token has expired, by its row as well. */
async function endLife(id: number): Promise<void> {
  const body = { configuration: { "oauth.user.refresh_time": "1" } };
  expect((await send(`/instances/${id}`, { method: "PATCH", body })).status).toBe(200);
}

/** A separate process whose callers are about to refresh. */
async function aRefreshing(instanceId: number, callers: number) {
  const child: ChildProcess = fork(processFile("refreshing"), {
    env: {
      NODE_ENV: "test",
      ...INHERITED_ENV,
      DATABASE_URL: api.app.databaseUrl,
      INSTANCE: String(instanceId),
      CALLERS: String(callers),
    },
  });
  const [word] = await once(child, "message");
  if (word !== "ready") throw new Error(String(word));
  const message = once(child, "message");
  message.catch(() => {});
  return { child, results: async () => (await message)[0] as string[] };
}
