import { expect, type Page } from "@playwright/test";
import { createFormula, workState } from "./designer-page.ts";
import { openWindow } from "./hydrated.ts";
import { loseResponse } from "./lose-response.ts";
import { MANUAL, script } from "./runs-page.ts";
import { expectAccessible, test } from "./signed-in.ts";

/** The editors of drafts: both have a name and a description in what they open with. */
const EDITORS = {
  designer: async (page: Page) => {
    const body = { name: "Alone", triggers: MANUAL("here"), steps: [script("here", "done({});")] };
    return `/formulas/${await createFormula(page, body)}/design`;
  },
  builder: async (page: Page) => {
    const key = `windows${Date.now()}`;
    const data = { name: "Alone", key, description: "x", hub: "crm", authentication: { type: "basic" } };
    const reply = await page.request.post("/api/trpc/builder.create", { data: { element: data } });
    expect(reply.ok(), await reply.text()).toBe(true);
    return `/elements/${key}/build?part=info`;
  },
};

/** The same editors with the saved draft of something new. */
const NEW = {
  designer: async (page: Page) => {
    const formula = { name: "Alone", triggers: MANUAL("here"), steps: [script("here", "done({});")] };
    const data = { formulaId: null, basedOn: null, draft: null, formula };
    const reply = await page.request.post("/api/trpc/design.keep", { data });
    return `/formulas/new/design?draft=${(await reply.json()).result.data.id}`;
  },
  builder: async (page: Page) => {
    const element = { name: "Alone", description: "x", hub: "crm", authentication: { type: "basic" } };
    const data = { elementId: null, basedOn: null, draft: null, element };
    const reply = await page.request.post("/api/trpc/builder.keep", { data });
    return `/elements/new/build?draft=${(await reply.json()).result.data.id}&part=info`;
  },
};

type Field = "Name" | "Description";
const field = (page: Page, label: Field) => page.getByLabel(label, { exact: true }).first();

async function type(page: Page, label: Field, text: string): Promise<void> {
  await field(page, label).press("Control+End");
  await page.keyboard.type(text);
}

async function save(page: Page, label: Field, text: string): Promise<void> {
  const saved = page.waitForResponse((response) => response.url().includes(".keep") && response.ok());
  await type(page, label, text);
  await saved;
  await expect(workState(page, "Draft saved")).toBeVisible();
}

async function publish(page: Page): Promise<void> {
  await page.keyboard.press("Control+s");
  const dialog = page.getByRole("dialog", { name: "Publish" });
  await dialog.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(dialog).toBeHidden();
}

const question = (page: Page) => page.getByRole("alert").filter({ hasText: "Which version do you want to keep?" });

/** Checks the fields of a new window of the same person. */
async function expectFields(
  page: Page,
  address: string,
  expected: Partial<Record<Field, string | RegExp>>,
): Promise<void> {
  const fresh = await openWindow(page);
  await fresh.goto(address);
  for (const [label, value] of Object.entries(expected)) await expect(field(fresh, label as Field)).toHaveValue(value);
  await fresh.close();
}

for (const [editor, create] of Object.entries(NEW))
  test(`two windows of the ${editor} with the draft of something new ask which version to keep`, async ({
    workbench: page,
  }) => {
    const address = await create(page);
    await page.goto(address);
    await expect(field(page, "Name")).toHaveValue("Alone");
    const other = await openWindow(page);
    await other.goto(address);
    await save(other, "Description", " of the other window");
    await type(page, "Name", " here");
    await expect(question(page)).toBeVisible();
    await page.reload();
    await expect(field(page, "Name")).toHaveValue("Alone here");
    await expect(question(page)).toBeVisible();
    await expectFields(page, address, { Name: "Alone", Description: /of the other window$/ });
    await question(page).getByRole("button", { name: "Keep the other version" }).press("Enter");
    await expect(field(page, "Description")).toHaveValue(/of the other window$/);
    await save(page, "Name", " again");
    await expectFields(page, address, { Name: "Alone again", Description: /of the other window$/ });
  });

for (const [editor, create] of Object.entries(NEW))
  test(`something new that two windows of the ${editor} publish is published once`, async ({ workbench: page }) => {
    const address = await create(page);
    await page.goto(address);
    await expect(field(page, "Name")).toHaveValue("Alone");
    const other = await openWindow(page);
    await other.goto(address);
    await expect(field(other, "Name")).toHaveValue("Alone");
    await publish(other);
    await expect(workState(other, "Published · revision 1")).toBeVisible();
    await publish(page);
    await expect(question(page)).toBeVisible();
    await question(page).getByRole("button", { name: "Keep the other version" }).press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(editor === "designer" ? "Formulas" : "Elements");
    await page.goBack();
    await expect(question(page)).toHaveCount(0);
  });

