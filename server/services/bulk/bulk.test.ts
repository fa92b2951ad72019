import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { KEY_SCOPES } from "#server/account/api-key-scopes.ts";
import { asElement } from "#server/testing/demo-product.ts";
import { anElement } from "#server/testing/elements.ts";
import { anOrganization } from "#server/testing/organizations.ts";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";

type Row = Record<string, unknown>;

let api: RunningApi;
let provider: AProvider;
let element: { authorization: string };
let rows: Row[];
/** Responds to a request instead of the list, if it returns a status. */
let interfere: (line: string, body: string) => { status: number; headers?: Record<string, string> } | undefined;

/** Headers by which the provider says how many rows there are. */
let totals: Record<string, string> = {};

const query = (name: string, vendorName = name) => ({
  ...{ name, vendorName, type: "query", vendorType: "query", dataType: "string" },
});
const contacts = { path: "/contacts", vendorPath: "/contacts" };
const body = { name: "body", vendorName: "body", type: "body", vendorType: "body" };

beforeAll(async () => {
  api = await aRunningApi();
  provider = await aProvider((request, response) => {
    const { searchParams, pathname } = new URL(request.url ?? "", "http://provider");
    const sent = provider.requests.at(-1)?.body ?? "";
    const other = interfere(`${request.method} ${pathname}?${searchParams}`, sent);
    if (other) {
      response.writeHead(other.status, { "content-type": "application/json", ...other.headers });
      return response.end(JSON.stringify({ error: "no" }));
    }
    response.writeHead(200, { "content-type": "application/json", ...totals });
    if (request.method !== "GET") {
      rows.push(JSON.parse(sent) as Row);
      return response.end(sent);
    }
    const [page, size] = [Number(searchParams.get("page") ?? 1), 50];
    const email = searchParams.get("email");
    const found = email === null ? rows : rows.filter((row) => row.email === email);
    return response.end(JSON.stringify(found.slice((page - 1) * size, page * size)));
  });
  const where = { ...query("where", ""), converter: "toQueryParameters" };
  const created = await api.fetch("/elements", {
    as: api.as,
    method: "POST",
    body: anElement({
      configuration: [
        { key: "base.url", name: "base", description: "base", defaultValue: provider.url },
        { key: "pagination.max", name: "max", description: "max", defaultValue: "50" },
      ],
      resources: [
        { ...contacts, method: "GET", parameters: [query("page"), query("pageSize", "per_page"), where] },
        { ...contacts, method: "POST", parameters: [body] },
        {
          ...{ path: "/people", vendorPath: "/contacts", method: "GET" },
          parameters: [query("page"), query("pageSize", "per_page"), query("fields")],
        },
        {
          ...{ method: "PATCH", path: "/contacts/{id}", vendorPath: "/contacts/{id}" },
          parameters: [body, { name: "id", vendorName: "id", type: "path", vendorType: "path" }],
        },
      ],
      objects: [
        {
          name: "contacts",
          queryDateName: "createdDate",
          queryDateOperator: "=",
          queryDateFormat: "yyyy-MM-dd'T'HH:mm:ssXXX",
        },
        { name: "people", queryDateName: "createdDate" },
        { name: "secrets", bulkDownloadEnabled: false, bulkUploadEnabled: false },
      ],
    }),
  });
  const instance = await api.fetch("/instances", {
    as: api.as,
    method: "POST",
    body: { name: "bulk", element: { id: created.body.id } },
  });
  element = asElement(api.as, instance.body.token);
});
afterAll(async () => {
  await api.close();
  await provider.close();
});
beforeEach(() => {
  rows = Array.from({ length: 120 }, (_, at) => ({ id: at + 1, name: `n${at + 1}` }));
  interfere = () => undefined;
  totals = {};
  provider.requests.length = 0;
});

