import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { MANUAL, script } from "./runs-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

const LONG = "n".repeat(200);
const aFormula = (name: string, ...more: object[]) => ({
  ...{ name, engine: "v3", triggers: MANUAL("keep") },
  steps: [script("keep", "done({});"), ...more],
});
const file = (name: string, content: unknown) => ({
  ...{ name, mimeType: "application/json" },
  buffer: Buffer.from(typeof content === "string" ? content : JSON.stringify(content)),
});
const choose = (page: Page, ...files: ReturnType<typeof file>[]) =>
  page.getByLabel("Choose files").setInputFiles(files);
const listed = (page: Page) => page.getByRole("main").getByRole("listitem");
const rows = (page: Page) => page.getByRole("list", { name: "Definitions" }).locator("> li");

test("files are planned, bound to a connection, imported and opened, by keys", async ({ workbench: page }) => {
  const stamp = Date.now();
  const [sent, test1] = [`Imported ${stamp}`, `Second ${stamp}`];
  const call = {
    ...{ name: "list", type: "elementRequest" },
    properties: { elementInstanceId: 987654, method: "GET", api: "/contacts" },
  };
  const instances = [{ id: 987654, name: "CRM over there", elementKey: "demobeacon", tags: [] }];
  await page.goto("/formulas");
  await page.getByRole("link", { name: "Import", exact: true }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Import");
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/import-empty.png" });

  await choose(
    page,
    file("one.json", { ...aFormula(sent, call), elementInstances: instances }),
    file("two.json", aFormula(test1)),
  );
  await expect(page.getByRole("heading", { name: "2 definitions" })).toBeFocused();
  await expect(rows(page)).toHaveCount(2);
  const connection = page.getByLabel("CRM over there (demobeacon)");
  if ((await connection.inputValue()) === "") await connection.selectOption({ index: 1 });
  await expect(page.getByRole("button", { name: "Import 2 definitions" })).toBeEnabled();
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/import-plan.png", fullPage: true });
  await page.getByRole("button", { name: "Import 2 definitions" }).press("Enter");
  await expect(page.getByRole("heading", { name: "2 definitions were imported" })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole("link", { name: sent }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(sent);

  await page.goto("/import");
  await choose(page, file("two.json", aFormula(test1)));
  await expect(rows(page)).toContainText(["Unchanged"]);
  await expect(page.getByText("Everything in the files is here already.")).toBeVisible();
  await page.getByRole("button", { name: "Choose other files" }).press("Enter");
  await expect(page.getByLabel("Choose files")).toBeAttached();
});

test("any connection takes the place of one of an unknown element", async ({ workbench: page }) => {
  const name = `From elsewhere ${Date.now()}`;
  const properties = { elementInstanceId: "4711", method: "GET", api: "/contacts" };
  await page.goto("/import");
  await choose(page, file("elsewhere.json", aFormula(name, { name: "list", type: "elementRequest", properties })));
  const connection = page.getByLabel(/4711/);
  await expect(connection.getByRole("option", { name: /\(demo\w+\)$/ }).first()).toBeAttached();
  await connection.selectOption({ index: 1 });
  await page.getByRole("button", { name: "Import 1 definition" }).press("Enter");
  await expect(page.getByRole("heading", { name: "1 definition was imported" })).toBeFocused();
});

test("a folder is imported without what is left out, by keys", async ({ workbench: page }, { outputDir }) => {
  const [inner, outer] = ["Inner", "Outer"].map((name) => `${name} ${Date.now()}`);
  const call = { name: "call", type: "formula", properties: { formulaId: 700 } };
  const folder = path.join(outputDir, "integrations");
  for (const [name, content] of Object.entries({
    "formulas/inner/formula.json": { ...aFormula(inner as string), id: 700, steps: [script("keep", "")] },
    "formulas/inner/keep.js": "done({ fromFile: true });",
    "formulas/outer/formula.json": {
      ...aFormula(outer as string, call),
      subFormulas: [{ id: 700, name: inner }],
    },
    ".git/broken.json": "{",
    "node_modules/tool/package.json": { name: "tool" },
    "notes.txt": "Nothing",
  })) {
    const at = path.join(folder, name);
    await mkdir(path.dirname(at), { recursive: true });
    await writeFile(at, typeof content === "string" ? content : JSON.stringify(content));
  }
  await page.goto("/import");
  await page.getByLabel("Choose a folder").setInputFiles(folder);
  await expect(page.getByRole("heading", { name: "2 definitions" })).toBeFocused();
  await expect(page.getByText("was not read")).toHaveCount(0);
  const all = page.getByRole("checkbox", { name: "All" });
  const include = (name = "") => page.getByRole("checkbox", { name: `Import ${name}` });
  await expect(all).toBeChecked();
  await include(inner).press("Space");
  await expect(include(inner)).toBeFocused();
  await expect(include(inner)).not.toBeChecked();
  await expect(rows(page).filter({ hasText: outer })).toContainText("is left out, and not in this organization");
  await expect(rows(page).filter({ has: include(inner) })).toContainText("Left out");
  expect(await all.evaluate((input: HTMLInputElement) => input.indeterminate)).toBe(true);
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/import-left-out.png", fullPage: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/import-left-out-small.png", fullPage: true });
  await all.press("Space");
  await expect(include(inner)).toBeChecked();
  await all.press("Space");
  await expect(page.getByText("Nothing is chosen.")).toBeVisible();
  await include(inner).press("Space");
  await page.getByRole("button", { name: "Import 1 definition" }).press("Enter");
  await expect(page.getByRole("heading", { name: "1 definition was imported" })).toBeFocused();
  await expect(listed(page).filter({ hasText: outer })).toContainText("Left out");
  await page.getByRole("link", { name: inner }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(inner as string);
});

test("changes of others after the plan are not overwritten, and a new plan keeps the choices, by keys", async ({
  workbench: page,
}) => {
  const [mine, other] = ["Mine", "Other"].map((name) => `${name} ${Date.now()}`) as [string, string];
  const theirs = { ...aFormula(mine), description: "theirs" };
  await page.goto("/import");
  await choose(page, file("mine.json", aFormula(mine)), file("other.json", aFormula(other)));
  const include = page.getByRole("checkbox", { name: `Import ${other}` });
  await include.press("Space");
  await expect(rows(page).filter({ has: include })).toContainText("Left out");
  const run = page.getByRole("button", { name: "Import 1 definition" });
  await expect(run).not.toHaveAttribute("aria-busy");
  // Another person imports one with the same name after the plan.
  const form = { file: file("theirs.json", theirs) };
  expect((await page.request.post("/api/definitions", { multipart: form })).ok()).toBe(true);
  await page.getByRole("button", { name: "Import 1 definition" }).press("Enter");
  const stale = page.getByRole("main").getByRole("alert");
  await expect(stale).toContainText("Someone changed definitions after this plan. Nothing was imported.");
  await expect(stale).toContainText(mine);
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/import-stale.png", fullPage: true });
  await page.getByRole("button", { name: "Update the plan" }).press("Enter");
  await expect(rows(page).filter({ hasText: mine })).toContainText("Replaced");
  await expect(include).not.toBeChecked();
  await expect(stale).toHaveCount(0);
  await page.getByRole("button", { name: "Import 1 definition" }).press("Enter");
  await expect(page.getByRole("heading", { name: "1 definition was imported" })).toBeFocused();
});

test("a definition that cannot be imported says why, and the others can be imported", async ({ workbench: page }) => {
  const good = `Good ${Date.now()}`;
  await page.goto("/import");
  await choose(
    page,
    file("good.json", aFormula(good)),
    file("bad.json", aFormula(LONG, { name: LONG, type: "teleport" })),
  );
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).filter({ hasText: LONG })).toContainText("Not possible");
  await expect(page.getByRole("button", { name: "Import 1 definition" })).toBeDisabled();
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/import-blocked-dark.png", fullPage: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/import-blocked-small.png", fullPage: true });
  await page.getByRole("checkbox", { name: "Import the others" }).press("Space");
  await page.getByRole("button", { name: "Import 1 definition" }).press("Enter");
  await expect(page.getByRole("heading", { name: "1 definition was imported" })).toBeFocused();
  await page.getByRole("button", { name: "Import more" }).press("Enter");
  await expect(page.getByLabel("Choose files")).toBeAttached();
});

test("files that are no definitions are refused in a sentence, and the screen stays usable", async ({
  workbench: page,
}) => {
  await page.goto("/import");
  await choose(page, file("x.json", "[1, 2]"));
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "there is no formula, element or common resource",
  );
  await choose(page, file("a.json", "{"), file("b.json", "{}"));
  await expect(page.getByRole("main").getByRole("alert")).toContainText("a.json: The file is not valid JSON");
  await choose(page, file("a.json", "{}"), file("b.zip", "x"));
  await expect(page.getByText("Choose one zip file, or JSON files.")).toBeVisible();
  await expectAccessible(page);
  await choose(page, file("good.json", aFormula(`Usable ${Date.now()}`)));
  await expect(page.getByRole("heading", { name: "1 definition" })).toBeFocused();
  await page.route("**/api/definitions", (route) => route.abort());
  await page.getByRole("button", { name: "Import 1 definition" }).press("Enter");
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
});
