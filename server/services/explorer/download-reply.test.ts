import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { handleExplorerFile } from "#server/api/trpc/explorer-file.ts";
import { actingAs } from "#server/context.ts";
import { registerApp } from "#server/process-app.ts";
import { createSession } from "#server/screen-handler.ts";
import { anOrganization, type Person, type TestOrganization } from "#server/testing/organizations.ts";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { sendAsScreen } from "#server/testing/screens.ts";
import { identifySession } from "../account/identify-caller.ts";
import { downloadReply } from "./download-reply.ts";
import { fileNameOf, nameFromPath } from "./file-name.ts";

const KEY = "canary-of-the-customer";
let api: RunningApi;
let provider: AProvider;
let acme: TestOrganization;
let other: TestOrganization;
let elementInstanceId: number;
let respond: (response: ServerResponse) => void;
const sessions = new Map<Person, string>();

beforeAll(async () => {
  provider = await aProvider((_, response) => respond(response));
  api = await aRunningApi();
  registerApp(api.app);
  [acme, other] = [await anOrganization(api.app), await anOrganization(api.app)];
  for (const person of [acme.designer, acme.viewer, other.administrator]) {
    const { token } = await createSession({ username: person.email, password: person.password });
    sessions.set(person, token);
  }
  const post = async (path: string, body: unknown) =>
    (await api.fetch(path, { as: acme.designer, method: "POST", body })).body;
  const element = await post("/elements", {
    ...{ name: "Files", key: "files", description: "x", hub: "documents" },
    authentication: { type: "apiKey" },
    configuration: [
      { key: "base.url", name: "Base", description: "Base", defaultValue: provider.url },
      { key: "username", name: "Key", description: "Key", type: "PASSWORD", required: true },
    ],
    parameters: [{ name: "username", vendorName: "X-Key", type: "configuration", vendorType: "header" }],
    resources: [
      { path: "/files/{id}", method: "GET", vendorPath: "/files/{id}" },
      { path: "/files", method: "POST", vendorPath: "/files" },
    ],
  });
  const configuration = { username: KEY };
  ({ id: elementInstanceId } = await post("/instances", { name: "Main", element: { id: element.id }, configuration }));
});
afterAll(async () => {
  await api.close();
  await provider.close();
});
beforeEach(() => {
  respond = (response) => response.writeHead(200, { "content-type": "application/json" }).end('{"id":7}');
});

type Sent = { method: string; path: string; elementInstanceId?: number; asSession?: boolean };