const get = (path: string, headers: Record<string, string> = {}, as = element) => api.fetch(path, { as, headers });
const post = (path: string, as = element) => api.fetch(path, { as, method: "POST" });
const idOf = async (q: string, more = ""): Promise<string> => {
  const reply = await post(`/hubs/crm/bulk/query?q=${encodeURIComponent(q)}${more}`);
  expect(reply).toMatchObject({ status: 200, body: { status: "CREATED" } });
  return reply.body.id;
};
const upload = (file: string, metaData: object | string, objectName = "contacts") => {
  const form = `--x\r\ncontent-disposition: form-data; name="metaData"\r\n\r\n${typeof metaData === "string" ? metaData : JSON.stringify(metaData)}\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="f"\r\ncontent-type: application/octet-stream\r\n\r\n${file}\r\n--x--\r\n`;
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  return api.fetch(`/bulk/${objectName}`, { as: element, method: "POST", body: form, headers });
};
const statusOf = async (id: string) => (await get(`/bulk/${id}/status`)).body;

test("spec §2.9 bulk: a download reads all pages into one file", async () => {
  const id = await idOf("select * from contacts");
  expect(await statusOf(id)).toMatchObject({ status: "CREATED" });
  expect((await get(`/bulk/${id}/contacts`)).status).toBe(409);
  await api.tick();
  expect(await statusOf(id)).toMatchObject({ status: "COMPLETED", recordsCount: 120, recordsFailedCount: 0 });
  const { text } = await get(`/bulk/${id}/contacts`, { accept: "application/json" });
  expect(
    text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual(rows);
});

test("J02: a download as CSV has no cell that a spreadsheet would execute, unless a program asks for them", async () => {
  rows[1] = { id: 2, name: "=cmd()", address: { city: 'a "b"' }, tags: [1] };
  const id = await idOf("select * from contacts");
  await api.tick();
  const lines = await api.fetch(`/hubs/crm/bulk/${id}/contacts`, {
    as: element,
    headers: { accept: "text/csv;q=0.1,*/*" },
  });
  expect(lines.headers.get("content-type")).toBe("text/csv");
  expect(lines.text.split("\n").slice(0, 3)).toEqual([
    "id,name,address.city,tags",
    "1,n1,,",
    `2,'=cmd(),"a ""b""",[1]`,
  ]);
  const raw = await api.app.db.pool.query("select count(*)::int as count from bulk_segment where job_id = $1", [id]);
  expect(raw.rows[0].count).toBe(1);
  const machine = await get(`/bulk/${id}/contacts?escapeFormulas=false`, { accept: "text/csv" });
  expect(machine.text).toContain("2,=cmd(),");
  expect((await get(`/bulk/${id}/contacts`, { accept: "image/png" })).status).toBe(406);
  expect((await get(`/bulk/${id}/others`)).status).toBe(404);
});

test("the file of a download without rows can be uploaded, as a formula that streams it does", async () => {
  const { status, body } = await upload("", { format: "json" });
  expect(status).toBe(200);
  await api.tick();
  expect(await get(`/bulk/${body.id}/status`)).toMatchObject({ body: { status: "COMPLETED", recordsCount: 0 } });
});

test("JSON lines are what the pages had, or texts on request", async () => {
  rows.length = 1;
  const id = await idOf("select id from contacts");
  await api.tick();
  const native = await get(`/bulk/${id}/contacts`, { accept: "application/json" });
  expect(native.headers.get("content-type")).toContain("application/json");
  expect(native.text).toBe('{"id":1}\n');
  const json = encodeURIComponent('{"convertToNativeType":"false"}');
  expect((await get(`/bulk/${id}/contacts?json=${json}`, { accept: "application/json" })).text).toBe('{"id":"1"}\n');
});

test("limit and offset cut the rows", async () => {
  const id = await idOf("select id from contacts limit 60 offset 10");
  await api.tick();
  expect(await statusOf(id)).toMatchObject({ status: "COMPLETED", recordsCount: 60 });
});

test("from is compared as the object has its date", async () => {
  const id = await idOf("select * from contacts", "&from=2017-05-24T18:31:01.000Z");
  await api.tick();
  expect(await statusOf(id)).toMatchObject({ status: "COMPLETED" });
  expect(decodeURIComponent(provider.requests[0]?.url ?? "")).toContain("createdDate=2017-05-24T18:31:01Z");
  const other = await post(`/bulk/query?q=${encodeURIComponent("select * from others")}&from=2017-05-24`);
  expect(other).toMatchObject({ status: 400, body: { message: expect.stringMatching(/^from: others has no date/) } });
});

test("a rate limit is waited for, and no row is lost or doubled", async () => {
  let limits = 1;
  interfere = (line) =>
    line.includes("page=2") && limits-- > 0 ? { status: 429, headers: { "retry-after": "30" } } : undefined;
  const id = await idOf("select * from contacts");
  await api.tick();
  expect(await statusOf(id)).toMatchObject({
    status: "RUNNING",
    recordsCount: 50,
    message: expect.stringMatching(/^Waiting/),
  });
  api.app.state.circuits.clear();
  await api.app.db.pool.query("update bulk_job set due_at = now() where id = $1", [id]);
  await api.tick();
  const status = await statusOf(id);
  expect(status).toMatchObject({ status: "COMPLETED", recordsCount: 120 });
  expect(Object.values(status)).not.toContain(null);
  const { text } = await get(`/bulk/${id}/contacts`, { accept: "text/csv" });
  expect(text).toBe(`id,name
${rows
  .map(
    (row) => `${row.id},${row.name}
`,
  )
  .join("")}`);
});

test("a worker that dies between the last page and the end repeats no row", async () => {
  const id = await idOf("select * from contacts");
  await api.tick();
  await api.app.db.pool.query("update bulk_job set status = 'RUNNING', ended_at = null, due_at = now() where id = $1", [
    id,
  ]);
  await api.tick();
  expect(await statusOf(id)).toMatchObject({ status: "COMPLETED", recordsCount: 120 });
});

test("a refusal of the provider ends the job with its reason, and another job continues after the saved page", async () => {
  let refused = 1;
  interfere = (line) => (line.includes("page=2") && refused-- > 0 ? { status: 403 } : undefined);
  const id = await idOf("select * from contacts");
  await api.tick();
  expect(await statusOf(id)).toMatchObject({
    status: "FAILED",
    recordsCount: 50,
    message: expect.stringMatching(/forbids/),
  });
  const rest = await post(`/bulk/query?continueFromJobId=${id}`);
  expect(rest.status).toBe(200);
  await api.tick();
  expect(await statusOf(rest.body.id)).toMatchObject({ status: "COMPLETED", recordsCount: 70 });
});

test("a job is canceled, and a worker that holds it cannot write any more", async () => {
  const id = await idOf("select * from contacts");
  interfere = (line) => {
    if (line.includes("page=2")) void api.fetch(`/bulk/${id}/cancel`, { as: element, method: "PUT" });
    return undefined;
  };
  expect((await api.fetch(`/bulk/${id}/cancel`, { as: element, method: "PUT" })).body.status).toBe("CANCELLED");
  await api.tick();
  expect(provider.requests).toEqual([]);
  expect(await statusOf(id)).toMatchObject({ status: "CANCELLED", recordsCount: 0 });
});

test("J01: an upload writes each row once, whatever the newlines, and lists the rows that were refused", async () => {
  rows = [];
  interfere = (_, sent) => (sent.includes("bad") ? { status: 400 } : undefined);
  const file = `\uFEFFid,address.city\r\n1,Bern\r\n2,bad\n3,"a, b"\n4,x,y\n5,${"z\0"}\n`;
  const created = await upload(file, { format: "csv" });
  expect(created).toMatchObject({ status: 200, body: { status: "CREATED" } });
  await api.tick();
  expect(await statusOf(created.body.id)).toMatchObject({
    status: "COMPLETED",
    recordsCount: 2,
    recordsFailedCount: 3,
  });
  expect(rows.toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1))).toEqual([
    { id: "1", address: { city: "Bern" } },
    { id: "3", address: { city: "a, b" } },
  ]);
  expect(new Set(provider.requests.map(({ headers }) => headers["idempotency-key"]))).toHaveLength(3);
  const errors = await get(`/bulk/${created.body.id}/errors?pageSize=2`);
  expect(errors.headers.get("elements-returned-count")).toBe("2");
  expect(errors.body.map(({ row }: { row: number }) => row)).toEqual([2, 4]);
  const last = await get(
    `/bulk/${created.body.id}/errors?pageSize=2&nextPage=${errors.headers.get("elements-next-page-token")}`,
  );
  expect(last.body).toMatchObject([{ row: 5, message: expect.stringContaining("NUL") }]);
  expect(last.headers.get("elements-next-page-token")).toBeNull();
});

