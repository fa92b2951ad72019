import { mkdtemp, readdir, rm } from "node:fs/promises";
import { request as connect, createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { registerApp } from "#server/process-app.ts";
import { createSession } from "#server/screen-handler.ts";
import { aDemoProduct, type ConnectedElement, type DemoProduct } from "#server/testing/demo-product.ts";
import { anOrganization, type Person, type TestOrganization } from "#server/testing/organizations.ts";
import { createListener } from "../listener.ts";
import { guardScreens } from "../screen-requests.ts";
import { lingerOnUnreadBody } from "../unread-body.ts";
import { createScreens, isScreenCall } from "./screens.ts";

const MB = 2 ** 20;
const LIMIT_MB = 30;

let product: DemoProduct;
let acme: TestOrganization;
let outsider: Person;
let connection: ConnectedElement;
let folder: string;
let server: Server;
let origin: string;
const cookies = new Map<Person, string>();

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "formulary-uploads-"));
  product = await aDemoProduct({ env: { BULK_FILE_MB: String(LIMIT_MB), DATA_DIR: folder } });
  registerApp(product.app);
  acme = await anOrganization(product.app);
  const other = await anOrganization(product.app);
  for (const person of [acme.administrator, acme.viewer, other.administrator]) {
    const token = await createSession({ username: person.email, password: person.password });
    const sealed = { token: { signedIn: token }, secret: product.app.env.NEXTAUTH_SECRET, maxAge: 3600 };
    cookies.set(person, `next-auth.session-token=${await encode(sealed as unknown as Parameters<typeof encode>[0])}`);
  }
  outsider = other.administrator;
  const screens = createListener(createScreens(product.app, { searchDocumentation: async () => [] }));
  const guarded = guardScreens(
    (request, response) => (isScreenCall(request.url) ? screens(request, response) : response.end("a page")),
    { log: product.app.log, publicUrl: "http://formulary.test" },
  );
  server = createServer((request, response) => {
    lingerOnUnreadBody(request, response);
    return guarded(request, response);
  }).listen(0);
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await product.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  const configuration = { username: "beacon-demo-key" };
  const created = await product.send(
    "POST /instances",
    { name: "uploads", element: { key: "demobeacon" }, configuration },
    { as: acme.administrator },
  );
  connection = created.body;
});

type Sending = {
  as?: Person | null;
  file?: BlobPart | null;
  fileName?: string;
  metaData?: object;
  query?: Record<string, string>;
  headers?: Record<string, string>;
};

async function send({ as = acme.administrator, file = CSV, fileName = "c.csv", ...more }: Sending = {}) {
  const body = new FormData();
  if (more.metaData) body.set("metaData", JSON.stringify(more.metaData));
  if (file !== null) body.set("file", new Blob([file]), fileName);
  const query = new URLSearchParams({
    ...{ elementInstanceId: String(connection.id), objectName: "contacts" },
    ...more.query,
  });
  const headers = { cookie: (as && cookies.get(as)) ?? "", ...more.headers };
  const reply = await fetch(`${origin}/api/bulk-uploads?${query}`, { method: "POST", body, headers });
  return { status: reply.status, body: await reply.json() };
}

const CSV = "last_name,email\nLovelace,ada@example.test\n";
const job = async (id: string) =>
  product.app.db.prisma.bulkJob.findUniqueOrThrow({ where: { id: BigInt(id) } }).catch(() => null);
const jobs = () => product.app.db.prisma.bulkJob.count();
const storedParts = async () => (await readdir(folder, { recursive: true })).filter((name) => /\/\d+$/.test(name));

test("a screen starts an upload with the same job as the REST API", async () => {
  const { status, body } = await send({ metaData: { identifierFieldName: "email" } });
  expect([status, body]).toEqual([200, { id: expect.any(String), status: "CREATED" }]);
  expect(await job(body.id)).toMatchObject({
    ...{ direction: "upload", objectName: "contacts", format: "csv", elementInstanceId: connection.id },
    criteria: { identifierFieldName: "email" },
    userId: acme.administrator.id,
  });
  const json = await send({ file: '{"last_name":"x"}\n', fileName: "c.txt", metaData: { format: "json" } });
  expect(await job(json.body.id)).toMatchObject({ format: "json", criteria: {} });
});

test.each<[string, () => Sending, number, string | undefined, string]>([
  ["without a session", () => ({ as: null }), 401, undefined, "Your session has ended. Sign in again."],
  ["by a viewer", () => ({ as: acme.viewer }), 403, undefined, "A viewer cannot make changes."],
  [
    "from another site",
    () => ({ headers: { "sec-fetch-site": "cross-site" } }),
    403,
    undefined,
    "Requests from other sites are not allowed.",
  ],
  ["by another organization", () => ({ as: outsider }), 404, "elementInstanceId", "There is no element instance"],
  [
    "without a connection",
    () => ({ query: { elementInstanceId: "x" } }),
    400,
    "elementInstanceId",
    "elementInstanceId: must be a",
  ],
  ["without a file", () => ({ file: null, metaData: {} }), 400, "file", "file: send it as the part file"],
  ["of a workbook", () => ({ file: "PK\x03\x04..." }), 400, "file", "file: must be CSV or JSON lines, but"],
  [
    "with an identifier that is too long",
    () => ({ metaData: { identifierFieldName: "x".repeat(256) } }),
    400,
    "identifierFieldName",
    "identifierFieldName: must not be longer than 255",
  ],
  ["above the limit", () => ({ file: new Uint8Array(LIMIT_MB * MB + 1) }), 413, "file", `larger than ${LIMIT_MB} MB`],
])("an upload %s is refused, and nothing of it is kept", async (_, sending, status, field, message) => {
  const before = [await jobs(), await storedParts()];
  const reply = await send(sending());
  expect(reply).toMatchObject({ status, body: { message: expect.stringContaining(message) } });
  expect(reply.body.requestId).toMatch(/^[0-9a-f]{24}$/);
  expect(reply.body.field).toBe(field);
  expect([await jobs(), await storedParts()]).toEqual(before);
});

