import { expect, type Page } from "@playwright/test";
import { send } from "./runs-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

const operation = (summary: string) => ({ summary, responses: { 200: { description: "ok" } } });
const aDescription = (title: string, paths: object) =>
  JSON.stringify({ openapi: "3.0.0", info: { title }, servers: [{ url: "https://weather.test" }], paths });
const PATHS = { "/storms/{id}": { get: operation("A storm") }, "/winds": { get: operation("All winds") } };

const upload = (page: Page, text: string) =>
  page
    .getByLabel("Choose a file")
    .setInputFiles({ name: "api.json", mimeType: "application/json", buffer: Buffer.from(text) });
const row = (page: Page, path: string) => page.getByRole("listitem").filter({ hasText: path });

test("a file becomes an element of the chosen operations", async ({ workbench: page }) => {
  await page.goto("/elements");
  await page.getByRole("link", { name: "New element" }).press("Enter");
  await page.getByRole("link", { name: "Choose a file or paste text" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Import an API description");
  await upload(page, aDescription("Gale", PATHS));
  await expect(page.getByRole("heading", { name: /^Recognized as OpenAPI/ })).toBeFocused();
  await expect(page.getByText("2 of 2 selected")).toBeVisible();
  await page.getByRole("checkbox", { name: "/winds" }).press("Space");
  await expect(page.getByText("1 of 2 selected")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search operations" }).pressSequentially("nothing like it");
  await expect(page.getByRole("heading", { name: "No operations match “nothing like it”" })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search operations" }).press("Control+a");
  await page.keyboard.press("Delete");
  await page.getByRole("textbox", { name: "Key" }).press("Control+a");
  await page.keyboard.type("gale-one");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create element" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Gale");
  await expect(page).toHaveURL(/\/elements\/gale-one$/);
  await expect(row(page, "/storms/{id}")).toBeVisible();
  await expect(page.getByRole("tab", { name: "Resources 1" })).toBeVisible();
});

test("the preview and the builder name the host of an operation that is not that of the element", async ({
  workbench: page,
}) => {
  await page.goto("/elements/new/import");
  const maps = { get: { ...operation("A map"), servers: [{ url: "https://maps.test/v2" }] } };
  await upload(page, aDescription("Chart", { ...PATHS, "/maps": maps }));
  await expect(row(page, "/maps")).toContainText("Sent to maps.test, with the credentials");
  await expect(row(page, "/winds")).not.toContainText("Sent to");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create element" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Chart");
  await page.getByRole("link", { name: "Open in builder" }).press("Enter");
  const parts = page.getByRole("navigation", { name: "Parts of the element" });
  await parts.getByRole("button", { name: /^Resources/ }).press("Enter");
  await page.getByRole("link", { name: "GET /maps sent to" }).press("Enter");
  await expect(page.getByText("Sent to maps.test, with the credentials, instead of")).toBeVisible();
  await expectAccessible(page);
});

test("pasted text is imported; what cannot be read is refused, and the text stays", async ({ workbench: page }) => {
  await page.goto("/elements/new/import");
  await page.getByRole("button", { name: "Preview" }).press("Enter");
  await expect(page.getByText("Choose a file, or paste text.")).toBeVisible();
  const field = page.getByRole("textbox", { name: "Or paste a description, cURL commands or a sample response" });
  await expect(field).toBeFocused();
  await page.keyboard.type("no description at all");
  await page.getByRole("button", { name: "Preview" }).press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "its format is not recognized" })).toBeVisible();
  await expect(field).toHaveValue("no description at all");
  await field.press("Control+a");
  await page.keyboard.type("curl https://api.breeze.test/v1/gusts?speed=7");
  await page.getByRole("button", { name: "Preview" }).press("Enter");
  await expect(page.getByRole("heading", { name: /^Recognized as cURL/ })).toBeVisible();
  await expect(row(page, "/gusts")).toBeVisible();
  await page.getByRole("button", { name: "Choose another file" }).press("Enter");
  await expect(page.getByRole("button", { name: "Preview" })).toBeVisible();
});

