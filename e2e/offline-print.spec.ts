import { expect } from "@playwright/test";
import { routeTo } from "../components/screens/screens.ts";
import { test } from "./signed-in.ts";

test("without a network the page stays and says so, and the chosen one opens when it is back", async ({
  workbench: page,
  context,
}) => {
  await page.goto(routeTo("home"));
  const title = page.getByRole("heading", { level: 1 });
  const before = await title.innerText();
  await context.setOffline(true);
  await page.getByRole("link", { name: "Analytics", exact: true }).first().press("Enter");
  await expect(page.getByText("There is no network connection.")).toBeVisible();
  await expect(title).toHaveText(before);
  await context.setOffline(false);
  await expect(title).toHaveText("Analytics");
  await expect(page.getByText("There is no network connection.")).toHaveCount(0);
});

test("a printed page is its content only, on white; the bar of a phone has whole labels", async ({
  workbench: page,
}) => {
  await page.goto(routeTo("runs"));
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByRole("navigation").filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgb(255, 255, 255)");
  expect(await page.evaluate(() => document.querySelector("main")?.getBoundingClientRect().left)).toBe(0);
  await page.screenshot({ path: "test-results/printed.png" });
  await page.emulateMedia({ media: "screen" });
  await page.setViewportSize({ width: 390, height: 844 });
  for (const language of ["en-GB", "de-DE"]) {
    await page.context().addCookies([{ name: "locale", value: language, url: page.url() }]);
    await page.reload();
    const cut = await page
      .locator("nav .truncate")
      .evaluateAll((labels) =>
        labels.filter((label) => label.scrollWidth > label.clientWidth).map(({ textContent }) => textContent),
      );
    expect(cut).toEqual([]);
    await page.screenshot({ path: `test-results/bar-${language}.png` });
  }
});