test("an upload to a connection that is disabled, and of an object whose upload is disabled, names the field", async () => {
  await product.app.db.prisma.elementInstance.update({ where: { id: connection.id }, data: { disabled: true } });
  expect(await send()).toMatchObject({
    status: 403,
    body: { field: "elementInstanceId", message: expect.stringContaining("is disabled. Enable it") },
  });
  const element = await product.send(
    "POST /elements",
    {
      ...{ name: "x", key: "locked", description: "x", authentication: { type: "custom" } },
      resources: [{ method: "POST", path: "/things", vendorPath: "/things" }],
      objects: [{ name: "things", bulkUploadEnabled: false }],
    },
    { as: acme.administrator },
  );
  const created = await product.send(
    "POST /instances",
    { name: "x", element: { id: element.body.id } },
    { as: acme.administrator },
  );
  expect(await send({ query: { elementInstanceId: String(created.body.id), objectName: "things" } })).toMatchObject({
    status: 400,
    body: { field: "objectName", message: "Bulk upload is disabled for things: bulkUploadEnabled is false." },
  });
});

/** Sends the head of a form, and then pieces of its file. */
function begin() {
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="f.csv"\r\n\r\nlast_name\n';
  const query = `elementInstanceId=${connection.id}&objectName=contacts`;
  const request = connect(`${origin}/api/bulk-uploads?${query}`, {
    method: "POST",
    headers: { cookie: cookies.get(acme.administrator), "content-type": "multipart/form-data; boundary=x" },
  });
  const responded = new Promise<{ status?: number | undefined; body: unknown }>((resolve, reject) => {
    request.on("error", reject).on("response", async (response) => {
      let text = "";
      for await (const piece of response) text += piece;
      resolve({ status: response.statusCode, body: JSON.parse(text) });
    });
  });
  responded.catch(() => {});
  request.write(head);
  const row = `${"x".repeat(1023)}\n`;
  const write = (megabytes: number) =>
    new Promise((resolve) => void request.write(row.repeat(megabytes * 1024), resolve));
  return { request, responded, write };
}

test("a large file is stored as it arrives, and removed when it breaks off", async () => {
  const before = await storedParts();
  const { request, responded, write } = begin();
  for (let sent = 0; sent < 10; sent++) await write(1);
  await expect.poll(async () => (await storedParts()).length).toBeGreaterThan(before.length + 5);
  const count = await jobs();
  request.destroy();
  await expect(responded).rejects.toThrow();
  await expect.poll(storedParts).toEqual(before);
  expect(await jobs()).toBe(count);

  const whole = begin();
  for (let sent = 0; sent < 20; sent++) await whole.write(1);
  whole.request.end("\r\n--x--\r\n");
  const { status, body } = await whole.responded;
  expect(status).toBe(200);
  expect(await job((body as { id: string }).id)).toMatchObject({ format: "csv", bytes: BigInt(20 * MB + 10) });
});

test("objects that can be uploaded are those that something creates", async () => {
  const element = await product.send(
    "POST /elements",
    {
      ...{ name: "x", key: "some", description: "x", authentication: { type: "custom" } },
      resources: [
        { method: "GET", path: "/reports", vendorPath: "/reports" },
        { method: "GET", path: "/things", vendorPath: "/things" },
        { method: "POST", path: "/things", vendorPath: "/things" },
        { method: "GET", path: "/locked", vendorPath: "/locked" },
        { method: "POST", path: "/locked", vendorPath: "/locked" },
      ],
      objects: [{ name: "locked", bulkUploadEnabled: false }],
    },
    { as: acme.administrator },
  );
  const created = await product.send(
    "POST /instances",
    { name: "x", element: { id: element.body.id } },
    { as: acme.administrator },
  );
  const names = async (direction: string) => {
    const input = encodeURIComponent(JSON.stringify({ elementInstanceId: created.body.id, direction }));
    const reply = await fetch(`${origin}/api/trpc/bulkJob.objects?input=${input}`, {
      headers: { cookie: cookies.get(acme.administrator) ?? "" },
    });
    return (await reply.json()).result.data.map(({ name }: { name: string }) => name);
  };
  expect(await names("upload")).toEqual(["things"]);
  expect((await names("download")).toSorted()).toEqual(["locked", "reports", "things"]);
});
