import { afterAll, beforeAll, expect, test } from "vitest";
import { readZippedFiles, zipFiles } from "#server/api/zipped-files.ts";
import { type AuthHeaders, anApi, type TestApi } from "#server/testing/api.ts";
import { anElement, insertElement } from "#server/testing/elements.ts";
import { anOrganization } from "#server/testing/organizations.ts";

let api: TestApi;
const CATALOG = "catalogfaar";
beforeAll(async () => {
  api = await anApi();
  const { id: organizationId, accountId } = await anOrganization(api.app);
  const element = anElement({ key: CATALOG, hub: "crm", extendable: true });
  await insertElement(api.app, { organizationId, accountId, isCatalog: true }, element);
});
afterAll(() => api.close());

async function post(as: AuthHeaders, path: string, body: object) {
  const reply = await api.fetch(path, { as, method: "POST", body });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}
const filesOf = async (as: AuthHeaders): Promise<Record<string, string>> =>
  Object.fromEntries(
    await readZippedFiles(
      (await api.fetch("/definitions/export", { as, headers: { accept: "application/zip" } })).bytes,
    ),
  );
async function importAs(as: AuthHeaders, files: Record<string, string>) {
  const form = new FormData();
  const zip = await zipFiles(new Map(Object.entries(files)));
  form.set("file", new Blob([zip as Uint8Array<ArrayBuffer>]), "all.zip");
  const request = new Response(form);
  const reply = await api.fetch("/definitions/import", {
    ...{ as, method: "POST", headers: { "content-type": request.headers.get("content-type") ?? "" } },
    body: new Uint8Array(await request.arrayBuffer()),
  });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

const formula = {
  name: "Answers",
  configuration: [{ key: "crm", name: "CRM", type: "elementInstance" }],
  triggers: [{ type: "manual", onSuccess: [] }],
  steps: [],
};
const running = (formulaId: number) => ({
  method: "GET",
  path: "/hubs/crm/answer",
  type: "formulaAsResource",
  formulaId,
});
/** An organization whose own element and addition to the catalog run its formula. */
async function anAuthor() {
  const { designer } = await anOrganization(api.app);
  const { id } = await post(designer, "/formulas", formula);
  await post(designer, "/elements", {
    ...{ name: "Own", key: "own", description: "x", hub: "crm", authentication: { type: "custom" } },
    resources: [running(id)],
  });
  await post(designer, `/elements/${CATALOG}/resources`, running(id));
  return designer;
}
const idsOf = async (as: AuthHeaders) => {
  const read = async (path: string) => (await api.fetch(path, { as })).body;
  const [{ id }] = await read("/formulas?where=name='Answers'");
  const [own] = await read("/elements/own/resources");
  const [added] = await read(`/elements/${CATALOG}/resources?accountOnly=true`);
  return { formula: id, own: own.formulaId, added: added.formulaId };
};

test("resources run the formula of the same name in another organization, not the one that has the id there", async () => {
  const files = await filesOf(await anAuthor());
  const { designer } = await anOrganization(api.app);
  const { definitions } = await importAs(designer, files);
  expect(definitions.map(({ action, error }: { action: string; error?: string }) => [action, error])).toEqual([
    ["create", undefined],
    ["create", undefined],
    ["create", undefined],
  ]);
  const { formula: id, own, added } = await idsOf(designer);
  expect([own, added]).toEqual([id, id]);
  expect(Object.keys(await filesOf(designer))).toEqual(Object.keys(files));
  const again = await importAs(designer, await filesOf(designer));
  expect(again.definitions.map(({ action }: { action: string }) => action)).toEqual([
    "unchanged",
    "unchanged",
    "unchanged",
  ]);
});

test("without the formula, the plan says that the field is left empty", async () => {
  const files = await filesOf(await anAuthor());
  const { designer } = await anOrganization(api.app);
  const left = Object.fromEntries(Object.entries(files).filter(([at]) => !at.startsWith("formulas/")));
  const { definitions } = await importAs(designer, left);
  for (const { findings, error } of definitions)
    expect([findings, error]).toEqual([
      [
        {
          severity: "fails",
          message:
            'formulaId of GET /hubs/crm/answer: the formula "Answers" is neither in the files nor in this organization. The field is left empty.',
        },
      ],
      undefined,
    ]);
  const [own] = (await api.fetch("/elements/own/resources", { as: designer })).body;
  expect(own.formulaId).toBeUndefined();
});
