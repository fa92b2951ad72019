import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { catalogFor } from "#server/catalog/registry.ts";
import { aDemoConnection, DEMO_CONFIGURATIONS } from "#server/testing/demo-connection.ts";
import { aDemoProvider, type DemoProvider } from "#server/testing/demo-provider.ts";
import { anElementCaller, type Connection } from "#server/testing/element-caller.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape.
type Rows = any[];
// biome-ignore lint/suspicious/noExplicitAny: likewise.
type Row = any;

let provider: DemoProvider;
let caller: Awaited<ReturnType<typeof anElementCaller>>;
const connections = new Map<string, Connection>();

beforeAll(async () => {
  [provider, caller] = await Promise.all([aDemoProvider(), anElementCaller()]);
});
afterAll(() => Promise.all([provider.close(), caller.close()]));
beforeEach(() => provider.reset());

/** One connection per element: tokens outlive a reset. */
async function connected(key: string): Promise<Connection> {
  const connection = connections.get(key) ?? (await aDemoConnection(caller, provider, key));
  connections.set(key, connection);
  return connection;
}

const send = async (key: string, line: string, more: object = {}) => (await connected(key)).call(line, more);
const rows = async (key: string, line: string): Promise<Rows> => (await send(key, line)).body as Rows;
const one = async (key: string, line: string, body?: unknown): Promise<Row> => (await send(key, line, { body })).body;

describe("responds to every name that a demo element lists", () => {
  test.each(Object.keys(DEMO_CONFIGURATIONS))("%s", async (key) => {
    const names = (await send(key, "GET /objects")).body as string[];
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const { code } = await send(key, `GET /${name}?pageSize=1`).catch((error: Error) => ({ code: error.message }));
      expect([name, code]).toEqual([name, 200]);
      expect((await send(key, `GET /objects/${name}/metadata`)).code).toBe(200);
    }
  });
});

const LISTS: [key: string, path: string, pageSize: number, id: string][] = [
  ["democrm", "/contacts", 3, "id"],
  ["democrm", "/accounts", 3, "id"],
  ["democrm", "/opportunities", 3, "id"],
  ["democrm", "/contacts/con_1/activities", 3, "id"],
  ["democrm", "/accounts/acc_1/activities", 1, "id"],
  ["demobeacon", "/contacts", 3, "personId"],
  ["demobeacon", "/accounts", 3, "companyId"],
  ["demobeacon", "/opportunities", 3, "dealId"],
  ["demobeacon", "/contacts/1/activities", 3, "entryId"],
  ["demobeacon", "/accounts/1/activities", 3, "entryId"],
  ["demosocial", "/companies", 3, "id"],
  ["demosocial", "/companies/1/followers-statistics", 3, "day"],
  ["demosocial", "/companies/1/status-statistics", 3, "day"],
  ["demosocial", "/companies/1/updates/comments", 3, "id"],
  ["demosocial", "/companies/1/updates/likes", 3, "id"],
  ["demohelpdesk", "/incidents", 3, "id"],
  ["demohelpdesk", "/incidents/1/time-entries", 3, "id"],
  ["demohelpdesk", "/incidents/1/comments", 3, "id"],
  ["demohelpdesk", "/users", 3, "id"],
  ["demomarketing", "/forms", 3, "id"],
  ["demomarketing", "/forms/1001/leads", 3, "id"],
  ["demomarketing", "/custom-objects", 3, "id"],
  ["demoaccounting", "/purchase-invoices", 3, "documentId"],
  ["demoaccounting", "/checks", 3, "documentId"],
  ["demoerp", "/locations", 1, "id"],
  ["demoerp", "/items", 3, "internalId"],
  ["demoerp", "/sales-orders", 3, "internalId"],
  ["demodocuments", "/files", 3, "id"],
  ["demomail", "/messages", 3, "id"],
  ["demohr", "/events", 3, "id"],
  ["demohr", "/employees", 3, "id"],
  ["demosoap", "/shipments", 3, "Id"],
];