async function download(as: Person, input: Partial<Sent>, headers: Record<string, string> = {}) {
  const body = new FormData();
  body.set("request", JSON.stringify({ elementInstanceId, method: "GET", path: "/hubs/documents/files/7", ...input }));
  const request = new Request("https://formulary.test/api/explorer-files", { method: "POST", headers, body });
  const response = await handleExplorerFile(api.app, request, sessions.get(as));
  return {
    disposition: response.headers.get("content-disposition"),
    type: response.headers.get("content-type"),
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}
const refusal = (downloading: Promise<unknown>) =>
  downloading.then(
    () => undefined,
    ({ kind }: { kind: string }) => kind,
  );

describe("a response as a file", () => {
  test("is what the provider sent, byte by byte, under its name", async () => {
    const content = Buffer.from(Array.from({ length: 3_000_000 }, (_, n) => (n * 31) % 256));
    respond = (response) =>
      response
        .writeHead(200, { "content-type": "image/png", "content-disposition": 'attachment; filename="a b.png"' })
        .end(content);
    const { disposition, type, bytes } = await download(acme.viewer, {});
    expect([disposition, type]).toEqual(["attachment; filename*=UTF-8''a%20b.png", "image/png"]);
    expect(bytes.equals(content)).toBe(true);
    const shown = await sendAsScreen(sessions.get(acme.viewer), "explorer.send", {
      ...{ elementInstanceId, method: "GET", path: "/hubs/documents/files/7" },
    });
    expect(shown.result.data).toMatchObject({ text: "", isFile: true, fileName: "a b.png" });
  });

  test("is a whole text that is too large to show, without secrets", async () => {
    const list = Array.from({ length: 30_000 }, (_, id) => ({ id, note: "a note of some length for every row" }));
    respond = (response) =>
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ list, echoed: `key ${KEY}`, of: acme.designer.secret }));
    const { disposition, bytes } = await download(acme.designer, {});
    expect(disposition).toBe("attachment; filename*=UTF-8''7.json");
    const { list: whole, echoed, of } = JSON.parse(bytes.toString());
    expect([whole.length, echoed, of]).toEqual([30_000, "key ********", "********"]);
  });

  test("is refused for a text of more than 16 MB, of which no more is read", async () => {
    let sent = 0;
    const endless = () =>
      new ReadableStream({
        pull(controller) {
          sent += 2 ** 20;
          controller.enqueue(new Uint8Array(2 ** 20).fill(120));
        },
      });
    const caller = await identifySession(api.app, sessions.get(acme.designer) ?? "");
    if (!caller) throw new Error("The session has ended.");
    const headers = { "content-type": "text/csv" };
    const ctx = {
      ...api.app,
      ...actingAs(api.app, caller),
      requestId: "x",
      api: async () => new Response(endless(), { headers }),
    };
    expect(await refusal(downloadReply(ctx, { method: "GET", path: "/formulas" }))).toBe("tooLarge");
    expect(sent).toBeLessThanOrEqual(19 * 2 ** 20);
  });

  test("is refused if the request is", async () => {
    respond = (response) => response.writeHead(404).end("{}");
    expect(await refusal(download(acme.designer, {}))).toBe("badRequest");
    expect(await refusal(download(acme.viewer, { method: "POST", path: "/hubs/documents/files" }))).toBe("badRequest");
  });

  test("is nobody else's, and not for other sites", async () => {
    expect(await refusal(download(other.administrator, {}))).toBe("notFound");
    expect(await refusal(download(acme.administrator, {}))).toBe("unauthorized");
    expect(await refusal(download(acme.designer, {}, { "sec-fetch-site": "cross-site" }))).toBe("forbidden");
  });
});

describe("an operation that takes the token of a session", () => {
  const secrets = { method: "GET", path: "/authentication/secrets" };
  const send = async (input: object) =>
    (await sendAsScreen(sessions.get(acme.viewer), "explorer.send", { ...secrets, ...input })).result.data;

  test("is sent with that of the screen, and shows no secret", async () => {
    const reply = await send({ asSession: true });
    expect(reply.status).toBe(200);
    expect(JSON.parse(reply.text)).toEqual({ userSecret: "********", organizationSecret: "********" });
    expect(JSON.stringify(reply)).not.toContain(sessions.get(acme.viewer));
    const { bytes } = await download(acme.viewer, { ...secrets, asSession: true });
    expect(bytes.toString()).not.toContain(acme.viewer.secret);
  });

  test("is refused without it", async () => {
    expect(await send({})).toMatchObject({ status: 401 });
  });
});

test.each([
  [null, undefined],
  ["inline", undefined],
  ["attachment; filename=report.csv", "report.csv"],
  ['attachment; filename="a \\"b\\".csv"', 'a "b".csv'],
  ["attachment; filename=\"x.csv\"; filename*=UTF-8''%C3%A4.csv", "ä.csv"],
  ["attachment; filename*=UTF-8''%E0%A4%A; filename=x.csv", "x.csv"],
  ['attachment; filename="../../etc/passwd"', "passwd"],
  ['attachment; filename="C:\\\\temp\\\\a.txt"', "a.txt"],
])("the file name of %s is %s", (disposition, name) => {
  expect(fileNameOf(disposition)).toBe(name);
});

test.each([
  ["/hubs/crm/contacts", "application/json; charset=utf-8", "contacts.json"],
  ["/files/report.pdf", "application/pdf", "report.pdf"],
  ["/audit/", "application/x-ndjson", "audit.jsonl"],
  ["/", "application/octet-stream", "response"],
])("a response of %s as %s without a name is called %s", (path, type, name) => {
  expect(nameFromPath(path, type)).toBe(name);
});
