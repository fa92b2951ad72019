import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readZippedFiles, zipFiles } from "#server/api/zipped-files.ts";
import type { DefinitionType } from "#server/definition-files/definition-kind.ts";
import { DEFINITION_KINDS } from "#server/definition-files/definition-kinds.ts";
import { typesOf } from "#server/registry.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anElement, insertElement } from "#server/testing/elements.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { DEFINITION_TARGETS } from "./definition-targets.ts";

const CATALOG = "racing-catalog";

let api: TestApi;
let organization: TestOrganization;
beforeAll(async () => {
  api = await anApi();
  const owner = await anOrganization(api.app);
  const row = { organizationId: owner.id, accountId: owner.accountId, isCatalog: true };
  await insertElement(api.app, row, anElement({ key: CATALOG, extendable: true }));
});
afterAll(() => api.close());

type Files = Record<string, unknown>;
type Planned = { type: DefinitionType; name: string; revision: string; action: string; error?: string };

async function send(path: string, files: Files, options: object = {}) {
  const texts = Object.entries(files).map(([at, json]) => [at, JSON.stringify(json)] as const);
  const form = new FormData();
  form.set("options", JSON.stringify(options));
  form.set("file", new Blob([(await zipFiles(new Map(texts))) as Uint8Array<ArrayBuffer>]), "all.zip");
  return api.fetch(path, { as: organization.administrator, method: "POST", body: form });
}
async function planned(files: Files) {
  const { body } = await send("/definitions/import/plan", files);
  return (body.definitions as Planned[]).map(({ type, name, revision }) => ({ type, name, revision }));
}
const importNow = async (files: Files) => {
  const { status, body } = await send("/definitions/import", files);
  expect([status, body.definitions?.map(({ error }: Planned) => error)]).toEqual([200, [undefined]]);
};
async function exported(type: DefinitionType): Promise<string> {
  const as = organization.administrator;
  const { bytes } = await api.fetch(`/definitions/export?types[]=${type}`, {
    as,
    headers: { accept: "application/zip" },
  });
  return JSON.stringify(Object.fromEntries(await readZippedFiles(bytes)));
}

const manual = { type: "manual", name: "trigger", onSuccess: [] };
const formulaFile = (name: string, description: string) => ({ name, description, triggers: [manual], steps: [] });
const tested = { at: "2026-01-31T08:00:00Z", exchanges: [], expected: { status: "success", steps: [] } };

/** A definition of each kind, in two variants. */
const FILES: Record<DefinitionType, (variant: string) => Files> = {
  element: (variant) => ({ "element.json": { ...anElement({ key: "racing" }), description: variant } }),
  elementExtension: (variant) => ({
    "element-extension.json": {
      element: CATALOG,
      resources: [{ method: "GET", path: "/hubs/crm/leads", vendorPath: `/${variant}` }],
    },
  }),
  commonResource: (variant) => ({
    "persons.json": {
      vdrName: "persons",
      definition: {
        level: "organization",
        fields: [
          { path: "name", type: "string" },
          { path: variant, type: "string" },
        ],
      },
      transformation: {},
    },
  }),
  formula: (variant) => ({ "formula.json": formulaFile("Racing", variant) }),
  formulaTest: (variant) => ({
    "formula-test.json": { ...tested, formula: "Tested", name: "usual", trigger: { args: { variant } } },
  }),
};

async function anAccount() {
  organization = await anOrganization(api.app);
  await importNow({ "formula.json": formulaFile("Tested", "tested") });
}

/** Lets two calls of `save` begin at the same moment. */
function meeting(type: DefinitionType) {
  const target = DEFINITION_TARGETS[type];
  const save = target.save.bind(target);
  let meet = () => {};
  const met = new Promise<void>((resolve) => {
    meet = resolve;
  });
  let present = 0;
  return vi.spyOn(target, "save").mockImplementation(async (...call) => {
    if (++present === 2) meet();
    await met;
    return save(...call);
  });
}

for (const type of typesOf(DEFINITION_KINDS)) {
  for (const action of ["create", "update"] as const)
    test(`of two imports that ${action} one ${type} at once, one is refused and changes nothing`, async () => {
      await anAccount();
      if (action === "update") await importNow(FILES[type]("before"));
      const variants = ["ours", "theirs"].map((variant) => FILES[type](variant));
      const plans = await Promise.all(variants.map(planned));
      const saving = meeting(type);
      const responses = await Promise.all(
        variants.map((files, at) => send("/definitions/import", files, { basedOn: plans[at] })),
      );
      saving.mockRestore();
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const refused = responses.find(({ status }) => status === 409);
      expect(refused?.body.message).toMatch(/^basedOn: the .* was changed after the plan. Nothing was imported./);
      const after = await exported(type);
      const [winner, loser] = responses[0]?.status === 200 ? ["ours", "theirs"] : ["theirs", "ours"];
      expect([after.includes(winner), after.includes(loser)]).toEqual([true, false]);
    });

  test(`a ${type} that is created while it is imported is not replaced`, async () => {
    await anAccount();
    const files = FILES[type]("ours");
    const basedOn = await planned(files);
    const target = DEFINITION_TARGETS[type];
    const save = target.save.bind(target);
    let theirs = "";
    const saving = vi.spyOn(target, "save").mockImplementationOnce(async (...call) => {
      await importNow(FILES[type]("theirs"));
      theirs = await exported(type);
      return save(...call);
    });
    const { status } = await send("/definitions/import", files, { basedOn });
    saving.mockRestore();
    expect([status, await exported(type)]).toEqual([409, theirs]);
  });
}

test("two imports without a plan create one formula of a name", async () => {
  await anAccount();
  const saving = meeting("formula");
  const variants = ["ours", "theirs"].map((variant) => FILES.formula(variant));
  const responses = await Promise.all(variants.map((files) => send("/definitions/import", files)));
  saving.mockRestore();
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(JSON.parse(await exported("formula"))).toSatisfy((files: Files) => Object.keys(files).length === 2);
});
