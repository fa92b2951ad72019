import { existsSync } from "node:fs";
import { readdir, readFile, rename } from "node:fs/promises";
import path from "node:path";
import { expect } from "@playwright/test";
import { mockProcedures } from "./mock-procedures.ts";
import { aRun, LARGE_INPUT, OUTPUTS_LARGE, PRINTS_LARGE, state, step, values } from "./runs-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

test("values whose file cannot be read are named, and are loaded again on demand", async ({ workbench: page }) => {
  const { id } = await aRun(page, OUTPUTS_LARGE);
  await page.goto(`/runs/${id}?step=big`);
  await expect(state(page, "success")).toBeVisible();
  const store = path.join(process.env.E2E_DATA_DIR ?? "", "bulk");
  const days = await readdir(path.join(store, "values"));
  const folders = days.map((day) => path.join(store, "values", day, String(id))).filter(existsSync);
  expect(folders).toHaveLength(1);
  const away = [...folders, path.join(store, "store-id")];
  for (const place of away) await rename(place, `${place}-away`);
  await page.reload();
  const big = values(page, "big");
  const missing = big.getByRole("alert").filter({ hasText: "This value of 301 KB could not be loaded" });
  await expect(missing).toBeVisible();
  await expect(state(page, "success")).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(missing).toBeVisible();
  await expectAccessible(page);
  for (const place of away) await rename(`${place}-away`, place);
  await missing.getByRole("button", { name: "Try again" }).press("Enter");
  await expect(big.getByRole("status").filter({ hasText: "The first 256 KB of 301 KB." })).toBeVisible();
  await expect(big.getByRole("region", { name: "text" })).toBeFocused();
  await expectAccessible(page);
});

test("a large input and a large console output are shown in parts, and the run can be run again", async ({
  workbench: page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { id } = await aRun(page, PRINTS_LARGE, LARGE_INPUT);
  await page.goto(`/runs/${id}?step=trigger`);
  await expect(state(page, "success")).toBeVisible();
  const screenshot = (name: string) =>
    page.screenshot({ path: `test-results/runs-large-${name}-${page.viewportSize()?.width}.png`, fullPage: true });
  const input = values(page, "trigger");
  const ofInput = input.getByRole("status").filter({ hasText: "The first 256 KB of 1,025 KB." });
  await expect(ofInput).toBeVisible();
  const find = input.getByLabel("Find in this value");
  await find.fill("items[9999].name");
  await find.press("Enter");
  await expect(input.getByRole("region", { name: "items[9999].name" })).toHaveText("n9999");
  await expectAccessible(page);
  await screenshot("input");
  await page.getByRole("button", { name: "Run again", exact: true }).press("Enter");
  await expect(page).not.toHaveURL(new RegExp(`/runs/${id}`));
  await expect(state(page, "success")).toBeVisible();
  await step(page, "print").click();
  const print = values(page, "print");
  await expect(print.getByRole("region", { name: "items" })).toHaveText("10000");
  await print.getByRole("tab", { name: "Logs" }).click();
  const shown = print.getByRole("status").filter({ hasText: /^The first 256 KB of 3\d\d KB\.$/ });
  await expect(shown).toBeVisible();
  await expectAccessible(page);
  await screenshot("console");
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(shown).toBeVisible();
  await expectAccessible(page);
  await screenshot("console");
  await print.getByRole("button", { name: "Load more" }).press("Enter");
  await expect(print.getByRole("region", { name: "console" })).toContainText("line 194");
  await step(page, "trigger").click();
  await expect(ofInput).toBeVisible();
  await screenshot("input");
});

test("of a large body of an event the beginning is shown, then more of it, and the whole is saved", async ({
  workbench: page,
}) => {
  const raw = JSON.stringify({ text: "x".repeat(150_000), rows: Array.from({ length: 40_000 }, (_, id) => ({ id })) });
  const event = {
    ...{ id: 1, elementInstanceId: 1, elementKey: "x", source: "webhook", status: "CONSUMED", objects: [], raw },
    ...{ error: null, notificationId: 1, instanceName: "CRM", requestId: null, repeats: 0, explanation: null },
    ...{ eventDate: "2026-11-21T10:00:00Z", updatedDate: "2026-11-21T10:00:00Z", deliveries: [] },
    request: { method: "POST", path: "/events", query: {}, headers: {} },
  };
  await mockProcedures(page, () => ({ result: { data: event } }), ["event.read"]);
  await page.goto("/events/1");
  const body = page.getByRole("region", { name: "Data of the provider, Body" });
  await expect(page.getByText(/^The first 64 KB of [\d,]+ KB\.$/)).toBeVisible();
  expect((await body.innerText()).length).toBeLessThanOrEqual(64 * 1024);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Load more" }).press("Enter");
  await expect(page.getByText(/^The first 128 KB of [\d,]+ KB\.$/)).toBeVisible();
  const saving = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).press("Enter");
  expect(await readFile(await (await saving).path(), "utf8")).toBe(raw);
});
