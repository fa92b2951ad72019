import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asElement } from "#server/testing/demo-product.ts";
import { anElement } from "#server/testing/elements.ts";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { seeded } from "#server/testing/seeded.ts";
import { aWorkerProcess, type WorkerProcess } from "#server/testing/worker-process.ts";

const KILLS = 6;
const PAGE = 50;
/** As many rows as fill a part of the file with each page. */
const ROWS = 1000;
const PAGES = ROWS / PAGE;
const FILLER = "x".repeat(24_000);
const UPLOADED = 400;
/** The number of rows that an upload has in progress. */
const BATCH = 8;
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1e6));

let api: RunningApi;
let provider: AProvider;
let folder: string;
let worker: WorkerProcess | undefined;
const random = seeded(SEED);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "formulary-bulk-"));
  api = await aRunningApi({ works: false, env: { DATA_DIR: folder } });
  provider = await aProvider(async (request, response) => {
    await pause(5 + random() * 10);
    response.writeHead(200, { "content-type": "application/json" });
    if (request.method !== "GET") return response.end("{}");
    const page = Number(new URL(request.url ?? "", "http://provider").searchParams.get("page") ?? 1);
    const ids = Array.from({ length: PAGE }, (_, at) => (page - 1) * PAGE + at + 1).filter((id) => id <= ROWS);
    return response.end(JSON.stringify(ids.map((id) => ({ id, filler: FILLER }))));
  });
});
afterAll(async () => {
  await worker?.kill();
  await api.close();
  await provider.close();
  await rm(folder, { recursive: true, force: true });
});

const start = () => aWorkerProcess(api.app.databaseUrl, { DATA_DIR: folder });
const until = async (isDone: () => boolean | Promise<boolean>) => {
  while (!(await isDone())) await pause(10);
};

async function crash(): Promise<void> {
  await worker?.kill();
  // Releases the lease, so that the test need not wait for its end.
  await api.app.db.pool.query("update bulk_job set lease_until = now() where lease_until is not null");
}

let as: { authorization: string };

test(`${KILLS} SIGKILLs lose no row of a download or upload, and double none (seed ${SEED})`, {
  timeout: 240_000,
}, async () => {
  const query = (name: string, vendorName = name) => ({ name, vendorName, type: "query", vendorType: "query" });
  const contacts = { path: "/contacts", vendorPath: "/contacts" };
  const created = await api.fetch("/elements", {
    as: api.as,
    method: "POST",
    body: anElement({
      configuration: [
        { key: "base.url", name: "base", description: "base", defaultValue: provider.url },
        { key: "pagination.max", name: "max", description: "max", defaultValue: String(PAGE) },
      ],
      resources: [
        { ...contacts, method: "GET", parameters: [query("page"), query("pageSize", "per_page")] },
        {
          ...{ ...contacts, method: "POST" },
          parameters: [{ name: "body", vendorName: "body", type: "body", vendorType: "body" }],
        },
      ],
    }),
  });
  const body = { name: "bulk", element: { id: created.body.id } };
  const { token } = (await api.fetch("/instances", { as: api.as, method: "POST", body })).body;
  as = asElement(api.as, token);
  const download = await api.fetch("/bulk/query?q=select * from contacts", { as, method: "POST" });
  const lines = Array.from({ length: UPLOADED }, (_, at) => JSON.stringify({ name: `n${at + 1}` })).join("\n");
  const form = `--x\r\ncontent-disposition: form-data; name="file"; filename="f.json"\r\ncontent-type: application/json\r\n\r\n${lines}\r\n--x--\r\n`;
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const upload = await api.fetch("/bulk/contacts", { as, method: "POST", body: form, headers });
  expect([download.status, upload.status]).toEqual([200, 200]);

  for (let kills = 0; kills < KILLS; kills++) {
    worker = await start();
    const goal = provider.requests.length + 20 + Math.floor(random() * 40);
    await until(() => provider.requests.length >= goal);
    await crash();
  }
  worker = await start();
  const statusOf = async ({ body: { id } }: { body: { id: string } }) =>
    (await api.fetch(`/bulk/${id}/status`, { as })).body;
  await until(async () => (await statusOf(download)).status === "COMPLETED");
  await until(async () => (await statusOf(upload)).status === "COMPLETED");

  expect(await statusOf(download)).toMatchObject({ recordsCount: ROWS, recordsFailedCount: 0 });
  const { text } = await api.fetch(`/bulk/${download.body.id}/contacts`, {
    as,
    headers: { accept: "application/json" },
  });
  const ids = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).id);
  expect(ids).toEqual(Array.from({ length: ROWS }, (_, at) => at + 1));

  expect(await statusOf(upload)).toMatchObject({ recordsCount: UPLOADED, recordsFailedCount: 0 });
  const posted = provider.requests.filter(({ method }) => method === "POST");
  const keysOf = new Map<string, Set<unknown>>();
  for (const { body: row, headers: sent } of posted)
    keysOf.set(row, (keysOf.get(row) ?? new Set()).add(sent["idempotency-key"]));
  expect(keysOf.size).toBe(UPLOADED);
  // A row that was sent twice carries the same key, by which the provider detects it.
  expect([...keysOf.values()].filter(({ size }) => size !== 1)).toEqual([]);
  const keys = new Set([...keysOf.values()].flatMap((own) => [...own]));
  expect([keys.size, keys.has(undefined)]).toEqual([UPLOADED, false]);
  expect(posted.length - UPLOADED).toBeLessThanOrEqual(KILLS * BATCH);
});

test("SIGKILLs start no part of a workflow twice", async () => {
  const token = as.authorization.split("Element ")[1];
  const transfer = {
    query: "select id from contacts limit 60",
    targetConfiguration: { token, objectName: "contacts" },
  };
  const { body } = await api.fetch("/bulk/workflows", { as, method: "POST", body: [transfer, transfer] });
  for (let kills = 0; kills < KILLS; kills++) {
    await pause(random() * 600);
    await crash();
    worker = await start();
  }
  await until(async () => (await api.fetch(`/bulk/${body.id}/status`, { as })).body.status === "COMPLETED");
  const parts = await api.fetch(`/bulkloader?parentBulkLoaderId=${body.id}`, { as: api.as });
  const of = parts.body.map(({ direction, recordsCount }: Record<string, unknown>) => `${direction} ${recordsCount}`);
  expect(of).toEqual(["upload 60", "download 60", "upload 60", "download 60"]);
});

test("a download that is running stops when it is canceled, and never becomes complete", async () => {
  const { body } = await api.fetch("/bulk/query?q=select * from contacts", { as, method: "POST" });
  const before = provider.requests.length;
  await until(() => provider.requests.length > before);
  const canceled = await api.fetch(`/bulk/${body.id}/cancel`, { as, method: "PUT" });
  expect([canceled.status, canceled.body.status]).toEqual([200, "CANCELLED"]);
  let seen = -1;
  await until(async () => {
    const isQuiet = seen === provider.requests.length;
    seen = provider.requests.length;
    if (!isQuiet) await pause(500);
    return isQuiet;
  });
  expect((await api.fetch(`/bulk/${body.id}/status`, { as })).body.status).toBe("CANCELLED");
  expect(provider.requests.length - before).toBeLessThan(PAGES);
});
