import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";

type Received = { url: string; type: string; bytes: Buffer; headers: Record<string, unknown> };

const KEY = "key-of-the-customer";
const PNG = Buffer.from([0x89, 0x50, 0, 255, 13, 10, 45, 45]);

let api: RunningApi;
let received: Received[];
let failures = 0;
let providerUrl: string;
let elementInstanceId: string;
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const { url = "", headers } = request;
  received.push({ url, type: headers["content-type"] ?? "", bytes, headers });
  response.writeHead(failures-- > 0 ? 503 : 200, { "content-type": "application/json" }).end('{"ok":true}');
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  providerUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  api = await aRunningApi();
  const body = { name: "body", vendorName: "body", type: "body", vendorType: "body" };
  const part = (name: string) => ({ name, vendorName: name, type: "form", vendorType: "multipart" });
  const element = await api.fetch("/elements", {
    as: api.as,
    method: "POST",
    body: {
      name: "Files",
      description: "Files",
      hub: "documents",
      authentication: { type: "apiKey" },
      configuration: [
        { key: "base.url", name: "Base", description: "Base", defaultValue: providerUrl },
        { key: "username", name: "Key", description: "Key", type: "PASSWORD", required: true },
      ],
      parameters: [{ name: "username", vendorName: "X-Key", type: "configuration", vendorType: "header" }],
      resources: [
        { path: "/plain", method: "POST", vendorPath: "/plain", parameters: [body] },
        { path: "/files", method: "POST", vendorPath: "/files", parameters: [part("note"), part("file")] },
      ],
    },
  });
  expect(element.status, element.text).toBe(200);
  const instance = await api.fetch(`/elements/${element.body.key}/instances`, {
    as: api.as,
    method: "POST",
    body: { name: "Main", configuration: { username: KEY } },
  });
  elementInstanceId = String(instance.body.id);
});
afterAll(async () => {
  await api.close();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  received = [];
  failures = 0;
});

async function send(type: string, properties: object) {
  const { formulaInstanceId } = await api.aRunnable({
    name: "One upload",
    engine: "v3",
    triggers: [{ type: "manual", onSuccess: ["step"] }],
    steps: [{ name: "step", type, properties: { method: "POST", ...properties } }],
  });
  const run = await api.run(formulaInstanceId, {});
  const [step] = await api.stepsOf(run.id);
  return { run, values: step?.values ?? {} };
}

const FILE = { type: "workflow-file-attachment", filename: "a b.png", content: PNG.toString("base64") };
const FORM = {
  type: "workflow-multipart",
  parts: [
    { name: "note", content: "für ñ" },
    { name: "file", filename: "a b.png", "Content-Type": "image/x-own", content: FILE.content },
  ],
};
const parsed = ({ bytes, type }: Received) =>
  new Response(new Uint8Array(bytes), { headers: { "content-type": type } }).formData();

const TARGETS: [string, string, () => object][] = [
  ["httpRequest", "/plain", () => ({ url: `${providerUrl}/plain` })],
  ["elementRequest to a plain resource", "/plain", () => ({ elementInstanceId, api: "/plain" })],
  [
    "elementRequest to a resource that takes files",
    "/files",
    () => ({ elementInstanceId, api: "/hubs/documents/files" }),
  ],
];
const typeOf = (target: string) => target.split(" ")[0] ?? "";

describe.each(TARGETS)("%s", (target, url, properties) => {
  test("sends a form with its file", async () => {
    const { run, values } = await send(typeOf(target), { ...properties(), body: FORM });
    expect(run.status).toBe("success");
    const [request] = received as [Received];
    expect([request.url, request.type]).toEqual([url, expect.stringMatching(/^multipart\/form-data; boundary=/)]);
    const form = await parsed(request);
    expect([...form.keys()]).toEqual(["note", "file"]);
    expect(form.get("note")).toBe("für ñ");
    const file = form.get("file") as File;
    expect([file.name, file.type]).toEqual(["a b.png", "image/x-own"]);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(PNG);
    expect(JSON.parse(String(values["request.body"]))).toEqual(FORM);
    expect(JSON.stringify([run, values])).not.toContain(KEY);
  });
});

describe.each(TARGETS.slice(0, 2))("%s", (target, _, properties) => {
  test.each([
    ["as a value", FILE, {}, "image/png"],
    ["as JSON text", JSON.stringify(FILE), {}, "image/png"],
    ["with a type of the author's", FILE, { "content-type": "image/x-own" }, "image/x-own"],
  ])("sends a file, described %s", async (__, body, headers, type) => {
    const { run, values } = await send(typeOf(target), { ...properties(), body, headers });
    expect(run.status).toBe("success");
    expect(received).toMatchObject([{ type, bytes: PNG, headers: { "content-length": String(PNG.length) } }]);
    expect(JSON.parse(String(values["request.body"]))).toEqual(FILE);
  });

  test("sends it again with each retry", async () => {
    failures = 1;
    await send(typeOf(target), { ...properties(), body: FORM, retry: true, retryDelay: 1 });
    expect(await Promise.all(received.map(async (one) => [...(await parsed(one)).keys()]))).toEqual([
      ["note", "file"],
      ["note", "file"],
    ]);
  });

  test("fails without a request when the description is wrong", async () => {
    const { run } = await send(typeOf(target), { ...properties(), body: { ...FILE, content: "no base64!" } });
    expect([run.status, received.length]).toEqual(["failed", 0]);
    expect(run.error).toContain('the content of the file "a b.png" must be base64');
  });
});

test("a file for a resource with a part called file is that part", async () => {
  await send("elementRequest", { elementInstanceId, api: "/files", body: FILE });
  const file = (await parsed(received[0] as Received)).get("file") as File;
  expect([file.name, file.type, Buffer.from(await file.arrayBuffer())]).toEqual(["a b.png", "image/png", PNG]);
});
