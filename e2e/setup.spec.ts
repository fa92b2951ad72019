import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "@playwright/test";
import { freePort } from "../server/launch/ports.ts";
import { test } from "./hydrated.ts";
import { type RunningProduct, runningProduct } from "./running-product.ts";
import { expectAccessible } from "./signed-in.ts";

const LOOKS = [
  { colorScheme: "light", width: 1440, height: 900 },
  { colorScheme: "dark", width: 1440, height: 900 },
  { colorScheme: "dark", width: 390, height: 844 },
  { colorScheme: "light", width: 390, height: 844 },
] as const;

let product: RunningProduct;
let origin: string;
let folder: string;

test.describe.configure({ mode: "serial", timeout: 300_000 });

/** A product whose database has no users. */
test.beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  folder = path.join(tmpdir(), `formulary-e2e-${port}`);
  product = await runningProduct(path.resolve(import.meta.dirname, ".."), {
    ...process.env,
    ...{ DEMO: "0", PORT: String(port), DEMO_PROVIDER_PORT: String(await freePort()) },
    ...{ DATA_DIR: folder, DATABASE_URL: "", OIDC_ISSUER: "" },
    ENCRYPTION_KEYS: `e2e:${randomBytes(32).toString("base64")}`,
    NEXTAUTH_SECRET: randomBytes(32).toString("base64url"),
  });
});
test.afterAll(async () => {
  await product?.interrupt();
  await rm(folder, { recursive: true, force: true });
});

test("setup is refused without the link", async ({ page }) => {
  await page.goto(`${origin}/sign-in`);
  await page.getByRole("link", { name: "How to set up Formulary" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You need a setup link");
  await expect(page.getByText("npm run setup -- --email you@example.com")).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${origin}/setup/bm90IG91cnM`);
  const refusal = "This setup link cannot be used: it was not made by this server.";
  await expect(page.getByRole("alert").filter({ hasText: refusal })).toBeVisible();
});

test("the link creates the first administrator, once", async ({ page, browser }) => {
  await expect.poll(() => product.printed(), { timeout: 30_000 }).toMatch(/\/setup\/\S+/);
  const [link = ""] = /http:\S+\/setup\/\S+/.exec(product.printed()) ?? [];
  await page.goto(link);
  const organization = page.getByLabel("Organization");
  await expect(organization).toBeVisible();
  for (const { colorScheme, ...size } of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    await expectAccessible(page);
    await page.screenshot({ path: `test-results/setup-${colorScheme}-${size.width}.png` });
  }

  await organization.click();
  await page.keyboard.type("Acme");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Ada");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Lovelace");
  await page.keyboard.press("Tab");
  await page.keyboard.type("ada@example.test");
  await page.keyboard.press("Tab");
  await page.keyboard.type("short");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription(/^Must /);
  await page.getByLabel("Password").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Engine-1842-Notes");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hello, Ada.");

  const stranger = await browser.newPage();
  for (const address of [link, `${origin}/setup`]) {
    await stranger.goto(address);
    await expect(stranger).toHaveURL(`${origin}/sign-in`);
    await expect(stranger.getByText("No accounts exist yet.")).toBeHidden();
  }
  await stranger.close();
});
