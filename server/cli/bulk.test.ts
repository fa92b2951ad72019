import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
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

test("texts that a spreadsheet would execute are unchanged by a download and an upload", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "formulary-round-trip-"));
  const last_name = "Round";
  const names = ["+49 30", "=1+1", "'-x"];
  for (const [at, first_name] of names.entries())
    await product.send("POST /contacts", { first_name, last_name, email: `trip${at}@cli.test` }, { as: crm.as });
  const of = async () =>
    (await product.send("GET /contacts?where=last_name='Round'", undefined, { as: crm.as })).body
      .map((one: Record<string, unknown>) => one.first_name)
      .toSorted();
  expect(await of()).toEqual(names.toSorted());
  const fields = "--fields email,first_name,last_name --where last_name='Round' --format csv";
  for (const [option, cell] of [
    ["", "'+49 30"],
    [" --no-escape-formulas", ",+49 30"],
  ]) {
    await line.runWorking(`bulk download contacts --instance ${crm.id} ${fields} -o c.csv${option}`, folder);
    expect(await readFile(path.join(folder, "c.csv"), "utf8")).toContain(cell);
    const upload = `bulk upload contacts c.csv --instance ${crm.id} --identifier email${option}`;
    expect(await line.runWorking(upload, folder)).toMatchObject({ exitCode: 0 });
    expect(await of()).toEqual(names.toSorted());
  }
  await rm(folder, { recursive: true });
});

test("an empty file is refused before anything is sent", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "formulary-empty-"));
  await writeFile(path.join(folder, "empty.csv"), "");
  const { exitCode, noted } = await line.run(`bulk upload contacts empty.csv --instance ${crm.id}`, folder);
  expect([exitCode, noted]).toEqual([
    1,
    expect.stringContaining("empty.csv: the file is empty. Choose one with rows."),
  ]);
  await rm(folder, { recursive: true });
});