describe("a download of a list that the provider can neither filter nor sort", () => {
  test.each([
    ["conditions", "select id from people where name in ('n2','n60','n120') and id > 2", "", [60, 120]],
    ["conditions and a limit", "select id from people where id > 60 limit 2 offset 1", "", [62, 63]],
    ["no matching rows on the first pages", "select id from people where id = 120", "", [120]],
    ["a period", "select id from people", "&from=2026-01-31T00:00:00Z&to=2026-02-01T12:00:00Z", [31, 32]],
  ])("has the rows of %s", async (_, q, period, ids) => {
    rows = rows.map((row) => ({ ...row, createdDate: new Date(Date.UTC(2026, 0, Number(row.id))).toISOString() }));
    const id = await idOf(q, period);
    await api.tick();
    const { text } = await get(`/bulk/${id}/people`, { accept: "application/json" });
    expect(text.trim().split("\n")).toEqual(ids.map((one) => JSON.stringify({ id: one })));
  });

  test("is refused with an order", async () => {
    const { status, body } = await post(`/bulk/query?q=${encodeURIComponent("select * from people order by name")}`);
    expect([status, body.message]).toEqual([400, expect.stringMatching(/^q: the provider does not sort people/)]);
  });
});

describe("how many rows a download will have", () => {
  const expectedOf = async (q: string, headers: Record<string, string>) => {
    let isFirst = true;
    interfere = () => {
      // The job fails at its second page, so that its expectation is seen.
      if (!isFirst) return { status: 400 };
      isFirst = false;
      return undefined;
    };
    totals = headers;
    const id = await idOf(q);
    await api.tick();
    const { rows: found } = await api.app.db.pool.query(
      "select records_expected as expected from bulk_job where id = $1",
      [id],
    );
    return found[0].expected;
  };

  test.each<[string, string, Record<string, string>, number | null]>([
    ["is what the provider says", "select * from contacts", { "x-total-count": "120" }, 120],
    ["is limited", "select * from contacts limit 70", { "x-total-count": "120" }, 70],
    [
      "is without those before the offset",
      "select * from contacts limit 100 offset 40",
      { "x-total-count": "120" },
      80,
    ],
    ["is unknown where the provider does not say it", "select * from contacts", {}, null],
  ])("%s", async (_, q, headers, expected) => expect(await expectedOf(q, headers)).toBe(expected));
});

