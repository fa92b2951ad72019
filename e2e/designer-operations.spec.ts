import { expect, type Page } from "@playwright/test";
import { workState } from "./designer-page.ts";
import { person } from "./person.ts";
import { expectAccessible, test } from "./signed-in.ts";

const operations = (page: Page) => page.getByRole("region", { name: "Operation", exact: true });
const form = (page: Page) => page.getByRole("region", { name: "Request", exact: true });

test("a request is built from an account, an operation and a form, without a path or JSON", async ({
  workbench: page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/formulas/new/design");
  const user = person(page);
  await user.click(page.getByRole("button", { name: /^Manual/ }));
  await user.click(page.getByRole("button", { name: "Element API request", exact: true }));
  const connection = page.getByLabel("Element instance");
  await expect(connection).toBeFocused();
  await user.choose(connection, "Courier Mail of the demo (Courier (demo))");
  await expect(page.getByText(/^Tests use Courier Mail/)).toBeVisible();
  await operations(page).getByLabel("Search operations").click();
  await page.keyboard.type("send message");
  await expect(operations(page).getByRole("button")).toHaveCount(1);
  await expectAccessible(page);
  await user.click(operations(page).getByRole("button", { name: /Send a message/ }));

  await user.type(form(page).getByLabel(/^to/), "demo@formulary.test");
  await user.type(form(page).getByLabel(/^subject/), "Run $");
  await page.keyboard.type("{info.formulaName}");
  await expect(workState(page, "Draft saved")).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, { onlyColors: true });
  expect(user.actions()).toBeLessThanOrEqual(6);

  const request = page.getByText("Request: POST /messages");
  await request.click();
  await expect(page.getByLabel("Body", { exact: true })).toHaveValue(
    JSON.stringify({ to: ["demo@formulary.test"], subject: "Run ${info.formulaName}" }, null, 2),
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
});

test("the form and the request below it have the same values, and undocumented paths stay", async ({
  workbench: page,
}) => {
  await page.goto("/formulas/new/design");
  await page.getByRole("button", { name: /^Manual/ }).click();
  await page.getByRole("button", { name: "Element API request", exact: true }).click();
  await page.getByLabel("Element instance").selectOption({ label: "Courier Mail of the demo (Courier (demo))" });
  await operations(page)
    .getByRole("button", { name: /List messages/ })
    .click();
  const conditions = form(page).getByRole("region", { name: "Search conditions" });
  await conditions.getByRole("button", { name: "Add condition" }).click();
  await page.keyboard.type("subject");
  await conditions.getByLabel("Value of condition 1").click();
  await page.keyboard.type("Hello");
  await page.getByText("Request: GET /messages").click();
  await expect(page.getByLabel("Query", { exact: true })).toHaveValue(/subject = 'Hello'/);
  await page.getByRole("button", { name: "Change operation" }).click();
  await operations(page)
    .getByRole("button", { name: /GET \/messages\/\{id\}/ })
    .click();
  await expect(form(page).getByLabel(/^id/)).toBeVisible();
  await page.getByLabel(/^API/).fill("/elsewhere");
  await expect(page.getByText("The element documents no operation with this method and path.")).toBeVisible();
  await expect(page.getByLabel(/^API/)).toHaveValue("/elsewhere");
});

test("a stream offers the operations of both its connections", async ({ workbench: page }) => {
  await page.goto("/formulas/new/design");
  await page.getByRole("button", { name: /^Manual/ }).click();
  await page.getByRole("button", { name: "Element API request stream", exact: true }).click();
  const choices = operations(page);
  for (const [at, side] of ["Download from", "Upload to"].entries()) {
    await page.getByLabel(side, { exact: true }).selectOption({ label: "Courier Mail of the demo (Courier (demo))" });
    const choice = choices.last();
    await expect(choices, "the other one has its operation").toHaveCount(1);
    await choice.getByLabel("Search operations").fill(at === 0 ? "list messages" : "send message");
    await choice
      .getByRole("button", { name: /messages/ })
      .first()
      .press("Enter");
  }
  await expect(page.getByText("Request: GET /messages")).toBeVisible();
  await expect(page.getByText("Request: POST /messages")).toBeVisible();
  await expectAccessible(page);
});

test("a request to the platform names a path of the platform", async ({ workbench: page }) => {
  await page.goto("/formulas/new/design");
  await page.getByRole("button", { name: /^Manual/ }).click();
  await page.getByRole("button", { name: "Platform API request", exact: true }).click();
  await expect(page.getByText("A path such as /formulas.", { exact: false })).toBeVisible();
});
