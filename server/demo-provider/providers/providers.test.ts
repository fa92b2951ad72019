import { spawn } from "node:child_process";
import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aDemoProvider, type DemoProvider } from "#server/testing/demo-provider.ts";
import { aProvider } from "#server/testing/running.ts";
import { CREDENTIALS } from "../credentials.ts";

let provider: DemoProvider;
beforeAll(async () => {
  provider = await aDemoProvider();
});
afterAll(() => provider.close());
beforeEach(() => provider.reset());

const mail = { authorization: `Basic ${btoa(`${CREDENTIALS.mail.username}:${CREDENTIALS.mail.password}`)}` };
const beacon = { "x-beacon-key": CREDENTIALS.beacon.apiKey };

async function callApi(
  path: string,
  { headers = {}, method = "GET", body }: { headers?: object; method?: string; body?: unknown } = {},
) {
  const reply = await fetch(provider.url + path, {
    method,
    headers: { "content-type": "application/json", ...headers } as Record<string, string>,
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await reply.text();
  const isJson = reply.headers.get("content-type")?.includes("json");
  return { status: reply.status, headers: reply.headers, body: isJson ? JSON.parse(text) : text };
}

async function scoped(scope: string) {
  const { clientId: client_id, clientSecret: client_secret } = CREDENTIALS.oauth;
  const form = new URLSearchParams({ grant_type: "client_credentials", scope, client_id, client_secret });
  const { access_token } = await (await fetch(`${provider.url}/oauth/token`, { method: "POST", body: form })).json();
  return { authorization: `Bearer ${access_token}` };
}

/** The provider in a separate process, as it is started in production. */
async function aProcess() {
  const port = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
  const env = { ...process.env, DEMO_PROVIDER_PORT: String(port), LOG_LEVEL: "silent" };
  const child = spawn(process.execPath, ["server/demo-provider/main.ts"], { env, stdio: "ignore" });
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(() =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true);
  return {
    url,
    /** In bytes, since the process started. */
    async mostMemory(): Promise<number> {
      const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${child.pid}/status`, "utf8")) ?? [];
      return Number(kilobytes) * 1024;
    },
    async end() {
      child.kill();
      await once(child, "exit");
    },
  };
}

test.each([
  ["/crm/contacts", { error: { code: "token_invalid", message: expect.any(String) } }],
  ["/beacon/v2/people", { fault: { reason: expect.any(String), http: 401 } }],
  ["/social/v1/companies", { errorCode: "consumer_key_unknown", status: 401, message: expect.any(String) }],
  ["/helpdesk/incidents.json", { error: expect.any(String) }],
  ["/marketing/rest/forms.json", { success: false, requestId: expect.any(String), errors: [expect.anything()] }],
  ["/accounting/company/checks", { error: expect.objectContaining({ code: "token_invalid" }) }],
  ["/erp/v1/items", { type: "error.SuiteError", name: "INVALID_LOGIN", message: expect.any(String) }],
  ["/documents/files", { code: "token_invalid", message: expect.any(String) }],
  ["/mail/messages", { type: "bad_credentials", detail: expect.any(String) }],
  ["/hr/employees", { confirm: { code: "HR-401", text: expect.any(String) } }],
])("%s refuses requests without credentials, in words of its own", async (path, words) => {
  expect(await callApi(path)).toMatchObject({ status: 401, body: words });
});

test("distinguishes an unknown address from a missing method", async () => {
  expect((await callApi("/mail/nothing", { headers: mail })).status).toBe(404);
  expect((await callApi("/mail/messages", { headers: mail, method: "PUT", body: {} })).status).toBe(405);
  expect((await callApi("/nobody")).status).toBe(404);
});

test("every start and every reset have the same data", async () => {
  const before = await callApi("/mail/messages?limit=200", { headers: mail });
  await callApi("/mail/messages/msg-1", { headers: mail, method: "DELETE" });
  expect((await callApi("/mail/messages/msg-1", { headers: mail })).status).toBe(404);
  await provider.reset();
  expect((await callApi("/mail/messages?limit=200", { headers: mail })).body).toEqual(before.body);
});

describe("pages", () => {
  test.each([
    ["/mail/messages?limit=0", mail, 400],
    ["/mail/messages?limit=201", mail, 400],
    ["/mail/messages?offset=x", mail, 400],
    ["/mail/messages?offset=1000", mail, 200],
    ["/beacon/v2/people?page=0", beacon, 400],
    ["/beacon/v2/people?page=1&per_page=100", beacon, 200],
    ["/beacon/v2/people?per_page=101", beacon, 400],
  ])("responds to %s with %j → %i", async (path, headers, status) => {
    expect((await callApi(path, { headers })).status).toBe(status);
  });

  test("a cursor names the last row, so that a deleted row shifts nothing", async () => {
    const headers = await scoped("crm");
    const first = await callApi("/crm/contacts?limit=2", { headers });
    await callApi("/crm/contacts/con_1", { headers, method: "DELETE" });
    const second = await callApi(`/crm/contacts?limit=2&after=${first.body.paging.next}`, { headers });
    expect(second.body.data.map(({ id }: { id: string }) => id)).toEqual(["con_3", "con_4"]);
    expect((await callApi("/crm/contacts?after=nonsense", { headers })).status).toBe(400);
  });
});

test("lists are narrowed by fields and dates, and sorted", async () => {
  const headers = await scoped("crm");
  const rows = async (query: string) => (await callApi(`/crm/contacts?limit=200&${query}`, { headers })).body.data;
  const sorted = (await rows("sort=-last_name&address.city=Lyon")) as {
    last_name: string;
    address: { city: string };
  }[];
  expect(new Set(sorted.map(({ address }) => address.city))).toEqual(new Set(["Lyon"]));
  const names = sorted.map(({ last_name: name }) => name);
  expect(names).toEqual(names.toSorted((a, b) => b.localeCompare(a, "en")));
  const since = "2026-06-01T00:00:00Z";
  const changed = (await rows(`modified_since=${since}`)) as { updated_at: string }[];
  expect(changed.length).toBeGreaterThan(0);
  for (const { updated_at: date } of changed) expect(Date.parse(date)).toBeGreaterThanOrEqual(Date.parse(since));
  expect((await callApi("/crm/contacts?modified_since=soon", { headers })).status).toBe(400);
});

test.each([
  ["vendorName eq 'O''Brien & Sons'", (row: { vendorName: string }) => row.vendorName === "O'Brien & Sons"],
  ["total gt 8000 and isPaid eq true", (row: { total: number; isPaid: boolean }) => row.total > 8000 && row.isPaid],
  [
    "(total lt 100 or total ge 8900) and isPaid ne true",
    (row: { total: number; isPaid: boolean }) => (row.total < 100 || row.total >= 8900) && !row.isPaid,
  ],
  ["documentId in ('PI-1','PI-3')", (row: { documentId: string }) => ["PI-1", "PI-3"].includes(row.documentId)],
])("accounting reads the filter %s", async (filter, holds) => {
  const headers = await scoped("accounting");
  const path = `/accounting/company/purchaseInvoices?$top=1000&$filter=`;
  const { value: all } = (await callApi(path, { headers })).body;
  const { value } = (await callApi(path + encodeURIComponent(filter), { headers })).body;
  expect(value).toEqual(all.filter(holds));
  expect(value.length).toBeGreaterThan(0);
});

test.each(["total gt", "total = 3", "(total gt 3", "total gt 3)", "and", "name eq 'x"])(
  "and refuses %s",
  async (filter) => {
    const headers = await scoped("accounting");
    const reply = await callApi(`/accounting/company/checks?$filter=${encodeURIComponent(filter)}`, { headers });
    expect([reply.status, reply.body.error.code]).toEqual([400, "bad_filter"]);
  },
);

describe("webhooks", () => {
  test("get signed webhooks of a change, until they are removed", async () => {
    const listener = await aProvider((_, response) => response.end());
    const { body: webhook } = await callApi("/mail/webhooks", {
      headers: mail,
      method: "POST",
      body: { url: `${listener.url}/hook`, secret: "s", events: ["message.created"] },
    });
    const send = () =>
      callApi("/mail/messages/send", { headers: mail, method: "POST", body: { to: "a@b.example", subject: "Hi" } });
    const { body: message } = await send();
    await expect.poll(() => listener.requests.length).toBe(1);
    const [request] = listener.requests;
    const event = JSON.parse(request?.body ?? "");
    expect(event).toMatchObject({ type: "message.created", provider: "mail", objectId: message.id, data: message });
    expect(request?.headers).toMatchObject({
      "webhook-id": event.id,
      "x-demo-signature": `sha256=${createHmac("sha256", "s")
        .update(request?.body ?? "")
        .digest("hex")}`,
    });
    await callApi(`/mail/messages/${message.id}`, { headers: mail, method: "PATCH", body: { isRead: true } });
    await callApi(`/mail/webhooks/${webhook.id}`, { headers: mail, method: "DELETE" });
    await send();
    expect((await callApi("/mail/webhooks", { headers: mail })).body).toEqual([]);
    expect(listener.requests).toHaveLength(1);
    await listener.close();
  });

  test("need an address, and credentials of the provider", async () => {
    expect((await callApi("/mail/webhooks", { headers: mail, method: "POST", body: { url: "ftp://x" } })).status).toBe(
      400,
    );
    expect((await callApi("/mail/webhooks", { method: "POST", body: { url: provider.url } })).status).toBe(401);
  });
});

describe("documents", () => {
  test("large files are made and counted as they go by, in flat memory", async () => {
    const own = await aProcess();
    const headers = await scoped("documents");
    const bytes = 512 * 2 ** 20;
    const download = await fetch(`${own.url}/documents/files/large?bytes=${bytes}`, { headers });
    expect(download.headers.get("content-length")).toBe(String(bytes));
    const upload = await fetch(`${own.url}/documents/files/sink`, {
      method: "POST",
      headers,
      body: download.body,
      duplex: "half",
    } as RequestInit);
    expect(await upload.json()).toMatchObject({ size: bytes, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await own.mostMemory()).toBeLessThan(400 * 2 ** 20);
    expect((await fetch(`${own.url}/documents/files/large?bytes=6000000000`, { headers })).status).toBe(400);
    await own.end();
  });

  test.each([0, 1, 65_535, 65_536, 3_000_000])("a form with a file of %i bytes is read whole", async (size) => {
    const headers = await scoped("documents");
    const content = Buffer.alloc(size, "\r\n--");
    const body = new FormData();
    body.set("path", "/sales/new.bin");
    body.set("file", new Blob([content], { type: "application/x-test" }), "new.bin");
    const reply = await fetch(`${provider.url}/documents/files`, { method: "POST", headers, body });
    const sha256 = createHash("sha256").update(content).digest("hex");
    expect(await reply.json()).toMatchObject({
      path: "/sales/new.bin",
      name: "new.bin",
      size,
      sha256,
      contentType: "application/x-test",
    });
  });

  test("a form without a file, and one that ends too soon, are refused", async () => {
    const headers = await scoped("documents");
    const form = new FormData();
    form.set("path", "/x");
    expect((await fetch(`${provider.url}/documents/files`, { method: "POST", headers, body: form })).status).toBe(400);
    const broken = { ...headers, "content-type": "multipart/form-data; boundary=b" };
    const body = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nhalf';
    expect((await callApi("/documents/files", { method: "POST", headers: broken, body })).status).toBe(400);
  });
});

describe("SOAP", () => {
  const message = (body: string, header = "") =>
    callApi("/soap/shipments", {
      method: "POST",
      headers: { "content-type": "text/xml" },
      body: `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">${header}<s:Body>${body}</s:Body></s:Envelope>`,
    });
  const list = "<ListShipmentsRequest><Limit>1</Limit></ListShipmentsRequest>";

  function signed(
    body: string,
    {
      password = CREDENTIALS.soap.password as string,
      created = new Date().toISOString(),
      nonce = `${Math.random()}`,
    } = {},
  ) {
    const hmac = (algorithm: string, key: string, text: string) =>
      createHmac(algorithm, key).update(text).digest("base64");
    return `<s:Header><Security><UsernameToken><Username>${CREDENTIALS.soap.username}</Username><Nonce>${nonce}</Nonce><Created>${created}</Created><Password>${hmac("sha1", password, nonce + created)}</Password></UsernameToken><Signature><SignatureValue>${hmac("sha256", CREDENTIALS.soap.signingKey, `${created}<Body>${body}</Body>`)}</SignatureValue></Signature></Security></s:Header>`;
  }

  test("responds to a signed message", async () => {
    const reply = await message(list, signed(list));
    expect([reply.status, reply.body]).toEqual([200, expect.stringMatching(/<w:Shipment>.*<w:Total>90</)]);
  });

  test("accepts another serialization of the same body", async () => {
    const other = '<q:ListShipmentsRequest xmlns:q="urn:x">\n  <q:Limit a="1">1</q:Limit>\n</q:ListShipmentsRequest>';
    expect((await message(other, signed(list))).status).toBe(200);
  });

  test.each([
    ["no header", ""],
    ["another password", signed(list, { password: "wrong" })],
    ["an old message", signed(list, { created: "2020-01-01T00:00:00Z" })],
    ["a body that was changed", signed(list.replace("1", "2"))],
  ])("refuses %s with a Fault", async (_, header) => {
    const reply = await message(list, header);
    expect([reply.status, reply.body]).toEqual([401, expect.stringContaining("<faultcode>wsse:")]);
  });

  test("refuses a message that comes twice", async () => {
    const header = signed(list, { nonce: "n" });
    expect((await message(list, header)).status).toBe(200);
    expect(await message(list, header)).toMatchObject({ status: 401, body: expect.stringContaining("NonceUsed") });
  });

  test.each(["<", "<a><b></a></b>", "plain", "<a/><b/>"])(
    "responds to %s, which is no message, with a Fault",
    async (body) => {
      const reply = await callApi("/soap/shipments", { method: "POST", headers: { "content-type": "text/xml" }, body });
      expect([reply.status, reply.body]).toEqual([expect.any(Number), expect.stringContaining("<soap:Fault>")]);
      expect(reply.status).toBeGreaterThanOrEqual(401);
    },
  );

  test("describes itself", async () => {
    const reply = await callApi("/soap/shipments?wsdl");
    expect(reply.body).toContain(`<soap:address location="${provider.url}/soap/shipments"/>`);
  });
});
