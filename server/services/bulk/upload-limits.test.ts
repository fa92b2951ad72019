import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aDemoProduct, type DemoProduct } from "#server/testing/demo-product.ts";

let product: DemoProduct;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "formulary-limits-"));
  product = await aDemoProduct({ env: { BULK_FILE_MB: "2", DATA_DIR: folder } });
});
afterAll(async () => {
  await product.close();
  await rm(folder, { recursive: true, force: true });
});

test("a file above the limit is 413, and nothing of it is kept", async () => {
  const { as } = await product.connect("demobeacon");
  const send = (megabytes: number) => {
    const row = `${JSON.stringify({ name: "x".repeat(2 ** 10) })}\n`;
    const file = row.repeat(Math.ceil((megabytes * 2 ** 20) / row.length));
    const body = `--x\r\ncontent-disposition: form-data; name="file"; filename="f.json"\r\n\r\n${file}\r\n--x--\r\n`;
    return product.fetch("/bulk/contacts", {
      ...{ as, method: "POST", body },
      headers: { "content-type": "multipart/form-data; boundary=x" },
    });
  };
  const parts = async () => (await readdir(folder, { recursive: true })).filter((name) => /\d$/.test(name));
  expect(await send(3)).toMatchObject({ status: 413, body: { message: expect.stringContaining("2 MB") } });
  expect(await parts()).toEqual([]);
  expect((await product.send("GET /bulkloader")).body).toEqual([]);
  expect((await send(1.5)).status).toBe(200);
  expect(await parts()).not.toEqual([]);
});
