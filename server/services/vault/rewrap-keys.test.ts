import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createVault } from "#server/outside/vault.ts";
import { newTotpKey } from "#server/services/account/totp.ts";
import { totpIdentity } from "#server/services/account/totp-identity.ts";
import * as imports from "#server/store/element/element-imports.ts";
import * as sealedValues from "#server/store/encryption/sealed-values.ts";
import { STEPS } from "#server/store/retention/partitioned-tables.ts";
import { attachPartition } from "#server/store/retention/partitions.ts";
import { asElement } from "#server/testing/demo-product.ts";
import { anElement } from "#server/testing/elements.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { TEST_KEYS } from "#server/testing/worker-process.ts";
import { stepIdentity } from "../execution/large-values.ts";
import { sendMessage } from "../notification/send-message.ts";
import { rewrapKeys } from "./rewrap-keys.ts";
import { SEALED_COLUMNS, SEALED_ELSEWHERE, type SealedColumn } from "./sealed-columns.ts";

const NEW_KEY = `new:${Buffer.alloc(32, 7).toString("base64")}`;
const both = createVault(`${NEW_KEY},${TEST_KEYS}`);
const onlyNew = createVault(NEW_KEY);
let api: RunningApi;
let elementInstanceId: number;

beforeAll(async () => {
  api = await aRunningApi();
});
afterAll(() => api.close());

const send: RunningApi["fetch"] = (at, request = {}) => api.fetch(at, { as: api.as, ...request });
const post = async (at: string, body: object, headers = {}) => {
  const reply = await send(at, { method: "POST", body, headers });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};

const CALLBACK = "https://example.test/hook?token=12345678";

const WRITE = `for (let n = 0; n < 100; n++) console.log("x".repeat(1000));`;

/** The description that an element was imported from, with a default. */
async function keepImport(key: string) {
  const { id: elementId, organizationId } = await api.app.db.prisma.element.findFirstOrThrow({ where: { key } });
  const imported = { format: "openapi", sourceHash: new Uint8Array(32), authentication: null, importedAt: new Date() };
  const definition = { configuration: [{ key: "oauth.token", defaultValue: "imported" }] };
  await imports.save(api.app.db.prisma, api.app.vault, { organizationId, elementId }, { ...imported, definition });
}

async function runOnce({ id }: { id: string }) {
  await api.app.db.pool.query("update schedule set next_run_at = now() - interval '1 second' where id = $1", [id]);
  await api.tick();
}

/** Encrypts a value in every column. */
async function seal() {
  const secret = { key: "oauth.api.secret", name: "Secret", description: "", defaultValue: "shared" };
  const element = anElement({ configuration: [{ key: "company", name: "Company", description: "" }, secret] });
  await post("/elements", element);
  await keepImport(element.key);
  const instance = { name: "an instance", element: { key: element.key }, configuration: { company: "acme" } };
  const { id: instanceId, token } = await post("/instances", instance, { "idempotency-key": `key ${Math.random()}` });
  elementInstanceId = instanceId;
  const bulk = { method: "POST", as: asElement(api.as, token), headers: { "elements-async-callback-url": CALLBACK } };
  const job = await send("/bulk/query?q=select * from contacts", bulk);
  expect(job.status, job.text).toBe(200);
  const { id: draftId } = await post("/elements/drafts", { element });
  await post("/elements/test-authentications", {
    draftId,
    element,
    configuration: { company: "acme" },
    keepAs: "a test",
  });
  const { url } = await post(`/elements/drafts/${draftId}/webhook-captures`, {});
  await post(new URL(url).pathname.replace("/elements/api-v2", ""), { id: 7 });
  await post("/notifications/subscriptions", {
    channel: "webhook",
    topics: ["a"],
    config: { url: CALLBACK },
  });
  await runOnce(await post("/jobs", { name: "Nightly", uri: "/formulas", trigger: { cron: "0 0 3 * * ?" } }));
  const { formulaInstanceId } = await api.aRunnable(
    {
      name: "Keeps a secret",
      triggers: [{ type: "manual", onSuccess: ["long"] }],
      steps: [
        { name: "long", type: "script", properties: { body: "done('x'.repeat(100_000));" }, onSuccess: ["say"] },
        { name: "say", type: "script", properties: { body: `${WRITE} done({ length: config.key.length });` } },
      ],
      configuration: [{ key: "key", type: "value", secret: true }],
    },
    { configuration: { key: "s3cret" }, settings: { "notification.webhook.url": CALLBACK } },
  );
  const { id } = await api.run(formulaInstanceId, { text: "x".repeat(100_000) });
  await api.app.db.pool.query("update step_execution set sealed = $2 where execution_id = $1 and seq = 2", [
    id,
    api.app.vault.seal("outcome", stepIdentity(id, 2)),
  ]);
  const { id: userId, organizationId } = await api.app.db.prisma.user.findFirstOrThrow();
  const message = { to: CALLBACK, subject: "x", body: "x" };
  await sendMessage(api.app, { owner: { organizationId, accountId: 1 }, message });
  const totpSealed = api.app.vault.seal(newTotpKey(), totpIdentity({ organizationId, userId }));
  await api.app.db.prisma.user.update({ where: { id: userId }, data: { totpSealed } });
  return { formulaInstanceId, executionId: id };
}

