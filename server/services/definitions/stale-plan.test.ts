import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readZippedFiles, zipFiles } from "#server/api/zipped-files.ts";
import { type AuthHeaders, anApi, type TestApi } from "#server/testing/api.ts";
import { anElement } from "#server/testing/elements.ts";
import { anOrganization } from "#server/testing/organizations.ts";
import { DEFINITION_TARGETS } from "./definition-targets.ts";

let api: TestApi;
let as: AuthHeaders;
beforeAll(async () => {
  api = await anApi();
});
afterAll(() => api.close());

type Planned = { type: string; name: string; revision: string; action: string; error?: string };

async function send(path: string, files: Record<string, string>, options: object = {}) {
  const form = new FormData();
  form.set("options", JSON.stringify(options));
  form.set("file", new Blob([(await zipFiles(new Map(Object.entries(files)))) as Uint8Array<ArrayBuffer>]), "all.zip");
  return api.fetch(path, { as, method: "POST", body: form });
}
async function plan(files: Record<string, string>): Promise<Planned[]> {
  const { status, body } = await send("/definitions/import/plan", files);
  expect(status).toBe(200);
  return body.definitions;
}
const basedOn = (planned: readonly Planned[]) => planned.map(({ type, name, revision }) => ({ type, name, revision }));
const put = async (path: string, body: object, method = "PUT") => {
  const sent = await api.fetch(path, { as, method, body });
  expect(sent.status).toBe(200);
  return sent.body;
};

const manual = { type: "manual", name: "trigger", onSuccess: [] };
const aFormula = (name: string, description: string) => ({ name, description, triggers: [manual], steps: [] });
const own = { vendorName: "people", fields: [{ path: "name", type: "string", vendorPath: "Name" }] };

/** An account with a definition of each kind, and a change of each by another person. */
async function aFilledAccount() {
  const organization = await anOrganization(api.app);
  as = organization.administrator;
  const element = anElement({ key: "theirs" });
  await put("/elements", element, "POST");
  const { id } = await put("/formulas", aFormula("Theirs", "first"), "POST");
  await put("/organizations/objects/persons/definitions", { fields: [{ path: "name" }] }, "POST");
  await put("/organizations/elements/theirs/transformations/persons", own, "POST");
  const changes: Record<string, () => Promise<unknown>> = {
    element: () => put("/elements/theirs", { ...element, description: "theirs" }),
    formula: () => put(`/formulas/${id}`, aFormula("Theirs", "theirs")),
    commonResource: () =>
      put("/organizations/objects/persons/definitions", { fields: [{ path: "name" }, { path: "theirs" }] }),
  };
  return changes;
}

async function changedFiles(): Promise<Record<string, string>> {
  const { bytes } = await api.fetch("/definitions/export", { as, headers: { accept: "application/zip" } });
  const files = Object.fromEntries(await readZippedFiles(bytes));
  for (const [at, text] of Object.entries(files))
    if (at.endsWith(".json")) {
      const json = JSON.parse(text);
      if (at.startsWith("common-resources")) json.definition.fields.push({ path: "ours", level: "organization" });
      else json.description = "ours";
      files[at] = JSON.stringify(json);
    }
  return files;
}

test("an import that is based on a plan does not overwrite what was changed after it, of any kind", async () => {
  for (const type of ["element", "formula", "commonResource"]) {
    const changes = await aFilledAccount();
    const files = await changedFiles();
    const planned = await plan(files);
    expect(planned.map(({ action }) => action)).toEqual(["update", "update", "update"]);
    await changes[type]?.();
    const before = await changedFiles();
    const refused = await send("/definitions/import", files, { basedOn: basedOn(planned) });
    expect([type, refused.status, refused.body.message]).toEqual([
      type,
      409,
      expect.stringMatching(/^basedOn: the (\w+|common resource) "(theirs|Theirs|persons)" was changed after the plan/),
    ]);
    expect(await changedFiles()).toEqual(before);
    const again = await send("/definitions/import", files, { basedOn: basedOn(await plan(files)) });
    expect([again.status, again.body.definitions.map(({ error }: Planned) => error)]).toEqual([200, Array(3)]);
  }
});

test("definitions that were created after the plan are not replaced, and are named", async () => {
  await aFilledAccount();
  const files = { "a.json": JSON.stringify(aFormula("A", "ours")), "b.json": JSON.stringify(aFormula("B", "ours")) };
  const planned = await plan(files);
  for (const name of ["A", "B"]) await put("/formulas", aFormula(name, "theirs"), "POST");
  const refused = await send("/definitions/import", files, { basedOn: basedOn(planned) });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'basedOn: the formula "A" and the formula "B" were changed after the plan. Nothing was imported. Plan the import again.',
  ]);
  const { body } = await send("/definitions/import", files);
  expect(body.definitions.map(({ action }: Planned) => action)).toEqual(["update", "update"]);
});

test("the same change by others, and a change of a definition that is left out, are no conflict", async () => {
  const changes = await aFilledAccount();
  const files = await changedFiles();
  const planned = await plan(files);
  await changes.formula?.();
  const except = [{ type: "formula", name: "Theirs" }];
  expect((await send("/definitions/import", files, { basedOn: basedOn(planned), except })).status).toBe(200);
  const again = await send("/definitions/import", files, { basedOn: basedOn(planned), except });
  expect(again.body.definitions.map(({ action }: Planned) => action)).not.toContain("update");
});

test.each(["formula", "commonResource"] as const)(
  "a change of %s while the import is in progress stays",
  async (type) => {
    const changes = await aFilledAccount();
    const files = await changedFiles();
    const target = DEFINITION_TARGETS[type];
    const save = target.save.bind(target);
    const saving = vi.spyOn(target, "save").mockImplementationOnce(async (...call) => {
      await changes[type]?.();
      return save(...call);
    });
    const { body } = await send("/definitions/import", files, { basedOn: basedOn(await plan(files)) });
    saving.mockRestore();
    expect(body.definitions.filter(({ error }: Planned) => error !== undefined)).toMatchObject([
      { type, error: expect.stringContaining("was changed after the plan") },
    ]);
  },
);
