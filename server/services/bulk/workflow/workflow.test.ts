import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AuthHeaders } from "#server/testing/api.ts";
import { aDemoProduct, type ConnectedElement, type DemoProduct } from "#server/testing/demo-product.ts";
import { anOrganization } from "#server/testing/organizations.ts";

let product: DemoProduct;
let source: ConnectedElement;
let target: ConnectedElement;
const CRON = "0 0 3 * * ?";

beforeAll(async () => {
  product = await aDemoProduct();
  source = await product.connect("demobeacon");
});
afterAll(() => product.close());
beforeEach(async () => {
  target = await product.connect("democrm");
});

type Options = { as?: AuthHeaders; cron?: string; headers?: Record<string, string> };
const start = (body: unknown, { as = source.as, cron, headers = {} }: Options = {}) =>
  product.send("POST /hubs/crm/bulk/workflows", body, {
    as,
    headers: { ...headers, ...(cron !== undefined && { "elements-schedule-request": cron }) },
  });
const into = (more: object = {}) => ({
  targetConfiguration: { token: target.token, path: "/hubs/crm/bulk/contacts", method: "POST", ...more },
});
const TEN = { query: "select * from contacts limit 10" };
const statusOf = async (id: string, { as } = source) =>
  (await product.send(`GET /bulk/${id}/status`, undefined, { as })).body;
const loader = async (query: string, as: AuthHeaders = product.as) =>
  (await product.send(`GET /bulkloader?${query}`, undefined, { as })).body;

/** Works until the job has ended. */
async function ended(id: string, of = source) {
  await expect
    .poll(
      async () => {
        await product.tick();
        return (await statusOf(id, of)).status;
      },
      { interval: 100 },
    )
    .not.toMatch(/CREATED|RUNNING/);
  return statusOf(id, of);
}

describe("a workflow", () => {
  test("uploads what it downloads, one transfer after the other", async () => {
    const { status, body } = await start([
      { ...TEN, ...into() },
      { objectName: "contacts", fields: ["id"] },
    ]);
    expect([status, body]).toEqual([200, { id: expect.any(String), status: "CREATED" }]);
    expect(await ended(body.id)).toMatchObject({ status: "COMPLETED", direction: "workflow" });
    const parts = await loader(`parentBulkLoaderId=${body.id}`);
    expect(
      parts.map(({ direction, recordsCount, instanceId }: Record<string, unknown>) => [
        direction,
        recordsCount,
        instanceId,
      ]),
    ).toEqual([
      ["download", expect.any(Number), source.id],
      ["upload", 10, target.id],
      ["download", 10, source.id],
    ]);
    expect(parts.every((part: Record<string, unknown>) => part.groupName === body.id)).toBe(true);
    expect((await loader("pageSize=1"))[0]).toMatchObject({ groupName: body.id, status: "COMPLETED" });
  });

  test("counts the rows that its uploads wrote and that were refused", async () => {
    const refused = {
      query: "select id from contacts limit 3",
      ...into({ metaData: { identifierFieldName: "absent" } }),
    };
    const { body } = await start([refused, { query: "select id from contacts limit 2" }]);
    const counts = { status: "COMPLETED", recordsCount: 2, recordsFailedCount: 3 };
    expect(await ended(body.id)).toMatchObject(counts);
    const listed = await loader(`jobId=${body.id}`);
    expect(listed.find((one: Record<string, unknown>) => one.id === body.id)).toMatchObject(counts);
  });

  test("counts the refused rows of an upload that failed", async () => {
    const { body } = await start([{ query: "select id from contacts limit 3", ...into() }]);
    const { pool } = product.app.db;
    const partsOf = () => loader(`parentBulkLoaderId=${body.id}`);
    const worked = async () => {
      await product.tick();
      return (await partsOf()).length;
    };
    await expect.poll(worked).toBe(2);
    const [{ id: upload }] = await partsOf();
    await pool.query(
      "update bulk_job set status = 'FAILED', records_count = 1, records_failed = 2, ended_at = now(), lease_owner = null, lease_until = null where id = $1",
      [upload],
    );
    expect(await ended(body.id)).toMatchObject({ status: "FAILED", recordsCount: 1, recordsFailedCount: 2 });
  });

  test("names the part that failed", async () => {
    const { body } = await start([{ query: "select * from contacts where name ~~ 1" }]);
    expect(body.message).toMatch(/^\[0\]\.query: expected one of/);
    const created = await start([{ query: "select * from nothing" }, TEN]);
    expect(await ended(created.body.id)).toMatchObject({
      status: "FAILED",
      message: expect.stringMatching(/^The download of nothing, bulk job \d+, has failed\. /),
    });
    expect(await loader(`parentBulkLoaderId=${created.body.id}`)).toHaveLength(1);
  });

  test("keeps the files of its parts while it is in progress, and never takes deleted ones for empty ones", async () => {
    const { sweepBulkFiles } = await import("../sweep-bulk-files.ts");
    const { pool } = product.app.db;
    const { body } = await start([{ ...TEN, ...into() }]);
    // The download starts when the workflow is worked on, and ends before its next turn.
    await product.tick();
    await product.tick();
    const [download] = await loader(`parentBulkLoaderId=${body.id}`);
    await expect.poll(() => statusOf(download.id)).toMatchObject({ status: "COMPLETED" });
    await pool.query("update bulk_job set ended_at = now() - interval '4 days' where id = $1", [download.id]);
    await sweepBulkFiles(product.app);
    const deletedAt = async () =>
      (await pool.query("select files_deleted_at from bulk_job where id = $1", [download.id])).rows[0].files_deleted_at;
    expect(await deletedAt()).toBeNull();
    await pool.query("update bulk_job set files_deleted_at = now() where id = $1", [download.id]);
    expect(await ended(body.id)).toMatchObject({
      status: "FAILED",
      message: `The file of bulk job ${download.id} was deleted before its rows were uploaded.`,
    });
  });

  test("is canceled with its parts", async () => {
    const { body } = await start([{ ...TEN, ...into() }]);
    await product.tick();
    const canceled = await product.send(`PUT /bulk/${body.id}/cancel`, undefined, { as: source.as });
    expect(canceled.body).toMatchObject({ status: "CANCELLED" });
    const parts = await loader(`parentBulkLoaderId=${body.id}`);
    expect(parts.map((part: Record<string, unknown>) => part.status)).not.toContain("RUNNING");
    expect(parts.map((part: Record<string, unknown>) => part.status)).not.toContain("CREATED");
  });
});

