import { afterAll, beforeAll, expect, test } from "vitest";
import * as imports from "#server/store/element/element-imports.ts";
import { DEFINITION_TABLES, type DefinitionTable, openedDefinition } from "#server/store/element/secret-defaults.ts";
import { anElement } from "#server/testing/elements.ts";
import { columnsWith } from "#server/testing/find-in-database.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { sealEarlier } from "./seal-earlier.ts";

const SECRET = "marker-0123456789-secret-default";
let api: RunningApi;
beforeAll(async () => {
  api = await aRunningApi();
});
afterAll(() => api.close());

async function send(method: string, at: string, body?: object) {
  const reply = await api.fetch(at, { as: api.as, method, body });
  expect(reply.status, `${method} ${at}: ${reply.text}`).toBe(200);
  return reply.body;
}

async function upload(at: string, name: string, file: string, options: object) {
  const form = new FormData();
  form.set("options", JSON.stringify(options));
  form.set("file", new Blob([file]), name);
  const request = new Response(form);
  const reply = await api.fetch(at, {
    as: api.as,
    method: "POST",
    headers: { "content-type": request.headers.get("content-type") ?? "" },
    body: new Uint8Array(await request.arrayBuffer()),
  });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

const entry = (key: string, defaultValue: string, type = "PASSWORD") => ({
  ...{ key, name: key, description: key, type, defaultValue },
});
const secretEntries = (secret = SECRET) => [
  entry("base.url", "https://provider.test", "TEXT_FIELD_1000"),
  entry("oauth.api.secret", secret, "TEXT_FIELD_1000"),
  entry("sharedKey", `${secret}-2`),
];
const withSecrets = (fields: object = {}) => anElement({ configuration: secretEntries(), ...fields });
const secretsIn = ({ configuration }: { configuration: { key: string; defaultValue?: string }[] }) =>
  configuration.flatMap(({ key, defaultValue }) => (defaultValue?.startsWith("marker-") ? [[key, defaultValue]] : []));
const BOTH = [
  ["oauth.api.secret", SECRET],
  ["sharedKey", `${SECRET}-2`],
];

/** Each place in which an author can give a secret as a default, and what shows it to them again. */
const PLACES: Record<string, () => Promise<unknown>> = {
  async "POST /elements"() {
    const created = await send("POST", "/elements", withSecrets());
    expect(secretsIn(created)).toEqual(BOTH);
    expect(secretsIn(await send("GET", `/elements/${created.key}`))).toEqual(BOTH);
  },
  async "PUT /elements/{key}"() {
    const element = anElement();
    await send("PUT", `/elements/${element.key}`, { ...element, configuration: secretEntries() });
    await send("PUT", `/elements/${element.key}`, { ...element, configuration: secretEntries(), name: "Renamed" });
    expect(secretsIn(await send("GET", `/elements/${element.key}`))).toEqual(BOTH);
  },
  async "single entries"() {
    const { key } = await send("POST", "/elements", anElement({ configuration: secretEntries().slice(0, 1) }));
    await send("POST", `/elements/${key}/configuration`, entry("sharedKey", SECRET));
    await send("PUT", `/elements/${key}/configuration/sharedKey`, entry("sharedKey", `${SECRET}-2`));
    const shown = await send("GET", `/elements/${key}/configuration`);
    expect(secretsIn(shown)).toEqual([["sharedKey", `${SECRET}-2`]]);
  },
  async "drafts of the builder"() {
    const element = withSecrets();
    const unfinished = { ...element, configuration: [...secretEntries(), { defaultValue: `${SECRET}-3` }, null, 7] };
    const draft = await send("POST", "/elements/drafts", { element: unfinished });
    expect(draft.element).toEqual(unfinished);
    const changed = await send("PUT", `/elements/drafts/${draft.id}`, { version: draft.version, element });
    expect(changed.element).toEqual(element);
    expect((await send("GET", `/elements/drafts/${draft.id}`)).element).toEqual(element);
  },
  async "the publication and the restoration of a revision"() {
    const { key, id } = await send("POST", "/elements", withSecrets());
    await send("PUT", `/elements/${key}`, { ...withSecrets(), key, configuration: secretEntries(`${SECRET}-new`) });
    await send("POST", `/elements/${key}/revisions/1/restore`, { basedOn: 2 });
    expect(secretsIn(await send("GET", `/elements/${id}`))).toEqual(BOTH);
    for (const revision of [1, 3])
      expect(secretsIn((await send("GET", `/elements/${key}/revisions/${revision}`)).element)).toEqual(BOTH);
    const draft = await send("POST", `/elements/${key}/revisions/2/draft`, { basedOn: 3 });
    expect(secretsIn(draft.element)).toHaveLength(2);
    const same = await send("GET", `/elements/${key}/revisions/1/comparison?with=3`);
    expect(same.changes).toEqual([]);
  },
  async "a clone"() {
    const { key } = await send("POST", "/elements", withSecrets());
    const cloned = await send("POST", `/elements/${key}/clone`);
    expect(secretsIn(cloned)).toEqual([["sharedKey", `${SECRET}-2`]]);
  },
  async "the import of a description"() {
    const description = {
      openapi: "3.0.0",
      info: { title: "Weather" },
      servers: [{ url: "https://weather.test/{oauth.token}", variables: { "oauth.token": { default: SECRET } } }],
      paths: { "/winds": { get: { summary: "Winds", responses: { 200: { description: "ok" } } } } },
    };
    const file = JSON.stringify(description);
    expect(secretsIn(await upload("/elements/imports", "api.json", file, { key: "windy" }))).toHaveLength(1);
    const again = await upload("/elements/windy/imports", "api.json", file, { choices: {} });
    expect(secretsIn(again)).toEqual([["oauth.token", SECRET]]);
  },
  async "proofs and tests of a draft"() {
    const element = withSecrets();
    const { id: draftId } = await send("POST", "/elements/drafts", { element });
    await send("POST", "/elements/test-authentications", { draftId, element, configuration: {}, keepAs: "a test" });
  },
  async "a connection"() {
    const { key } = await send("POST", "/elements", withSecrets());
    await send("POST", "/instances", { name: "connected", element: { key } });
  },
};

test.each(Object.entries(PLACES))("no secret of an element is stored as plain text: %s", async (_, give) => {
  await give();
  expect(await columnsWith(api.app.db.pool, SECRET)).toEqual([]);
});

test("definitions of an earlier version are readable, and are encrypted while others change them", async () => {
  const { pool, prisma } = api.app.db;
  const [kept, changed] = [withSecrets(), withSecrets()];
  for (const element of [kept, changed]) {
    const { id: elementId } = await send("POST", "/elements", element);
    const { organizationId } = await prisma.element.findFirstOrThrow({ where: { id: elementId } });
    const definition = { configuration: [entry("oauth.token", SECRET)] };
    const imported = {
      format: "openapi",
      sourceHash: new Uint8Array(32),
      authentication: null,
      importedAt: new Date(),
    };
    await imports.save(prisma, api.app.vault, { organizationId, elementId }, { ...imported, definition });
  }
  const draft = await send("POST", "/elements/drafts", { element: kept });
  await asEarlier();
  const before = (await columnsWith(pool, SECRET)).map((column) => column.split(".")[0]);
  expect(before).toEqual(["element", "element_draft", "element_import", "element_revision"]);
  const read = async () => [
    secretsIn(await send("GET", `/elements/${kept.key}`)),
    secretsIn((await send("GET", `/elements/${kept.key}/revisions/1`)).element),
    secretsIn((await send("GET", `/elements/drafts/${draft.id}`)).element),
  ];
  expect(await read()).toEqual([BOTH, BOTH, BOTH]);

  const failures: string[] = [];
  const sealing = () => sealEarlier(api.app, (row) => failures.push(row));
  const next = { ...changed, configuration: secretEntries(`${SECRET}-next`) };
  await Promise.all([sealing(), send("PUT", `/elements/${changed.key}`, next), sealing()]);
  expect(await columnsWith(pool, SECRET)).toEqual([]);
  expect([failures, await read()]).toEqual([[], [BOTH, BOTH, BOTH]]);
  expect(secretsIn(await send("GET", `/elements/${changed.key}`))[0]).toEqual(["oauth.api.secret", `${SECRET}-next`]);
  expect(secretsIn((await send("GET", `/elements/${changed.key}/revisions/1`)).element)).toEqual(BOTH);
});

/** Stores all definitions as versions did that encrypted no secret defaults. */
async function asEarlier() {
  const { pool } = api.app.db;
  for (const [table, key] of Object.entries(DEFINITION_TABLES)) {
    const { rows } = await pool.query(`select *, array[${key.join(", ")}] as key from ${table}`);
    for (const row of rows) {
      const place = { table: table as DefinitionTable, organizationId: row.organization_id, key: row.key };
      const definition = openedDefinition(api.app.vault, place, {
        definition: row.definition,
        secretDefaults: row.secret_defaults,
      });
      const isIt = key.map((name, at) => `${name} = $${at + 2}`).join(" and ");
      await pool.query(`update ${table} set definition = $1, secret_defaults = null where ${isIt}`, [
        JSON.stringify(definition),
        ...row.key,
      ]);
    }
  }
}