test.each([
  ["csv", "name\na\nb\n", 2],
  ["csv", "name\na\nb", 2],
  ["csv", "name\n", 0],
  ["json", '{"n":1}\n{"n":2}\n', 2],
  ["json", '{"n":1}\n{"n":2}', 2],
])(
  "an upload of %s expects the rows of its file, whether or not it ends with a newline: %j",
  async (format, file, expected) => {
    const { body } = await upload(file, { format });
    const { rows: found } = await api.app.db.pool.query(
      "select records_expected as expected from bulk_job where id = $1",
      [body.id],
    );
    expect(found).toEqual([{ expected }]);
    await api.tick();
  },
);

test("a download of a common resource has its fields", async () => {
  const fields = [{ path: "number", type: "string", vendorPath: "id", vendorType: "integer" }];
  const path = "/instances/transformations/customers";
  const saved = await api.fetch(path, { as: element, method: "POST", body: { vendorName: "contacts", fields } });
  expect(saved.status, saved.text).toBe(200);
  const id = await idOf("select * from customers");
  await api.tick();
  const lines = (await get(`/bulk/${id}/customers`, { accept: "application/json" })).text.trim().split("\n");
  expect([lines.length, lines[0]]).toEqual([120, '{"number":"1"}']);
  expect(provider.requests[0]?.url).toContain("per_page=50");
});

