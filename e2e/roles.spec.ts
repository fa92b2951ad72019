import { expect, type Page } from "@playwright/test";
import { test } from "./hydrated.ts";
import { expectAccessible, signIn } from "./signed-in.ts";

/** The addresses of the links in a part of the page. */
const linksIn = (page: Page, name: string) =>
  page
    .getByRole("navigation", { name, exact: true })
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));

for (const username of ["viewer@formulary.test", "designer@formulary.test"])
  test(`${username} may see every place of the navigation, and every page of it`, async ({ page }) => {
    await signIn(page, username);
    const refused: string[] = [];
    page.on("response", (reply) => reply.status() === 403 && refused.push(reply.url()));
    await page.goto("/home");
    await expect(page.getByRole("navigation", { name: "Workbench" }).getByRole("link").first()).toBeVisible();
    const places = await linksIn(page, "Workbench");
    expect(places).toContain("/operations/schedules");
    expect(places).not.toContain("/operations");
    // Pages that a page below links to are added while they are visited.
    const visited = new Set(places);
    for (const place of visited) {
      await page.goto(place);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForLoadState("networkidle");
      await expect(page.getByRole("button", { name: "Try again" }), place).toHaveCount(0);
      for (const navigation of await page.getByRole("main").getByRole("navigation").all()) {
        const name = (await navigation.getAttribute("aria-label")) ?? "";
        for (const below of await linksIn(page, name)) visited.add(below);
      }
    }
    expect(refused).toEqual([]);
  });

test("pages of administrators say who may see them, to those who open their address", async ({ page }) => {
  await signIn(page, "viewer@formulary.test");
  for (const [address, words] of [
    ["/operations", "Background queues are for administrators."],
    ["/operations/status", "The system status is for administrators of the organization."],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole("main")).toContainText(words);
    await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
    await expect(page.getByRole("main").getByRole("navigation").getByRole("link")).toHaveText(["Schedules"]);
    await expectAccessible(page);
  }
  await page.screenshot({ path: "test-results/operations-refused.png" });
});