describe("a list of every demo element, read page by page, is the list read at once", () => {
  test.each(LISTS)("%s %s", async (key, path, size, id) => {
    const whole = await rows(key, `GET ${path}?pageSize=${size * 2}`);
    const first = await send(key, `GET ${path}?pageSize=${size}`);
    const token = first.headers["elements-next-page-token"] ?? "";
    const second = await send(key, `GET ${path}?pageSize=${size}&nextPage=${token}`);
    const ids = (list: unknown) => (list as Rows).map((row) => row[id]);
    expect(ids(whole)).toHaveLength(size * 2);
    expect(new Set(ids(whole)).size).toBe(size * 2);
    expect([...ids(first.body), ...ids(second.body)]).toEqual(ids(whole));
    expect(first.headers["elements-returned-count"]).toBe(String(size));
  });
});

const RECORDS: [key: string, path: string, id: string, created: object, change: object][] = [
  ["democrm", "/contacts", "id", { last_name: "Byron", email: "a@b.example" }, { phone: "1" }],
  ["democrm", "/accounts", "id", { name: "Difference Engines" }, { website: "https://e.example" }],
  ["democrm", "/opportunities", "id", { name: "Order" }, { stage: "won" }],
  ["demobeacon", "/contacts", "personId", { familyName: "Byron" }, { mobile: "1" }],
  ["demobeacon", "/accounts", "companyId", { title: "Difference Engines" }, { staff: 4 }],
  ["demobeacon", "/opportunities", "dealId", { title: "Order" }, { phase: "won" }],
  ["demohelpdesk", "/incidents", "id", { name: "No coffee" }, { state: "resolved" }],
  ["demomarketing", "/custom-objects", "id", { name: "A car" }, { kind: "car" }],
  ["demoaccounting", "/purchase-invoices", "documentId", { vendorName: "O'Brien" }, { isPaid: true }],
  ["demoaccounting", "/checks", "documentId", { payee: "O'Brien" }, { memo: "Rent" }],
  ["demoerp", "/items", "internalId", { itemId: "SKU-1" }, { displayName: "Bolt" }],
  ["demoerp", "/sales-orders", "internalId", { customer: "Blue Fern" }, { status: "billed" }],
  ["demomail", "/messages", "id", { to: ["a@b.example"], subject: "Hello" }, { isRead: false }],
];

describe("records of every demo element are made, read, changed and deleted", () => {
  test.each(RECORDS)("%s %s", async (key, path, id, created, change) => {
    const record = await one(key, `POST ${path}`, created);
    expect(record).toMatchObject(created);
    const at = `${path}/${record[id]}`;
    expect(await one(key, `GET ${at}`)).toMatchObject(created);
    expect(await one(key, `PATCH ${at}`, change)).toMatchObject({ ...created, ...change });
    expect(await one(key, `GET ${at}`)).toMatchObject(change);
    expect((await send(key, `DELETE ${at}`)).code).toBe(200);
    await expect(send(key, `GET ${at}`)).rejects.toMatchObject({ kind: "notFound" });
  });
});

