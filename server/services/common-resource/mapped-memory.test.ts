import { afterAll, beforeAll, expect, test } from "vitest";
import { mostBytesHeld } from "#server/testing/memory.ts";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";

const ROWS = 10_000;
const PAGE = 200;
const MEGABYTE = 1024 * 1024;
/** So long that all rows have 40 MB. */
const note = "n".repeat(4000);

let api: RunningApi;
let provider: AProvider;
let as: { authorization: string };

beforeAll(async () => {
  provider = await aProvider(({ url = "" }, response) => {
    const page = Number(new URL(url, "http://localhost").searchParams.get("page") ?? 1);
    const rows = Array.from({ length: PAGE }, (_, at) => ({ Id: (page - 1) * PAGE + at + 1, Note: note }));
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify((page - 1) * PAGE < ROWS ? rows : []));
  });
  api = await aRunningApi();
  const query = (name: string) => ({ name, vendorName: name, type: "query", vendorType: "query" });
  const element = await post("/elements", {
    ...{ name: "Large", key: "large", description: "x", hub: "crm", authentication: { type: "custom" } },
    configuration: [
      { key: "base.url", name: "Base", description: "Base", defaultValue: provider.url },
      { key: "pagination.max", name: "Max", description: "Max", defaultValue: String(PAGE) },
    ],
    resources: [{ method: "GET", path: "/notes", vendorPath: "/notes", parameters: ["page", "pageSize"].map(query) }],
  });
  const { id, token } = await post("/instances", { name: "one", element: { id: element.id } });
  await post(`/instances/${id}/transformations/remarks`, {
    vendorName: "notes",
    fields: [
      { path: "number", type: "string", vendorPath: "Id", vendorType: "integer" },
      { path: "text.plain", type: "string", vendorPath: "Note", vendorType: "string" },
    ],
    script: { body: "transformedObject.length = originalObject.Note.length; done(transformedObject);" },
  });
  as = { authorization: `${api.as.authorization.split(",")[0]}, Element ${token}` };
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

const post = async (path: string, body: unknown) => {
  const reply = await api.fetch(path, { as: api.as, method: "POST", body });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};

/** Each look at the memory takes as long as the other files of this process have left objects behind. */
const PATIENCE_MS = 200_000;

test("10,000 objects of a common resource are mapped as they come, and never held at once", {
  timeout: PATIENCE_MS + 10_000,
}, async () => {
  const { id } = (await api.fetch("/bulk/query?q=select%20*%20from%20remarks", { as, method: "POST" })).body;
  const status = async () => (await api.fetch(`/bulk/${id}/status`, { as })).body;
  const most = await mostBytesHeld(async () => {
    await expect
      .poll(
        async () => {
          await api.tick();
          return (await status()).status;
        },
        { timeout: PATIENCE_MS, interval: 200 },
      )
      .toBe("COMPLETED");
  });
  expect(await status()).toMatchObject({ recordsCount: ROWS, recordsFailedCount: 0 });
  expect(most).toBeLessThan(16 * MEGABYTE);
});