async function valuesOf({ table, column, boundTo, identity }: SealedColumn) {
  const { rows } = await api.app.db.queries.query(
    `select ${[...boundTo, column].map((name) => `"${name}"`).join(", ")} from "${table}" where "${column}" <> ''`,
  );
  return rows.map((row) => ({ value: row[column] as string, identity: identity(row) }));
}

test("every call that seals is in the table of sealed columns", async () => {
  const root = path.join(import.meta.dirname, "../..");
  const files = (await readdir(root, { recursive: true })).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !/^(generated|testing)\//.test(file),
  );
  const calls = files.flatMap((file) => {
    const { length } = [...readFileSync(path.join(root, file), "utf8").matchAll(/\bvault\.seal\(/g)];
    return length > 0 && !Object.hasOwn(SEALED_ELSEWHERE, file) ? [[file, length] as const] : [];
  });
  const listed = new Map<string, number>();
  for (const { sealedIn } of SEALED_COLUMNS)
    for (const [file, count] of Object.entries(sealedIn)) listed.set(file, (listed.get(file) ?? 0) + count);
  expect(Object.fromEntries(calls)).toEqual(Object.fromEntries(listed));
});

test("everything sealed goes under the newest key, and opens by it alone", async () => {
  const { formulaInstanceId, executionId } = await seal();
  const before = await Promise.all(SEALED_COLUMNS.map(valuesOf));
  for (const [at, values] of before.entries()) {
    const { table, column } = SEALED_COLUMNS[at] as SealedColumn;
    expect(values.length, `${table}.${column}`).toBeGreaterThan(0);
  }
  const texts = before.map((values) => values.map(({ value, identity }) => api.app.vault.open(value, identity)).sort());

  const uses = await rewrapKeys(api.app.db, both);
  const after = await Promise.all(SEALED_COLUMNS.map(valuesOf));
  expect(after.map((values) => values.map(({ value, identity }) => onlyNew.open(value, identity)).sort())).toEqual(
    texts,
  );
  expect(uses).toEqual([{ kid: "new", values: after.flat().length }]);

  Object.assign(api.app.vault, onlyNew);
  expect(await api.run(formulaInstanceId)).toMatchObject({ status: "success", result: { length: 6 } });
  const [, long] = await api.stepsOf(executionId);
  expect(long?.values).toEqual({ result: "x".repeat(100_000) });
  expect((await send(`/instances/${elementInstanceId}`)).body.configuration.company).toBe("acme");
  Object.assign(api.app.vault, createVault(TEST_KEYS));
});