describe("the CRM", () => {
  test("returns 100 contacts by default", async () => {
    expect(await rows("democrm", "GET /contacts")).toHaveLength(100);
    expect(await rows("democrm", "GET /contacts?pageSize=150")).toHaveLength(150);
  });

  test("refuses more than 100 activities in one page, and the header says so", async () => {
    expect(await rows("democrm", "GET /contacts/con_1/activities")).toHaveLength(100);
    await expect(send("democrm", "GET /contacts/con_1/activities?pageSize=101")).rejects.toMatchObject({
      kind: "badRequest",
      headers: { "elements-error": expect.stringContaining("100") },
    });
  });

  test("returns associations as lists", async () => {
    const [contact] = await rows("democrm", "GET /contacts?pageSize=1");
    expect(contact.associations).toEqual([{ type: "account", id: contact.account_id }]);
  });

  test("finds by fields, and by fields of fields", async () => {
    const [contact] = await rows("democrm", "GET /contacts?pageSize=1");
    expect(await rows("democrm", `GET /contacts?where=email='${contact.email}'`)).toEqual([contact]);
    const found = await rows("democrm", `GET /contacts?where=\`address.city\`='${contact.address.city}'&pageSize=5`);
    expect(new Set(found.map((each) => each.address.city))).toEqual(new Set([contact.address.city]));
  });

  test.each([
    ["democrm", "last_name"],
    ["demobeacon", "familyName"],
  ])("%s sorts by a field, and desc turns the order round", async (key, field) => {
    const sorted = (order: string) =>
      rows(key, `GET /contacts?pageSize=200&orderBy=${field} ${order}`).then((all) => all.map((row) => row[field]));
    expect(await sorted("asc")).toEqual((await sorted("asc")).toSorted((a, b) => a.localeCompare(b, "en")));
    expect(await sorted("desc")).toEqual((await sorted("desc")).toSorted((a, b) => b.localeCompare(a, "en")));
  });

  test("records an activity of a contact", async () => {
    const created = await one("democrm", "POST /contacts/con_7/activities", { subject: "Call back", type: "call" });
    expect(created).toMatchObject({ subject: "Call back", contact_id: "con_7" });
  });

  test("says with 409 that an e-mail address is taken", async () => {
    const [{ email }] = await rows("democrm", "GET /contacts?pageSize=1");
    await expect(send("democrm", "POST /contacts", { body: { last_name: "B", email } })).rejects.toMatchObject({
      kind: "conflict",
      providerMessage: expect.stringContaining("already_exists"),
    });
  });

  test("is called again with a new token when the old one has ended", async () => {
    const before = (await connected("democrm")).configuration();
    await provider.dial("crm", { expireTokens: true });
    expect(await rows("democrm", "GET /contacts?pageSize=1")).toHaveLength(1);
    const after = (await connected("democrm")).configuration();
    expect(after["oauth.user.token"]).not.toBe(before["oauth.user.token"]);
    expect(after["oauth.user.refresh_token"]).not.toBe(before["oauth.user.refresh_token"]);
  });
});

test.each([
  ["followers-statistics", 200],
  ["status-statistics", 200],
  ["updates/comments", 100],
  ["updates/likes", 100],
])("the social network responds to %s with %i rows by default", async (name, count) => {
  expect(await rows("demosocial", `GET /companies/1/${name}`)).toHaveLength(count);
});

describe("the help desk", () => {
  test.each([
    ["time-entries", { minutes: 5 }],
    ["members", { user_id: 3 }],
    ["comments", { body: "Done" }],
  ])("adds to the %s of an incident", async (name, created) => {
    expect(await one("demohelpdesk", `POST /incidents/2/${name}`, created)).toMatchObject({
      ...created,
      incident_id: 2,
    });
    expect((await rows("demohelpdesk", `GET /incidents/2/${name}`)).at(-1)).toMatchObject(created);
  });

  test("finds a user by e-mail", async () => {
    const { email, ...user } = await one("demohelpdesk", "GET /users/5");
    expect(await rows("demohelpdesk", `GET /users?where=email='${email}'`)).toEqual([{ ...user, email }]);
  });
});

test("reports refusals of marketing, which come with status 200, as errors", async () => {
  await expect(send("demomarketing", "GET /custom-objects/none")).rejects.toMatchObject({ kind: "notFound" });
  await expect(send("demomarketing", "POST /custom-objects", { body: { kind: "car" } })).rejects.toMatchObject({
    kind: "badRequest",
    message: "name is required.",
  });
});

describe("accounting", () => {
  const found = (where: string) =>
    rows("demoaccounting", `GET /purchase-invoices?where=${encodeURIComponent(where)}&pageSize=50`);

  test("two single quotes in a value mean one", async () => {
    const names = new Set((await found("vendorName='O''Brien & Sons'")).map(({ vendorName }) => vendorName));
    expect(names).toEqual(new Set(["O'Brien & Sons"]));
  });

  test("filters by comparison, and, or and brackets", async () => {
    const rows = await found("(total > 8000 OR total < 100) AND isPaid = true");
    expect(rows.length).toBeGreaterThan(0);
    for (const { total, isPaid } of rows) expect([total > 8000 || total < 100, isPaid]).toEqual([true, true]);
  });

  test("sends its minor version with every request", async () => {
    const [{ lines }] = await rows("demoaccounting", "GET /purchase-invoices?pageSize=1");
    expect(lines).toHaveLength(1);
    const older = await aDemoConnection(caller, provider, "demoaccounting", { "demoaccounting.minorversion": "3" });
    expect((await older.call("GET /purchase-invoices?pageSize=1")).body).toEqual([
      expect.not.objectContaining({ lines: expect.anything() }),
    ]);
    expect((await provider.ledger()).at(-1)?.path).toContain("minorversion=3");
  });

  test("is connected by a user name and a key as well", async () => {
    const basic = await aDemoConnection(caller, provider, "demoaccounting", {
      "authentication.type": "basic",
      username: "books@demo.example",
      password: "accounting-demo-key",
    });
    expect((await basic.call("GET /checks?pageSize=2")).body).toHaveLength(2);
  });
});