describe("a scheduled workflow", () => {
  const due = (id: string) =>
    product.app.db.pool.query(
      "update schedule set next_run_at = now() - interval '1 second' from bulk_job j where j.schedule_id = schedule.id and j.id = $1",
      [id],
    );
  const runsOf = (id: string) => loader(`parentBulkLoaderId=${id}`);

  test("runs when it is due, under the id that was given for it", async () => {
    const { body } = await start([{ ...TEN, ...into() }], { cron: CRON });
    expect(await statusOf(body.id)).toMatchObject({ status: "SCHEDULED" });
    const job = (await product.send("GET /jobs")).body[0];
    expect(job).toMatchObject({ name: `Bulk workflow ${body.id}`, schedule: CRON });
    await product.tick();
    expect(await runsOf(body.id)).toEqual([]);
    await due(body.id);
    await product.tick();
    const [run] = await runsOf(body.id);
    expect(await ended(run.id)).toMatchObject({ status: "COMPLETED" });
    expect((await loader(`jobId=${body.id}`))[0]).toMatchObject({ status: "COMPLETED", groupName: body.id });
    await product.send(`PUT /bulk/${body.id}/cancel`, undefined, { as: source.as });
    expect((await product.send("GET /jobs")).body).toEqual([]);
  });

  test("does not begin again while its last run is in progress", async () => {
    const { body } = await start([TEN], { cron: CRON });
    const run = await product.send(`POST /bulk/workflows/${body.id}/runs`);
    expect(run.status).toBe(200);
    expect(await product.send(`POST /bulk/workflows/${body.id}/runs`)).toMatchObject({
      status: 409,
      body: { message: `The last run of bulk workflow ${body.id} has not ended yet.` },
    });
    await ended(run.body.id);
    expect((await product.send(`POST /bulk/workflows/${body.id}/runs`)).status).toBe(200);
    await product.send(`PUT /bulk/${body.id}/cancel`, undefined, { as: source.as });
    expect((await runsOf(body.id)).map((one: Record<string, unknown>) => one.status)).toEqual([
      "CANCELLED",
      "COMPLETED",
    ]);
  });

  test("with a date continues from the beginning of the last run that completed", async () => {
    const dated = await product.connect("demobeacon", { "bulk.query.field_name": "updatedAt" });
    const { body } = await product.send("POST /bulk/query?q=select%20*%20from%20contacts&from=2020-01-01", undefined, {
      as: dated.as,
      headers: { "elements-schedule-request": CRON },
    });
    const fromOf = async () => {
      const { rows } = await product.app.db.pool.query(
        "select created_at, criteria->'transfers'->0->'query'->>'from' as since from bulk_job where parent_id = $1 order by id desc",
        [body.id],
      );
      return rows.map(({ since, created_at: at }) => ({ since, at: at.toISOString() }));
    };
    const first = await product.send(`POST /bulk/workflows/${body.id}/runs`);
    expect(await ended(first.body.id, dated)).toMatchObject({ status: "COMPLETED" });
    await product.send(`POST /bulk/workflows/${body.id}/runs`);
    const [second, one] = await fromOf();
    expect(one?.since).toBe("2020-01-01");
    expect(second?.since).toBe(one?.at);
    await product.send(`PUT /bulk/${body.id}/cancel`, undefined, { as: dated.as });
  });

  test("is started by version 3 of the download as well, which continues none", async () => {
    const download = (body: object) =>
      product.send("POST /bulk/download", body, { as: source.as, headers: { "elements-schedule-request": CRON } });
    const { body } = await download({ objectName: "contacts" });
    expect(body).toMatchObject({ jobStatus: "SCHEDULED", jobDirection: "WORKFLOW", objectName: "contacts" });
    expect(await download({ continueFromJobId: body.id })).toMatchObject({
      status: 400,
      body: { message: "continueFromJobId: a download that is scheduled continues none." },
    });
    await product.send(`PUT /bulk/${body.id}/cancel`, undefined, { as: source.as });
  });

  test.each(["source", "target"])("ends when it is due after its %s was deleted", async (side) => {
    const from = await product.connect("demobeacon");
    const { body } = await start([{ ...TEN, ...into() }], { as: from.as, cron: CRON });
    const gone = side === "source" ? from : target;
    await product.send(`DELETE /instances/${gone.id}`);
    await due(body.id);
    await product.tick();
    const [ended] = await loader(`jobId=${body.id}`);
    expect(ended).toMatchObject({
      ...{ id: body.id, status: "CANCELLED", message: `It ended because element instance ${gone.id} was deleted.` },
    });
    expect(await runsOf(body.id)).toEqual([]);
    expect((await product.send("GET /jobs")).body).toEqual([]);
  });

  test("ends with its schedule", async () => {
    const { body } = await start([TEN], { cron: CRON });
    const [job] = (await product.send("GET /jobs")).body;
    await product.send(`DELETE /jobs/${job.id}`);
    expect(await statusOf(body.id)).toMatchObject({ status: "CANCELLED" });
    expect((await product.send(`POST /bulk/workflows/${body.id}/runs`)).status).toBe(404);
  });
});