test("keeps concurrent writes, also with two at a time; a second run leaves nothing", async () => {
  Object.assign(api.app.vault, createVault(`${TEST_KEYS},${NEW_KEY}`));
  await Promise.all([seal(), seal(), seal()]);
  const at = `/instances/${elementInstanceId}`;
  let isDone = false;
  let last = "";
  const writing = (async () => {
    for (let count = 0; !isDone || count < 5; count++) {
      last = `written ${count}`;
      const { status, text } = await send(at, { method: "PATCH", body: { configuration: { company: last } } });
      expect(status, text).toBe(200);
    }
  })();
  await Promise.all([rewrapKeys(api.app.db, both), rewrapKeys(api.app.db, both)]);
  isDone = true;
  await writing;
  expect((await send(at)).body.configuration.company).toBe(last);
  expect(await rewrapKeys(api.app.db, both)).toEqual([{ kid: "new", values: expect.any(Number) }]);
  expect((await send(at)).body.configuration.company).toBe(last);
});

test("rows at the same place of several partitions are all rewrapped", async () => {
  const { pool } = api.app.db;
  const old = createVault(TEST_KEYS);
  const executions = [0, 1, 2].map((n) => 10_000_000 + n * 100);
  for (const from of executions) {
    await attachPartition(pool, STEPS, { from, to: from + 100 });
    const sealed = Array.from({ length: 400 }, (_, seq) => old.seal("outcome", stepIdentity(from, seq)));
    await pool.query(
      `insert into step_execution (organization_id, execution_id, seq, attempt, step_name, step_type, engine, status, took, sealed)
       select 1, $1, n - 1, 1, 's', 'script', 'v3', 'success', 'onSuccess', sealed
       from unnest($2::text[]) with ordinality as value(sealed, n)`,
      [from, sealed],
    );
  }
  await rewrapKeys(api.app.db, both);
  const { rows } = await pool.query(
    "select execution_id::int as id, seq, sealed from step_execution where execution_id = any($1)",
    [executions],
  );
  expect(rows).toHaveLength(1200);
  for (const { id, seq, sealed } of rows) expect(onlyNew.open(sealed, stepIdentity(id, seq))).toBe("outcome");
});

test("a value that changed after it was read is not written over", async () => {
  Object.assign(api.app.vault, createVault(`${TEST_KEYS},${NEW_KEY}`));
  await seal();
  const { queries } = api.app.db;
  const column = SEALED_COLUMNS.find(({ table, column }) => `${table}.${column}` === "subscription.credentials");
  const all = { newestKey: "new", after: sealedValues.BEFORE_ALL, limit: 500 };
  const [read] = await sealedValues.listOfOtherKeys(queries, column as SealedColumn, all);
  expect(read).toBeDefined();
  await queries.query("update subscription set credentials = 'v1.test.another' where ctid = $1::tid", [read?.place]);
  const change = { place: read?.place ?? "", from: read?.value ?? "", to: "v1.new.stale" };
  expect(await sealedValues.replace(queries, column as SealedColumn, [change])).toBe(0);
  await queries.query("delete from subscription where credentials = 'v1.test.another'");
});

test("a value that was moved to another row, or whose key is lost, stays and is counted", async () => {
  Object.assign(api.app.vault, createVault(`${TEST_KEYS},${NEW_KEY}`));
  const [one, other] = [await seal(), await seal()];
  await api.app.db.queries.query(
    `update formula_instance set secret_values = (select secret_values from formula_instance where id = $1) where id = $2`,
    [one.formulaInstanceId, other.formulaInstanceId],
  );
  const unreadable: Record<string, number> = {};
  const uses = await rewrapKeys(api.app.db, both, (done) => {
    if (done.unreadable > 0) unreadable[done.column] = done.unreadable;
  });
  expect(unreadable).toEqual({ "formula_instance.secret_values": 1 });
  expect(uses).toContainEqual({ kid: "test", values: 1 });
  const lost = await rewrapKeys(api.app.db, createVault(`newest:${Buffer.alloc(32, 8).toString("base64")}`));
  expect(lost.find(({ kid }) => kid === "newest")).toEqual({ kid: "newest", values: 0 });
});