describe("the ERP", () => {
  const locations = async (line: string, headers = {}) =>
    new Set(((await send("demoerp", line, { headers })).body as Rows).map(({ location }) => location));

  test("uses the location of the instance, unless the request names another", async () => {
    expect(await locations("GET /items?pageSize=9")).toEqual(new Set(["LIS"]));
    expect(await locations("GET /items?pageSize=9&locationId=LYO")).toEqual(new Set(["LYO"]));
    expect(await locations("GET /items?pageSize=9", { "elements-location-id": "GRA" })).toEqual(new Set(["GRA"]));
  });
});

describe("documents", () => {
  const text = "The first line.\n";
  const part = (content = text) => ({
    fileName: "notes.txt",
    contentType: "text/plain",
    bytes: (async function* () {
      yield new TextEncoder().encode(content);
    })(),
  });
  const upload = async (path: string): Promise<Row> =>
    (await send("demodocuments", `POST /files?path=${path}`, { form: { file: part() } })).body;

  async function bytes(line: string): Promise<number> {
    const { stream } = await send("demodocuments", line);
    let size = 0;
    for await (const chunk of stream ?? []) size += chunk.length;
    return size;
  }

  test("a file is uploaded, downloaded and known by its metadata", async () => {
    const file = await upload("/sales/notes.txt");
    expect(file).toMatchObject({
      name: "notes.txt",
      path: "/sales/notes.txt",
      size: text.length,
      contentType: "text/plain",
    });
    expect(await one("demodocuments", `GET /files/${file.id}/metadata`)).toEqual(file);
    const download = await send("demodocuments", `GET /files/${file.id}`);
    expect(download.headers["content-disposition"]).toContain("notes.txt");
    const other = await upload("/sales/Übersicht 文.txt");
    expect(other.name).toBe("Übersicht 文.txt");
    const named = await send("demodocuments", `GET /files/${other.id}`);
    named.stream?.cancel();
    expect(named.headers["content-disposition"]).toBe("attachment; filename*=UTF-8''%C3%9Cbersicht%20%E6%96%87.txt");
    let content = "";
    for await (const chunk of download.stream ?? []) content += new TextDecoder().decode(chunk);
    expect(content).toBe(text);
  });

  test("is copied, but not to the path it is at", async () => {
    const file = await upload("/sales/notes.txt");
    const copy = await one("demodocuments", `POST /files/${file.id}/copy`, { path: "/people/notes.txt" });
    expect(copy).toMatchObject({ path: "/people/notes.txt", size: file.size });
    await expect(
      send("demodocuments", `POST /files/${file.id}/copy`, { body: { path: file.path } }),
    ).rejects.toMatchObject({ kind: "conflict", providerMessage: expect.stringContaining("same_path") });
  });

  test("metadata is changed, and a file deleted", async () => {
    const file = await upload("/sales/notes.txt");
    expect(await one("demodocuments", `PATCH /files/${file.id}/metadata`, { tags: ["new"] })).toMatchObject({
      tags: ["new"],
    });
    expect((await send("demodocuments", `DELETE /files/${file.id}`)).code).toBe(200);
    await expect(send("demodocuments", `GET /files/${file.id}/metadata`)).rejects.toMatchObject({ kind: "notFound" });
  });

  test("large ones stream in both directions", async () => {
    expect(await bytes("GET /large-file?bytes=5000000")).toBe(5_000_000);
    const counted = await send("demodocuments", "POST /file-counts", { form: { file: part("x".repeat(1_000_000)) } });
    expect(counted.body).toMatchObject({ size: 1_000_000, sha256: expect.any(String) });
  });
});