test("the callback receives the final status, and only of jobs that name one", async () => {
  const received: string[] = [];
  interfere = (line, sent) => {
    if (!line.startsWith("POST /done")) return undefined;
    received.push(sent);
    return { status: 200 };
  };
  const headers = { "elements-async-callback-url": `${provider.url}/done` };
  const { body } = await api.fetch(`/bulk/query?q=${encodeURIComponent("select * from contacts")}`, {
    as: element,
    method: "POST",
    headers,
  });
  await api.tick();
  await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 25_000 });
  expect(JSON.parse(received[0] ?? "")).toMatchObject({ id: body.id, status: "COMPLETED", recordsCount: 120 });
});

test("the callback starts a formula instance, with the final status as its input, once", async () => {
  const { formulaInstanceId } = await api.aRunnable({
    name: "after bulk",
    triggers: [{ type: "manual", onSuccess: ["keep"] }],
    steps: [{ name: "keep", type: "script", properties: { body: "done(trigger.args);" } }],
  });
  const callback = (path: string) => ({ "elements-async-callback-url": path });
  const start = (headers: Record<string, string>) =>
    api.fetch("/bulk/query?q=select%20*%20from%20contacts", { as: element, method: "POST", headers });
  expect(await start(callback("/formulas/instances/999999/executions"))).toMatchObject({
    status: 400,
    body: { message: "elements-async-callback-url: there is no formula instance 999999." },
  });
  expect((await start(callback("/instances"))).status).toBe(400);
  const { body } = await start(callback(`/formulas/instances/${formulaInstanceId}/executions`));
  await api.tick();
  const executions = async () =>
    (await api.fetch(`/formulas/instances/${formulaInstanceId}/executions`, { as: api.as })).body;
  await expect.poll(async () => (await executions())[0]?.status).toBe("success");
  const [execution, ...others] = await executions();
  expect(others).toEqual([]);
  const [step] = await api.stepsOf(execution.id);
  expect(step?.values).toMatchObject({ id: body.id, status: "COMPLETED", recordsCount: "120" });
});

test("an API key that may start no formulas names none as the callback", async () => {
  const { formulaInstanceId } = await api.aRunnable({
    name: "after bulk",
    triggers: [{ type: "manual", onSuccess: ["keep"] }],
    steps: [{ name: "keep", type: "script", properties: { body: "done(1);" } }],
  });
  const start = async (scopes: string[]) => {
    const { body: made } = await api.fetch("/api-keys", { as: api.as, method: "POST", body: { name: "bulk", scopes } });
    const authorization = element.authorization.replace(/User [^,]+/, `User ${made.key}`);
    const headers = { "elements-async-callback-url": `/formulas/instances/${formulaInstanceId}/executions` };
    return api.fetch("/bulk/query?q=select%20*%20from%20contacts", { as: { authorization }, method: "POST", headers });
  };
  const others = KEY_SCOPES.filter((scope) => scope !== "formulas:write");
  expect(await start(others)).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining("formulas:write") },
  });
  expect((await start([...others, "formulas:write"])).status).toBe(200);
});

test("with an identifier an upload updates what it finds", async () => {
  rows = [{ id: "7", email: "a@x.test" }];
  const created = await upload('{"email":"a@x.test","n":1}\n{"email":"b@x.test"}\nnonsense\n', {
    ...{ format: "json", identifierFieldName: "email" },
  });
  await api.tick();
  expect(await statusOf(created.body.id)).toMatchObject({
    status: "COMPLETED",
    recordsCount: 2,
    recordsFailedCount: 1,
  });
  const written = provider.requests
    .filter(({ method }) => method !== "GET")
    .map(({ method, url }) => `${method} ${url}`);
  expect(written.toSorted()).toEqual(["PATCH /contacts/7", "POST /contacts"]);
});