for (const [editor, create] of Object.entries(EDITORS))
  test.describe(editor, () => {
    async function twoWindows(page: Page) {
      const address = await create(page);
      await page.goto(address);
      await expect(field(page, "Name")).toHaveValue("Alone");
      const other = await openWindow(page);
      await other.goto(address);
      await expect(field(other, "Name")).toHaveValue("Alone");
      return { address, other };
    }

    test("reloading does not answer which version to keep", async ({ workbench: page }) => {
      const { address, other } = await twoWindows(page);
      await save(other, "Description", " of the other window");
      await type(page, "Name", " here");
      await expect(question(page)).toBeVisible();
      await page.reload();
      await expect(field(page, "Name")).toHaveValue("Alone here");
      await expect(question(page)).toBeVisible();
      await expectAccessible(page);
      await expectFields(page, address, { Name: "Alone", Description: /of the other window$/ });

      await question(page).getByRole("button", { name: "Keep the other version" }).press("Enter");
      await expect(field(page, "Description")).toHaveValue(/of the other window$/);
      await expect(workState(page, "Draft saved")).toBeVisible();
      await save(page, "Name", " again");
      await expectFields(page, address, { Name: "Alone again", Description: /of the other window$/ });
    });

    test("a copy of an earlier build asks as well, and its version is kept if that is chosen", async ({
      workbench: page,
    }) => {
      const { address, other } = await twoWindows(page);
      await save(other, "Description", " of the other window");
      await type(page, "Name", " here");
      await expect(question(page)).toBeVisible();
      await page.evaluate(() => {
        addEventListener("pagehide", () => {
          for (const [key, text] of Object.entries(sessionStorage))
            if (/ draft (formula|element) /.test(key))
              sessionStorage.setItem(key, JSON.stringify({ ...JSON.parse(text), base: undefined }));
        });
      });
      await page.reload();
      await expect(question(page)).toBeVisible();
      await expectFields(page, address, { Name: "Alone", Description: /of the other window$/ });
      await question(page).getByRole("button", { name: "Keep this version" }).press("Enter");
      await expect(workState(page, "Draft saved")).toBeVisible();
      await expectFields(page, address, { Name: "Alone here" });
    });

    test("text that was on its way when the page was reloaded is no work of another window", async ({
      workbench: page,
    }) => {
      const address = await create(page);
      await page.goto(address);
      await loseResponse(page, /[.]keep/);
      await type(page, "Name", " sent");
      await expect(workState(page, "Offline, saved in this window")).toBeVisible();
      await expect(workState(page, "Draft saved")).toBeVisible();

      await loseResponse(page, /[.]keep/);
      await type(page, "Name", " and more");
      await expect(workState(page, "Offline, saved in this window")).toBeVisible();
      await type(page, "Name", " and more");
      await page.reload();
      await expect(field(page, "Name")).toHaveValue("Alone sent and more and more");
      await expect(workState(page, "Draft saved")).toBeVisible();
      await expectFields(page, address, { Name: "Alone sent and more and more" });
    });

    test("work without a network is merged with what was published meanwhile, after a reload", async ({
      workbench: page,
    }) => {
      const { address, other } = await twoWindows(page);
      await page.route(/[.]keep/, (route) => route.abort());
      await type(page, "Name", " on a train");
      await expect(workState(page, "Offline, saved in this window")).toBeVisible();
      await save(other, "Description", " published");
      await publish(other);
      await expect(workState(other, "Published · revision 2")).toBeVisible();
      await page.unroute(/[.]keep/);
      await page.reload();
      await expect(workState(page, "Draft saved")).toBeVisible();
      await page.keyboard.press("Control+s");
      const dialog = page.getByRole("dialog", { name: "Publish" });
      await expect(dialog).toContainText("on a train");
      await expect(dialog).not.toContainText(/description/i);
      await dialog.getByRole("button", { name: "Publish", exact: true }).click();
      await expect(page.getByText("was published while you were editing")).toBeVisible();
      await page.getByRole("button", { name: "Merge changes" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Merge into my draft" }).click();
      await publish(page);
      await expect(workState(page, "Published · revision 3")).toBeVisible();
      await expectFields(page, address, { Name: "Alone on a train", Description: /published$/ });
    });

    test("an older window neither publishes nor discards over a newer draft", async ({ workbench: page }) => {
      const address = await create(page);
      await page.goto(address);
      await save(page, "Name", " here");
      const other = await openWindow(page);
      await other.goto(address);
      await save(other, "Description", " later");
      await publish(page);
      await expect(question(page)).toBeVisible();
      const both = { Name: "Alone here", Description: /later$/ };
      await expectFields(page, address, both);

      await page.getByRole("button", { name: "Undo" }).press("Enter");
      await expect(field(page, "Name")).toHaveValue("Alone");
      await expect(question(page)).toBeVisible();
      await expectFields(page, address, both);
      await question(page).getByRole("button", { name: "Keep the other version" }).press("Enter");
      await expect(field(page, "Description")).toHaveValue(both.Description);
      await expect(workState(page, "Draft saved")).toBeVisible();
      await publish(page);
      await expect(workState(page, "Published · revision 2")).toBeVisible();
      await expectFields(page, address, both);
    });

    test("undo in an older window does not discard a newer draft", async ({ workbench: page }) => {
      const address = await create(page);
      await page.goto(address);
      await save(page, "Name", " here");
      const other = await openWindow(page);
      await other.goto(address);
      await save(other, "Description", " later");
      await page.getByRole("button", { name: "Undo" }).press("Enter");
      await expect(question(page)).toBeVisible();
      await expectFields(page, address, { Name: "Alone here", Description: /later$/ });
    });

    test("the other version is the published one if the other window has published", async ({ workbench: page }) => {
      const { address, other } = await twoWindows(page);
      await save(other, "Description", " published");
      await page.reload();
      await expect(field(page, "Description")).toHaveValue(/published$/);
      await publish(other);
      await expect(workState(other, "Published · revision 2")).toBeVisible();
      await type(page, "Name", " here");
      await question(page).getByRole("button", { name: "Keep the other version" }).press("Enter");
      await expect(field(page, "Name")).toHaveValue("Alone");
      await expect(workState(page, "Published · revision 2")).toBeVisible();
      await save(page, "Name", " afterwards");
      await publish(page);
      await expect(workState(page, "Published · revision 3")).toBeVisible();
      await expectFields(page, address, { Name: "Alone afterwards", Description: /published$/ });
    });
  });