describe("human resources", () => {
  test("buys a session when it is connected, and a new one when that is over", async () => {
    const connection = await connected("demohr");
    const before = connection.configuration()["hr.session"];
    expect(before).toBeTruthy();
    await provider.dial("hr", { expireTokens: true });
    expect((await connection.call("GET /employees?pageSize=1")).body).toHaveLength(1);
    expect(connection.configuration()["hr.session"]).not.toBe(before);
  });

  test("events are first listed, then read by their ids", async () => {
    const events = await rows("demohr", "GET /events?where=type='left'");
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(["left"]));
    const calls = (await provider.ledger()).map(({ method, path }) => `${method} ${path}`);
    expect(calls.slice(-2)).toEqual(["GET /hr/events/index?type=left", "POST /hr/events/details"]);
  });

  test("an event is recorded, an employee read and changed", async () => {
    expect(await one("demohr", "POST /events", { type: "moved" })).toMatchObject({ type: "moved" });
    expect(await one("demohr", "GET /employees/E3")).toMatchObject({ id: "E3" });
    expect(await one("demohr", "PATCH /employees/E3", { title: "Buyer" })).toMatchObject({ title: "Buyer" });
  });
});

describe("shipments over SOAP", () => {
  test("are listed and read as JSON", async () => {
    const sent = await rows("demosoap", "GET /shipments?status=sent&pageSize=5");
    expect(new Set(sent.map(({ Status }) => Status))).toEqual(new Set(["sent"]));
    const [shipment] = sent;
    expect(await one("demosoap", `GET /shipments/${shipment.Id}`)).toEqual(shipment);
    expect(shipment.Parcel).toEqual([
      { Sku: expect.any(String), Quantity: expect.any(String) },
      { Sku: expect.any(String), Quantity: expect.any(String) },
    ]);
  });

  test("are made and cancelled, whatever signs their texts have", async () => {
    const created = {
      Recipient: `O'Brien & <Sons> "Ltd" é 😀`,
      WeightGrams: 1200,
      Parcel: [{ Sku: "A", Quantity: 2 }],
    };
    const shipment = await one("demosoap", "POST /shipments", created);
    expect(shipment).toMatchObject({ Recipient: created.Recipient, Status: "new", WeightGrams: "1200" });
    expect(await one("demosoap", `DELETE /shipments/${shipment.Id}`)).toMatchObject({ Status: "cancelled" });
  });

  test.each([
    ["GET /shipments/S-0", undefined, "notFound", "There is no shipment S-0."],
    ["POST /shipments", { Recipient: "" }, "badRequest", "Recipient is required."],
  ])("reports a Fault with its text: %s", async (line, body, kind, message) => {
    await expect(send("demosoap", line, { body })).rejects.toMatchObject({ kind, message });
  });
});

describe("an element is not connected with wrong credentials", () => {
  const TOKEN = { "oauth.user.token": "wrong" };
  test.each<[key: string, wrong: Record<string, string>]>([
    ["democrm", TOKEN],
    ["demobeacon", { username: "wrong" }],
    ["demosocial", { ...TOKEN, "oauth.user.token.secret": "wrong" }],
    ["demohelpdesk", { username: "wrong" }],
    ["demomarketing", TOKEN],
    ["demoaccounting", TOKEN],
    ["demoaccounting", { "authentication.type": "basic", username: "books@demo.example", password: "wrong" }],
    ["demoerp", { "erp.secret": "wrong" }],
    ["demodocuments", TOKEN],
    ["demomail", { password: "wrong" }],
    ["demohr", { username: "wrong" }],
    ["demosoap", { password: "wrong" }],
    ["demosoap", { "soap.signing.key": "wrong" }],
  ])("%s: %j", async (key, wrong) => {
    const definition = catalogFor({ demoProviderUrl: provider.url }).find((element) => element.key === key) ?? {};
    const configuration = { ...DEMO_CONFIGURATIONS[key], ...wrong };
    await expect(caller.connect(definition, { configuration })).rejects.toMatchObject({ kind: "unauthorized" });
  });
});
