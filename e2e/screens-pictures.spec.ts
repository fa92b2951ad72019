import { expect, type Page } from "@playwright/test";
import { drawPicture, PICTURE_SIZE } from "./pictures.ts";
import { aRun, FORMULAS } from "./runs-page.ts";
import { test } from "./signed-in.ts";

/** The main screens of the demo, and what shows that they are complete. */
const SCREENS: Record<string, { path: string; shows: (page: Page) => ReturnType<Page["getByRole"]> }> = {
  home: { path: "/home", shows: (page) => page.getByRole("heading", { name: "Recent runs" }) },
  designer: { path: "/formulas/1/design", shows: (page) => page.getByRole("button", { name: /^Step / }).first() },
  explorer: {
    path: "/explorer?element=democrm&connection=1&operation=getContacts",
    shows: (page) => page.getByRole("button", { name: "Send request" }),
  },
  events: { path: "/events", shows: (page) => page.getByRole("list", { name: "Events" }) },
  operations: { path: "/operations", shows: (page) => page.getByRole("heading", { level: 1 }) },
  administration: {
    path: "/administration/users",
    shows: (page) => page.getByRole("heading", { level: 1, name: "Users" }),
  },
};

for (const [name, { path, shows }] of Object.entries(SCREENS))
  test(`draws the screen ${name}`, async ({ workbench: page }) => {
    await page.setViewportSize(PICTURE_SIZE);
    await page.goto(path);
    await expect(shows(page)).toBeVisible();
    await page.waitForLoadState("networkidle");
    await drawPicture(page, `screen-${name}`);
  });

test("draws the page of a failed run", async ({ workbench: page }) => {
  const { id } = await aRun(page, FORMULAS.failing);
  await page.setViewportSize(PICTURE_SIZE);
  await page.goto(`/runs/${id}`);
  await expect(
    page.getByRole("heading", { name: "Failure" }).or(page.getByText("failed").first()).first(),
  ).toBeVisible();
  await page.waitForLoadState("networkidle");
  await drawPicture(page, "screen-run");
});
