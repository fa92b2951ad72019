import { expect, test } from "@playwright/test";
import { type FreshCheckout, freshCheckout } from "./fresh-checkout.ts";

test.describe.configure({ mode: "serial", timeout: 300_000 });

let checkout: FreshCheckout;
test.beforeAll(async () => {
  checkout = await freshCheckout();
});
test.afterAll(() => checkout.remove());

/** The command that the welcome text offers, as a person would mark and copy it. */
const printedCurl = () => /^curl [\s\S]*?(?=\n\n)/m.exec(checkout.printed())?.[0] ?? "";

async function runPrintedCurl(): Promise<void> {
  const answer: unknown = JSON.parse(await checkout.paste(printedCurl()));
  expect(answer).toMatchObject([{ id: expect.any(Number), status: "success" }]);
}

test("a newcomer starts Formulary and runs a formula by the printed curl", async () => {
  await checkout.start();
  expect(checkout.printed()).toContain("demo@formulary.test / formulary-demo");
  await runPrintedCurl();
});

test("after kill -9 of everything the next start just works, with the same data", async () => {
  const before = printedCurl();
  for (const { pid } of checkout.processes()) process.kill(pid, "SIGKILL");
  await checkout.start();
  expect(printedCurl()).toBe(before);
  await runPrintedCurl();
});

test("a second start is told in one line that the port is taken", async () => {
  const second = await checkout.paste(`cd ${checkout.folder} && npm start --silent 2>&1 || true`);
  expect(second).toMatch(/^(npm warn .*\n)*Port \d+ is taken: choose another one with PORT=…\n$/);
});

test("Ctrl-C stops all of it", async () => {
  expect(await checkout.interrupt()).toBe(0);
  expect(checkout.processes()).toEqual([]);
});