test("with an identifier an upload updates what it finds by the fields of a common resource", async () => {
  const texts = { type: "string", vendorType: "string" };
  const fields = [
    { ...texts, path: "number", vendorPath: "id" },
    { ...texts, path: "mail", vendorPath: "email" },
  ];
  const saved = await api.fetch("/instances/transformations/people", {
    ...{ as: element, method: "POST", body: { vendorName: "contacts", fields } },
  });
  expect(saved.status, saved.text).toBe(200);
  rows = [{ id: "7", email: "a@x.test" }];
  const created = await upload("mail\na@x.test\nb@x.test\n", { format: "csv", identifierFieldName: "mail" }, "people");
  await api.tick();
  expect(await statusOf(created.body.id)).toMatchObject({
    status: "COMPLETED",
    recordsCount: 2,
    recordsFailedCount: 0,
  });
  const written = provider.requests.flatMap(({ method, url }) => (method === "GET" ? [] : [`${method} ${url}`]));
  expect(written.toSorted()).toEqual(["PATCH /contacts/7", "POST /contacts"]);
});

test("a workbook is refused, and nothing of it is kept", async () => {
  expect(await upload("PK\x03\x04 and so on", { format: "csv" })).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/^file: must be CSV or JSON lines, but it is an Excel workbook/) },
  });
});

test.each(["a,a\n1,2", "__proto__\n1", 'a\n"never ends\n1'])(
  "J01: an upload of %j fails with the reason",
  async (file) => {
    const created = await upload(file, { format: "csv" });
    await api.tick();
    expect(await statusOf(created.body.id)).toMatchObject({ status: "FAILED", message: expect.any(String) });
    expect(provider.requests).toEqual([]);
  },
);

test("switched off objects, viewers and strangers are refused", async () => {
  expect((await post("/bulk/query?q=select%20*%20from%20secrets")).status).toBe(400);
  const id = await idOf("select * from contacts");
  const instance = element.authorization.split(",")[1];
  const viewer = { authorization: `${api.viewer.authorization.split(",")[0]},${instance}` };
  expect((await api.fetch(`/bulk/${id}/cancel`, { as: viewer, method: "PUT" })).status).toBe(403);
  const other = await anOrganization(api.app);
  expect(
    (await get(`/bulk/${id}/status`, {}, { authorization: `User ${other.administrator.secret},${instance}` })).status,
  ).toBe(401);
  expect((await api.fetch("/bulkloader", { as: other.administrator })).body).toEqual([]);
  expect((await api.fetch("/bulkloader", { as: api.as })).body[0]).toMatchObject({ id, groupName: id });
  await api.tick();
});

test("files are encrypted, and deleted after three days", async () => {
  const id = await idOf("select * from contacts");
  await api.tick();
  await api.app.db.pool.query("update bulk_job set ended_at = now() - interval '4 days' where id = $1", [id]);
  const { sweepBulkFiles } = await import("./sweep-bulk-files.ts");
  await sweepBulkFiles(api.app);
  expect(await get(`/bulk/${id}/contacts`, { accept: "application/json" })).toMatchObject({ status: 404 });
});

describe("the metadata of an upload", () => {
  test.each<[object, RegExp]>([
    [{ action: "delete", identifierFieldName: "id" }, /^action: must be "create" or "upsert"/],
    [{ action: "upsert" }, /^identifierFieldName: is required with the action upsert/],
    [{ action: "create", identifierFieldName: "id" }, /^action: must be upsert with an identifierFieldName/],
    [{ identifierfieldname: "id" }, /must not have the field "identifierfieldname"/],
  ])("metadata that asks for another way of writing is refused: %o", async (metaData, message) => {
    const before = (await get("/bulkloader", {}, api.as)).body;
    const { status, body } = await upload('{"id":1}', metaData);
    expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
    expect((await get("/bulkloader", {}, api.as)).body).toEqual(before);
  });

  test.each([
    ["metaData", () => upload('{"id":1}', "not json")],
    ["json", () => get("/bulk/1/contacts?json=zz")],
  ])("%s that is not JSON is named", async (name, send) => {
    const { status, body } = await send();
    expect([status, body.message]).toEqual([400, expect.stringMatching(new RegExp(`^${name}: is not valid JSON`))]);
  });

  test("an upsert that is named is one, and a name of the batch changes nothing", async () => {
    const { body } = await upload('{"id":1}', { action: "upsert", identifierFieldName: "email", batchId: "mine" });
    expect(body).toMatchObject({ status: "CREATED" });
    expect((await upload('{"id":1}', { action: "create", path: "/contacts" })).status).toBe(200);
    for (let job = 0; job < 2; job++) await api.tick();
  });
});