test.each<[string, (all: { token: string }) => unknown, RegExp]>([
  ["no transfer", () => [], /at least one transfer/],
  ["an object", () => TEN, /must be a list/],
  ["no object", () => [TEN, {}], /^\[1\]\.query: the query parameter is required/],
  ["a token of nobody", () => [{ ...TEN, ...into({ token: "nobody" }) }], /^\[0\]\.targetConfiguration\.token/],
  [
    "another path",
    () => [{ ...TEN, ...into({ path: "/hubs/documents/files" }) }],
    /targetConfiguration\.path: must be that of a bulk upload/,
  ],
  ["another method", () => [{ ...TEN, ...into({ method: "PUT" }) }], /targetConfiguration\.method: must be POST/],
  [
    "no target object",
    ({ token }) => [{ ...TEN, targetConfiguration: { token } }],
    /objectName: is required without path/,
  ],
  [
    "another action",
    () => [{ ...TEN, ...into({ metaData: { action: "delete" } }) }],
    /metaData\.action: must be "create"/,
  ],
  ["parameters", () => [{ ...TEN, ...into({ parameters: { path: "/x" } }) }], /parameters/],
  [
    "a message",
    () => [{ ...TEN, notificationConfiguration: { to: "a@b.test" } }],
    /notificationConfiguration: is not supported/,
  ],
])("%s is refused", async (_, bodyOf, message) => {
  const { status, body } = await start(bodyOf(target));
  expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
});

test("a cron that is none is refused, and nothing is left of it", async () => {
  const before = await loader("");
  expect(await start([TEN], { cron: "often" })).toMatchObject({ status: 400, body: { message: /cron/ } });
  expect(await loader("")).toEqual(before);
});

test("a schedule above the limit is refused, and nothing is left of it", async () => {
  const before = await loader("");
  const { env } = product.app;
  const limit = env.SCHEDULES_PER_ORGANIZATION;
  env.SCHEDULES_PER_ORGANIZATION = 0;
  const refused = await start([TEN], { cron: CRON });
  env.SCHEDULES_PER_ORGANIZATION = limit;
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining("at most 0 schedules") } });
  expect(await loader("")).toEqual(before);
});

test("others can neither use the token of an instance nor run or see a workflow", async () => {
  const other = await anOrganization(product.app);
  const theirs = await start([{ ...TEN, ...into() }], {
    as: { authorization: `User ${other.administrator.secret}, Element ${source.token}` },
  });
  expect(theirs.status).toBe(401);
  const { body } = await start([TEN], { cron: CRON });
  expect((await product.send(`POST /bulk/workflows/${body.id}/runs`, {}, { as: other.administrator })).status).toBe(
    404,
  );
  expect(await loader(`jobId=${body.id}`, other.administrator)).toEqual([]);
  expect((await product.send(`POST /bulk/workflows/${body.id}/runs`, {}, { as: product.viewer })).status).toBe(403);
  await product.send(`PUT /bulk/${body.id}/cancel`, undefined, { as: source.as });
});
