import { expect } from "@playwright/test";
import { openDraft } from "./builder-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

test("a base URL that is none is a problem at its field and in the checklist", async ({ workbench: page }) => {
  await openDraft(page, {}, "part=properties");
  const base = page.getByLabel("Base URL");
  await base.fill("https://{site}.example.com/v1");
  await expect(base).toHaveValue(/site/);
  await expect(page.getByText("is not a web address")).toHaveCount(0);
  await base.fill("not a url {x");
  const problem = /"https:\/\/not a url .* is not a web address/;
  await expect(page.getByRole("alert").filter({ hasText: problem })).toBeVisible();
  await expect(page.getByRole("button", { name: problem })).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/builder-base-url.png" });
  await page.getByRole("button", { name: "Checklist" }).click();
  const finding = page
    .getByRole("list", { name: "Differences from the conventions" })
    .getByRole("button", { name: /is not a web address/ });
  await expect(finding).toBeVisible();
  await finding.click();
  await expect(finding).toBeHidden();
  await expect(base).toBeInViewport();
});
