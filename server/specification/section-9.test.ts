import { afterAll, beforeAll, expect, test } from "vitest";
import { aDemoProduct, type DemoProduct } from "#server/testing/demo-product.ts";

let product: DemoProduct;

beforeAll(async () => {
  product = await aDemoProduct();
});
afterAll(() => product.close());

test("spec §9 base path: begins with the version api-v2, and nothing of the API is anywhere else", async () => {
  const at = async (path: string) =>
    (await product.platform(new Request(`http://localhost${path}`, { headers: product.as }))).status;
  expect(await at("/elements/api-v2/formulas")).toBe(200);
  expect(await at("/elements/api-v3/formulas")).toBe(404);
  expect(await at("/formulas")).toBe(404);
});

test("spec §9 associations: are lists", async () => {
  const { as } = await product.connect("democrm");
  const { body } = await product.send("GET /contacts?pageSize=5", undefined, { as });
  for (const { associations } of body) expect(associations).toEqual([{ type: "account", id: expect.any(String) }]);
});

test("spec §9 bulk of comments and likes: is not offered", async () => {
  const { body } = await product.send("GET /elements/demosocial/objects");
  const bulk = body.filter((object: Record<string, unknown>) => object.bulkDownloadEnabled || object.bulkUploadEnabled);
  expect(bulk).toEqual([]);
});

test("spec §9 SOAP with signatures: an element of a SOAP API returns JSON, and is refused when its signature is wrong", async () => {
  const { as } = await product.connect("demosoap");
  const { body } = await product.send("GET /shipments?pageSize=2", undefined, { as });
  expect(body).toHaveLength(2);
  expect(body[0]).toMatchObject({ Id: expect.any(String) });
  await expect(product.connect("demosoap", { "soap.signing.key": "another key" })).rejects.toThrow();
});

test("spec §9 OAuth or basic: the accounting element takes either", async () => {
  const oauth = await product.connect("demoaccounting");
  const { body } = await product.send("GET /elements/demoaccounting/authentication-types");
  expect(body.options.map(({ value }: { value: string }) => value).sort()).toEqual(["basic", "oauth2"]);
  expect((await product.send("GET /checks?pageSize=1", undefined, { as: oauth.as })).status).toBe(200);
});

// The specification names no header; one is supported, others change nothing.
test("spec §9 version headers: Elements-Version chooses how objects are listed, other values are ignored", async () => {
  const { as } = await product.connect("demobeacon");
  const objects = async (headers = {}) => (await product.send("GET /objects", undefined, { as, headers })).body;
  const names = await objects();
  expect(names).toContain("contacts");
  expect((await objects({ "elements-version": "Helium" })).map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(names),
  );
  expect(await objects({ "elements-version": "Hydrogen" })).toEqual(names);
});
