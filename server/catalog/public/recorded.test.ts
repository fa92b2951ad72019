import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { anElementCaller, type Connection } from "#server/testing/element-caller.ts";
import { github } from "#server/testing/recorded/github.ts";
import { googledrive } from "#server/testing/recorded/googledrive.ts";
import { hubspot } from "#server/testing/recorded/hubspot.ts";
import { jira } from "#server/testing/recorded/jira.ts";
import { mailchimp } from "#server/testing/recorded/mailchimp.ts";
import type { Recording, Recordings } from "#server/testing/recorded/recording.ts";
import { salesforce } from "#server/testing/recorded/salesforce.ts";
import { shopify } from "#server/testing/recorded/shopify.ts";
import { slack } from "#server/testing/recorded/slack.ts";
import { stripe } from "#server/testing/recorded/stripe.ts";
import { zendesk } from "#server/testing/recorded/zendesk.ts";
import { aProvider } from "#server/testing/running.ts";
import { PUBLIC_ELEMENTS } from "../registry.ts";

// Our own fixtures, based on the providers' documentation: the request that each provider receives, and the result of
// its response.
const RECORDED: readonly Recordings[] = [
  hubspot,
  salesforce,
  zendesk,
  stripe,
  github,
  slack,
  googledrive,
  shopify,
  jira,
  mailchimp,
];

let provider: Awaited<ReturnType<typeof aProvider>>;
let caller: Awaited<ReturnType<typeof anElementCaller>>;
let reply: Recording["reply"] = {};

beforeAll(async () => {
  caller = await anElementCaller();
  provider = await aProvider((_, response) => {
    const { status = 200, headers = {}, body } = reply;
    response.writeHead(status, { ...(body !== undefined && { "content-type": "application/json" }), ...headers });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });
});
afterAll(() => Promise.all([provider.close(), caller.close()]));
beforeEach(() => void provider.requests.splice(0));

/** An instance of the element, whose provider is local; the consent page is skipped. */
const connect = async (key: string, configuration: Record<string, string>): Promise<Connection> => {
  reply = { body: { ok: true } };
  const connection = await connectTo(key, configuration);
  provider.requests.splice(0);
  return connection;
};

const connectTo = async (key: string, configuration: Record<string, string>): Promise<Connection> => {
  const element = PUBLIC_ELEMENTS.find((each) => each.key === key);
  if (!element) throw new Error(`The catalog has no ${key}.`);
  const client = { "oauth.api.key": "id", "oauth.api.secret": "secret", "oauth.callback.url": "https://us.example" };
  return caller.connect(element, { configuration: { ...client, ...configuration, "base.url": provider.url } });
};

test("every public provider has been recorded", () => {
  expect(RECORDED.map(({ key }) => key).sort()).toEqual(PUBLIC_ELEMENTS.map(({ key }) => key).sort());
});

