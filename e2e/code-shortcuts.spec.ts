import { expect, type Locator, type Page } from "@playwright/test";
import { SHORTCUTS, type ShortcutPlace, type ShortcutRow } from "../components/shell/shortcuts.ts";
import { openDraft } from "./builder-page.ts";
import { beginFormula, editor, writeJson } from "./designer-page.ts";
import { proceduresIn } from "./mock-procedures.ts";
import { test } from "./signed-in.ts";

const HOOKED = {
  configuration: [{ key: "base.url", name: "Base", description: "Base", defaultValue: "http://127.0.0.1:9" }],
  hooks: [{ type: "postRequest", body: "return {};", isLegacy: true }],
  resources: [{ method: "GET", path: "/deals", vendorPath: "/deals" }],
};

type Place = {
  /** Opens a page with a code editor, and returns it. */
  open: (page: Page) => Promise<Locator>;
  /** The effects of the shortcuts that work in the editor. */
  effects: Readonly<Record<string, (page: Page) => Promise<unknown>>>;
};

const isSent = (page: Page, procedure: string) =>
  page.waitForRequest((request) => proceduresIn(request.url()).includes(procedure));

/** Every place with a shortcut that works while people type, by its keys. */
const PLACES: Partial<Record<ShortcutPlace, Place>> = {
  designer: {
    async open(page) {
      await beginFormula(page);
      return editor(page, "Script");
    },
    effects: {
      save: (page) => expect(page.getByRole("dialog", { name: "Publish" })).toBeVisible(),
      run: (page) => expect(page.getByRole("region", { name: "Run", exact: true })).toBeVisible(),
      rename: (page) => expect(page.getByRole("dialog", { name: "Rename script" })).toBeVisible(),
    },
  },
  builder: {
    async open(page) {
      await openDraft(page, HOOKED, "part=hooks");
      await page.getByRole("list", { name: "Hooks" }).getByRole("button").first().click();
      return editor(page, "Script");
    },
    effects: {
      save: (page) => expect(page.getByRole("dialog", { name: "Publish" })).toBeVisible(),
      send: (page) => expect(page.getByRole("complementary", { name: "Test" })).toBeVisible(),
    },
  },
  mapping: {
    async open(page) {
      await page.goto("/common-resources");
      await page.getByRole("button", { name: "New common resource" }).click();
      const dialog = page.getByRole("dialog", { name: "New common resource" });
      await dialog.getByLabel("Name").fill(`keys${Date.now()}`);
      await dialog.getByLabel("Fields").fill("mail");
      await dialog.getByRole("button", { name: "Create" }).click();
      await page.getByRole("button", { name: "Map an element" }).first().click();
      const map = page.getByRole("dialog", { name: "Map an element" });
      await map.getByLabel("Element").selectOption({ label: "Beacon CRM (demo)" });
      await map.getByRole("button", { name: "Open mapping" }).click();
      await page.getByRole("button", { name: "Add script" }).click();
      return page.locator("[data-editor=monaco]");
    },
    effects: { save: (page) => expect(page.getByText("The mapping was saved").first()).toBeAttached() },
  },
  explorer: {
    async open(page) {
      await page.goto("/explorer?operation=postFormulas");
      await page.getByRole("button", { name: "JSON", exact: true }).click();
      await writeJson(page, "Body", { name: 1 });
      return editor(page, "Body");
    },
    effects: { send: (page) => isSent(page, "explorer.send") },
  },
  everywhere: {
    async open(page) {
      await beginFormula(page);
      return editor(page, "Script");
    },
    effects: {
      search: (page) => expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused(),
      region: (page) => expect(page.locator("[data-editor=monaco] :focus")).toHaveCount(0),
      regionBefore: (page) => expect(page.locator("[data-editor=monaco] :focus")).toHaveCount(0),
    },
  },
};

const rowsOf = (place: ShortcutPlace) =>
  Object.entries<ShortcutRow>(SHORTCUTS[place].rows).filter(([, row]) => row.inFields && !row.notInCode);

const inCode = (Object.keys(SHORTCUTS) as ShortcutPlace[]).filter((place) => rowsOf(place).length > 0);

for (const place of inCode)
  for (const [id, { keys }] of rowsOf(place))
    for (const control of keys.includes("Ctrl") ? ["Control", "Meta"] : [""])
      test(`${place}: ${id} by ${control} from inside a code editor, which keeps its text`, async ({
        workbench: page,
      }) => {
        const { open, effects } = PLACES[place] ?? {};
        const effect = effects?.[id];
        if (!open || !effect) throw new Error(`Say what ${place}.${id} does in a code editor.`);
        const code = await open(page);
        await code.getByRole("textbox").focus();
        await page.keyboard.press("Control+Home");
        // By its element, as a dialog hides the roles of the page below it.
        const lines = await code.locator(".view-lines").elementHandle();
        const before = await lines?.innerText();
        const happens = effect(page);
        await page.keyboard.press(keys.map((key) => (key === "Ctrl" ? control : key)).join("+"));
        await happens;
        expect(await lines?.innerText()).toBe(before);
      });
