import { afterAll, beforeAll, expect, test } from "vitest";
import { adoptScreens } from "../server/launch/ensure-build.ts";
import { type FreshCheckout, freshCheckout } from "./fresh-checkout.ts";
import type { RunningProduct } from "./running-product.ts";

const PATIENCE = { timeout: 600_000 };

let checkout: FreshCheckout;
let product: RunningProduct;
beforeAll(async () => {
  checkout = await freshCheckout();
}, PATIENCE.timeout);
afterAll(async () => {
  // The browser tests can use its build, too.
  await adoptScreens(checkout.folder);
  await checkout.remove();
}, PATIENCE.timeout);

/** The command in the welcome text, as a person would select and copy it. */
const printedCurl = () => /^curl [\s\S]*?(?=\n\n)/m.exec(product.printed())?.[0] ?? "";

async function runPrintedCurl(): Promise<void> {
  const printed: unknown = JSON.parse(await checkout.paste(printedCurl()));
  expect(printed).toMatchObject([{ status: "success", result: { accepted: true, customer: "Ada Lovelace" } }]);
}

test("a newcomer starts Formulary and runs a formula by the printed curl", PATIENCE, async () => {
  product = await checkout.start();
  expect(product.printed()).toContain("demo@formulary.test / formulary-demo");
  await runPrintedCurl();
});

test("after kill -9 of all processes the next start works with the same data", PATIENCE, async () => {
  const before = printedCurl();
  checkout.kill();
  product = await checkout.start();
  expect(printedCurl()).toBe(before);
  await runPrintedCurl();
});

test("a second start prints one line that the port is taken", PATIENCE, async () => {
  const printed = await checkout.paste("npm start --silent 2>&1 || true");
  expect(printed).toMatch(/^(npm warn .*\n)*Port \d+ is taken: choose another port with PORT=…\n$/);
});

test("Ctrl-C stops all processes", PATIENCE, async () => {
  expect(await product.interrupt()).toBe(0);
  expect(checkout.processes()).toEqual([]);
});
