import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aCommandLine } from "#server/testing/command-line.ts";
import { aDemoProduct, type ConnectedElement, type DemoProduct } from "#server/testing/demo-product.ts";

let product: DemoProduct;
let line: Awaited<ReturnType<typeof aCommandLine>>;
let crm: ConnectedElement;

beforeAll(async () => {
  product = await aDemoProduct();
  line = await aCommandLine(product);
  crm = await product.connect("demobeacon");
});
afterAll(async () => {
  await line.close();
  await product.close();
});

const STARTS = {
  2: (object: string) => product.send(`POST /bulk/query?q=select * from ${object}`, undefined, { as: crm.as }),
  3: (object: string) => product.send("POST /bulk/download", { objectName: object }, { as: crm.as }),
} as const;

describe.each([2, 3] as const)("a job of version %i", (version) => {
  const start = async (object = "contacts"): Promise<string> => (await STARTS[version](object)).body.id;
  const of = (command: string, id: string) => line.run(`bulk ${command} ${id} --instance ${crm.id}`);
  const ended = async (id: string) => {
    const isOver = async () => {
      await product.tick();
      return (await of("status", id)).shown;
    };
    await expect.poll(isOver).not.toMatch(/created|running/);
    return of("status", id);
  };

  test("has a status, with the same fields for programs", async () => {
    const id = await start();
    expect(await of("status", id)).toMatchObject({ exitCode: 0, shown: `Job ${id}: created, 0 rows, 0 failed\n` });
    expect(await ended(id)).toMatchObject({ shown: expect.stringMatching(/completed, [1-9]\d* rows, 0 failed\n$/) });
    const { shown } = await of("status --json", id);
    expect(JSON.parse(shown)).toMatchObject({
      ...{ id, status: "COMPLETED", objectName: "contacts", direction: "download" },
      ...{ recordsCount: expect.any(Number), recordsFailedCount: 0, createdDate: expect.stringMatching(/^\d{4}-/) },
    });
    expect((await of("errors", id)).shown).toBe("No row failed.\n");
  });

  test("is canceled, and continued", async () => {
    const id = await start();
    expect(await of("cancel", id)).toMatchObject({ exitCode: 0, shown: expect.stringMatching(/: cancelled, 0 rows/) });
    const again = await line.runWorking(`bulk download contacts --instance ${crm.id} --continue ${id}`);
    expect(again).toMatchObject({ exitCode: 0, noted: expect.stringMatching(/completed, [1-9]\d* rows, 0 failed\n$/) });
  });

  test("that failed says why", async () => {
    const id = await start("nothing");
    expect((await ended(id)).shown).toMatch(/: failed, 0 rows, 0 failed\. .*\w/);
    const { shown } = await of("errors", id);
    expect(shown).toMatch(/^No row was refused, but the job failed\.\nJob \d+: failed, 0 rows, 0 failed\. .+\n$/);
  });
});