test("files that are dropped, too large or hostile are refused in a sentence, and the screen stays usable", async ({
  workbench: page,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => request.url().includes("/api/imports") && sent.push(request.url()));
  await page.goto("/elements/new/import");
  const target = page.getByRole("group", { name: "File to import" });
  const drop = async (name: string, text: string, extraBytes = 0) => {
    const dataTransfer = await page.evaluateHandle(
      ([name, text, extraBytes]) => {
        const files = new DataTransfer();
        files.items.add(new File([text, new Uint8Array(extraBytes)], name));
        return files;
      },
      [name, text, extraBytes] as const,
    );
    await target.dispatchEvent("dragover", { dataTransfer });
    await expect(target.getByText("Release to import the file")).toBeVisible();
    await target.dispatchEvent("drop", { dataTransfer });
    await expect(target.getByText("Drop a file here, or")).toBeVisible();
  };
  const refusal = page.getByRole("alert").filter({ hasText: /\S/ });

  await drop("large.json", "", 20 * 2 ** 20 + 1);
  await expect(refusal).toHaveText(/^large\.json has 20\.1 MB; at most 20 MB can be imported\./);
  expect(sent).toEqual([]);

  const levels = Array.from({ length: 12 }, (_, at) => `a${at + 1}: &a${at + 1} [${Array(9).fill(`*a${at}`)}]`);
  await drop("bomb.yaml", ["openapi: 3.0.0", "a0: &a0 [x, x, x]", ...levels, "paths: {}"].join("\n"));
  await expect(refusal).toContainText("expands to more than", { timeout: 10_000 });
  await upload(page, "openapi: 3.0.0\ninfo: {title: B}\npaths: &p\n  /x: *p\n");
  await expect(refusal).toContainText("is an alias of what it is a part of", { timeout: 10_000 });
  await expectAccessible(page);

  await drop("mild.json", aDescription("Mild", PATHS));
  await expect(page.getByRole("heading", { name: /^Recognized as OpenAPI/ })).toBeFocused();
  await page.goto("/elements");
  await expect(page.getByRole("main")).not.toContainText(/bomb|Mild/);
});

test("a later file keeps changes by hand, and conflicts need a choice", async ({ workbench: page }) => {
  await page.goto("/elements/new/import");
  await upload(page, aDescription("Squall", PATHS));
  await page.getByRole("button", { name: "Create element" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Squall");
  // The author's manual changes in the builder.
  const opened = await page.request.get(
    `/api/trpc/builder.open?input=${encodeURIComponent('{"elementKey":"squall"}')}`,
  );
  const { elementId, revision, element } = (await opened.json()).result.data;
  element.resources[0].description = "Ours";
  await send(page, "builder.publish", { elementId, basedOn: revision, element });

  await page.reload();
  await page.getByRole("link", { name: "Import again" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Import into Squall");
  const paths = { "/storms/{id}": { get: operation("Later storm") }, "/suns": { get: operation("Suns") } };
  await upload(page, aDescription("Squall", paths));
  await expect(row(page, "/suns")).toContainText("New");
  await expect(row(page, "/winds")).toContainText("Removed");
  await expect(row(page, "/storms/{id}")).toContainText("Conflict: choose a version");
  await expect(page.getByRole("button", { name: "Import", exact: true })).toBeDisabled();
  await expectAccessible(page);
  await page.getByRole("combobox", { name: "Version of GET /storms/{id}" }).selectOption({ label: "Current version" });
  // Another author changes the element after the preview.
  element.resources[0].description = "Ours";
  element.resources[1].description = "Theirs";
  await send(page, "builder.publish", { elementId, basedOn: revision + 1, element });
  await page.getByRole("button", { name: "Import", exact: true }).press("Enter");
  const stale = page.getByRole("alert").filter({ hasText: "Someone changed this element after the preview" });
  await expect(stale).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Update the preview" }).press("Enter");
  await expect(row(page, "/winds")).toContainText("Conflict: choose a version");
  await expect(page.getByRole("combobox", { name: "Version of GET /storms/{id}" })).toHaveValue("current");
  await page.getByRole("combobox", { name: "Version of GET /winds" }).selectOption({ label: "Remove" });
  await page.getByRole("button", { name: "Import", exact: true }).press("Enter");
  await expect(page.getByText("The description was imported into Squall")).toBeVisible();
  await expect(row(page, "/storms/{id}")).toContainText("Ours");
  await expect(row(page, "/suns")).toBeVisible();
  await expect(row(page, "/winds")).toHaveCount(0);
});

test("an element begins as a draft, or as a copy of another one", async ({ workbench: page }) => {
  await page.goto("/elements/new");
  await page.getByRole("button", { name: "Open in builder" }).press("Enter");
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type("Mistral");
  await page.getByRole("button", { name: "Open in builder" }).press("Enter");
  await expect(page).toHaveURL(/\/elements\/new\/build\?draft=\d+/);
  await page.goto("/elements");
  await expect(page.getByRole("region", { name: "Drafts" }).getByRole("link", { name: "Mistral" })).toBeVisible();
  await page.goto("/elements/new");
  await page.getByRole("searchbox", { name: "Search elements to clone" }).pressSequentially("plaza");
  await page.getByRole("button", { name: /^Clone Plaza \(demo\)/ }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Plaza (demo) Clone");
});