describe.each(RECORDED)("$key", ({ key, configuration, access, calls, mappedCalls = [] }) => {
  let connection: Connection;
  let next = "";
  beforeAll(async () => {
    connection = await connect(key, configuration);
  });

  test.each([
    ...calls.map((recording) => ({ verb: "call" as const, ...recording })),
    ...mappedCalls.map((recording) => ({ verb: "callMapped" as const, ...recording })),
  ])("$verb $call", async ({ verb, call, body, sends, gives, more, refused, ...recording }) => {
    reply = recording.reply;
    const pending = connection[verb](call.replace("{next}", next), { body });
    if (refused) {
      const { kind, message = "" } = refused;
      await expect(pending).rejects.toMatchObject({ kind, message: expect.stringContaining(message) });
    } else {
      const response = await pending;
      if (gives !== undefined) expect(response.body).toEqual(gives);
      next = response.headers["elements-next-page-token"] ?? "";
      if (more !== undefined) expect(next !== "").toBe(more);
    }
    const [sent] = provider.requests;
    const address = new URL(sent?.url ?? "", provider.url);
    const expected = new URL(sends.line.split(/ (.*)/s)[1] ?? "", provider.url);
    expect(`${sent?.method} ${address.pathname}`).toBe(`${sends.line.split(" ")[0]} ${expected.pathname}`);
    expect(Object.fromEntries(address.searchParams)).toEqual(Object.fromEntries(expected.searchParams));
    expect(sent?.headers).toMatchObject(sends.headers ?? {});
    const isText = typeof sends.body === "string";
    if (sends.body !== undefined) expect(isText ? sent?.body : JSON.parse(sent?.body ?? "")).toEqual(sends.body);
  });

  test("is connected when the provider accepts the credentials, and not when it refuses them", async () => {
    reply = { body: { ok: true } };
    await connectTo(key, configuration);
    expect(provider.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([access.line]);
    reply = access.refusal;
    await expect(connectTo(key, configuration)).rejects.toMatchObject({ kind: "unauthorized" });
  });

  test("reports its refusals with the provider's words and without its key", async () => {
    const secret = configuration.password ?? configuration["oauth.user.token"] ?? configuration.username ?? "";
    reply = { status: 400, body: { error: `bad key ${secret}` } };
    const list = connection.element.resources.find(({ method, path }) => method === "GET" && !path.includes("{"));
    const refused = await connection.call(`GET ${list?.path}`).catch((error) => error);
    expect(refused.providerMessage).toContain("bad key");
    expect(refused.providerMessage).not.toContain(secret);
  });
});

test("a restricted key of Stripe that may not see the balance is accepted", async () => {
  reply = { status: 403, body: { error: { message: "The provided key does not have the required permissions." } } };
  await expect(connectTo("stripe", { username: "rk_test_1" })).resolves.toBeDefined();
});

test("a file is uploaded to Google Drive as it comes, and then named", async () => {
  const connection = await connect("googledrive", { "oauth.user.token": "ya29.1" });
  reply = { body: { id: "1a", name: "notes.txt" } };
  const bytes = (async function* () {
    yield new TextEncoder().encode("Hello");
  })();
  const file = { fileName: "a.txt", contentType: "text/plain", bytes };
  const response = await connection.call("POST /files?name=notes.txt", { form: { file } });
  expect(response.body).toEqual({ id: "1a", name: "notes.txt" });
  const [upload, naming] = provider.requests;
  expect(upload).toMatchObject({ method: "POST", url: "/upload/drive/v3/files?uploadType=media", body: "Hello" });
  expect(upload?.headers["content-type"]).toBe("text/plain");
  expect(naming).toMatchObject({ method: "PATCH", body: JSON.stringify({ name: "notes.txt" }) });
  expect(naming?.url).toMatch(/^\/drive\/v3\/files\/1a\?/);
});

describe("every resource of every public provider reaches it", () => {
  const resources = PUBLIC_ELEMENTS.flatMap(({ key, resources }) =>
    resources
      .filter(({ type }) => type === "api")
      .map(({ method, path, vendorMethod }) => ({ key, method, path, vendorMethod })),
  );

  test.each(resources)("$key $method $path", async ({ key, method, path, vendorMethod }) => {
    const configuration = RECORDED.find((each) => each.key === key)?.configuration ?? {};
    const connection = await connect(key, configuration);
    reply = { body: { id: "1", ok: true, results: [], records: [] } };
    const file = { fileName: "a.txt", contentType: "text/plain", bytes: (async function* () {})() };
    const takesFile = key === "googledrive" && `${method} ${path}` === "POST /files";
    const call =
      method === "GET" || method === "DELETE" ? {} : takesFile ? { form: { file } } : { body: { name: "x" } };
    const address = path.replaceAll(/\{\w+\}/g, "1");
    await connection.call(`${method} /hubs/any${address}`, call).then(({ stream }) => stream?.cancel());
    expect(provider.requests[0]?.method).toBe(vendorMethod);
    expect(decodeURIComponent(provider.requests[0]?.url ?? "")).not.toMatch(/[{}]|undefined/);
  });
});
