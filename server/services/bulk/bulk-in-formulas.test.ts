import { afterAll, beforeAll, expect, test } from "vitest";
import { anElement } from "#server/testing/elements.ts";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";

type Row = { id: number; name: string };

let api: RunningApi;
let provider: AProvider;
let source: number;
let target: number;
const rows: Row[] = [
  { id: 1, name: "Ada" },
  { id: 2, name: "Größe, Ö" },
];
const created: Row[] = [];

beforeAll(async () => {
  api = await aRunningApi();
  provider = await aProvider((request, response) => {
    const sent = provider.requests.at(-1)?.body ?? "";
    response.writeHead(200, { "content-type": "application/json" });
    if (request.method === "GET") return response.end(JSON.stringify(request.url?.includes("page=2") ? [] : rows));
    created.push(JSON.parse(sent) as Row);
    return response.end(sent);
  });
  const contacts = { path: "/hubs/crm/contacts", vendorPath: "/contacts" };
  const body = { name: "body", vendorName: "body", type: "body", vendorType: "body" };
  const page = { name: "page", vendorName: "page", type: "query", vendorType: "query" };
  const element = anElement({
    configuration: [{ key: "base.url", name: "Base", description: "", defaultValue: provider.url }],
    resources: [
      { ...contacts, method: "GET", parameters: [page] },
      { ...contacts, method: "POST", parameters: [body] },
    ],
    objects: [{ name: "contacts" }],
  });
  const { body: saved } = await api.fetch("/elements", { as: api.as, method: "POST", body: element });
  const connect = async (name: string) =>
    (await api.fetch("/instances", { as: api.as, method: "POST", body: { name, element: { id: saved.id } } })).body.id;
  [source, target] = [await connect("source"), await connect("target")];
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

/** Runs one step and returns how it ended, with its values. */
async function runStep(type: string, properties: object) {
  const { formulaInstanceId } = await api.aRunnable({
    ...{ name: "Bulk", engine: "v3", triggers: [{ type: "manual", onSuccess: ["step"] }] },
    steps: [{ name: "step", type, properties }],
  });
  const { id, status } = await api.run(formulaInstanceId, {});
  const [step] = await api.stepsOf(id);
  return { status, values: step?.values ?? {} };
}

const request = (properties: object) => runStep("elementRequest", { elementInstanceId: String(source), ...properties });

async function aDownload(): Promise<string> {
  const { values } = await request({
    ...{ method: "POST", api: "/hubs/crm/bulk/query", query: { q: "select * from contacts" } },
  });
  await api.tick();
  return JSON.parse(String(values["response.body"])).id;
}

test("a step starts a bulk job of its connection and reads its status", async () => {
  const id = await aDownload();
  const { status, values } = await request({ method: "GET", api: `/hubs/crm/bulk/${id}/status` });
  expect([status, values["response.code"]]).toEqual(["success", "200"]);
  expect(JSON.parse(String(values["response.body"]))).toMatchObject({ id, status: "COMPLETED", recordsCount: 2 });
});

test("a stream step sends the file of a job on to another connection, which creates its rows", async () => {
  const id = await aDownload();
  const { status, values } = await runStep("elementRequestStream", {
    ...{ downloadElementInstanceId: String(source), downloadMethod: "GET" },
    downloadApi: `/hubs/crm/bulk/${id}/contacts`,
    ...{ uploadElementInstanceId: String(target), uploadMethod: "POST", uploadApi: "/hubs/crm/bulk/contacts" },
    ...{ uploadFormDataName: "metaData", uploadFormData: { format: "json" } },
  });
  expect([status, values["download.response.code"], values["upload.response.code"]]).toEqual(["success", "200", "200"]);
  await api.tick();
  expect(created.toSorted((one, other) => one.id - other.id)).toEqual(rows);
});

test("a job that is not there, or belongs to another connection, is the response of the step", async () => {
  const id = await aDownload();
  const gone = await request({ method: "GET", api: "/hubs/crm/bulk/999999/status" });
  expect([gone.status, gone.values["response.code"]]).toEqual(["failed", "404"]);
  const other = await runStep("elementRequest", {
    ...{ elementInstanceId: String(target), method: "GET", api: `/hubs/crm/bulk/${id}/status` },
  });
  expect([other.status, other.values["response.code"]]).toEqual(["failed", "404"]);
  const stream = await runStep("elementRequestStream", {
    ...{ downloadElementInstanceId: String(target), downloadMethod: "GET", downloadApi: `/bulk/${id}/contacts` },
    ...{ uploadElementInstanceId: String(target), uploadMethod: "POST", uploadApi: "/bulk/contacts" },
  });
  expect([stream.status, stream.values["download.response.code"]]).toEqual(["failed", "404"]);
});

test("the credentials of the request are in no record", async () => {
  const { body } = await api.fetch(`/instances/${source}`, { as: api.as });
  const { values } = await request({ method: "GET", api: `/bulk/${await aDownload()}/status` });
  expect(JSON.stringify(values)).not.toContain(body.token);
  const [, secret = "none"] = /^User ([^,]+),/.exec(api.as.authorization) ?? [];
  expect(secret.length).toBeGreaterThan(20);
  expect(JSON.stringify(values)).not.toContain(secret);
});
