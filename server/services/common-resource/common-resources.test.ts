import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anElement } from "#server/testing/elements.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";

let api: TestApi;
let acme: TestOrganization;
let element: { id: number; key: string };
let instance: { id: number; token: string };
beforeAll(async () => {
  api = await anApi();
  acme = await anOrganization(api.app);
  element = (await send("POST", "/elements", anElement())).body;
  instance = (await send("POST", "/instances", { name: "i", element: { id: element.id } })).body;
});
afterAll(() => api.close());

const send = (method: string, path: string, body?: unknown, as: object = acme.administrator) =>
  api.fetch(path, { as: as as TestOrganization["viewer"], method, ...(body !== undefined && { body }) });
const get = async (path: string) => (await send("GET", path)).body;
const statusOf = async (...request: Parameters<typeof send>) => (await send(...request)).status;

let count = 0;
const aName = () => `thing${++count}`;
const field = (path: string, more: object = {}) => ({ path, type: "string", ...more });
const aDefinition = (...paths: string[]) => ({ fields: paths.map((path) => field(path)) });
const aTransformation = (more: object = {}, ...paths: string[]) => ({
  vendorName: "Things",
  fields: paths.map((path) => ({ ...field(path), vendorPath: path.toUpperCase() })),
  ...more,
});
const INHERIT = { configuration: [{ type: "inherit" }] };
const levelsOf = ({ fields }: { fields: { path: string; level: string }[] }) =>
  Object.fromEntries(fields.map(({ path, level }) => [path, level]));

/** The paths of each level: with an id, without one, and where transformations are. */
const LEVELS = () => [
  ["organization", "/organizations", `/organizations/elements/${element.key}`],
  ["account", "/accounts", `/accounts/elements/${element.id}`],
  ["account", `/accounts/${acme.accountId}`, `/accounts/${acme.accountId}/elements/${element.key}`],
  ["instance", `/instances/${instance.id}`, `/instances/${instance.id}`],
];

test("definitions and transformations are created, read, replaced and deleted at each level", async () => {
  for (const [level, at, elementAt] of LEVELS()) {
    const name = aName();
    for (const [path, made, changed] of [
      [`${at}/objects/${name}/definitions`, aDefinition("a"), aDefinition("a", "b")],
      [`${elementAt}/transformations/${name}`, aTransformation({}, "a"), aTransformation({}, "a", "b")],
    ] as const) {
      expect(await statusOf("GET", path), path).toBe(404);
      expect(await statusOf("PUT", path, made), path).toBe(404);
      expect((await send("POST", path, made)).body, path).toMatchObject({ objectName: name, level, ...made });
      expect(await statusOf("POST", path, made), path).toBe(409);
      expect((await send("PUT", path, changed)).body, path).toMatchObject(changed);
      expect(await get(path)).toMatchObject(changed);
      expect(await get(path.replace(`/${name}`, ""))).toMatchObject({ [name]: changed });
    }
    expect(await statusOf("DELETE", `${at}/objects/${name}/definitions`), at).toBe(409);
    for (const path of [`${elementAt}/transformations/${name}`, `${at}/objects/${name}/definitions`]) {
      expect(await statusOf("DELETE", path), path).toBe(200);
      expect(await statusOf("DELETE", path), path).toBe(404);
      expect(await statusOf("GET", path), path).toBe(404);
    }
  }
});
