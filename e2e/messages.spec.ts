import { expect, type Page } from "@playwright/test";
import { TEMPLATES } from "../components/formulas/templates.ts";
import { METHODS } from "../server/formula/property-values.ts";
import { hangingOver } from "./hanging-over.ts";
import { test } from "./signed-in.ts";

const ROUTES = [
  "/",
  "/sign-in",
  "/home",
  "/formulas",
  "/formulas/1",
  "/formulas/1/instances/1",
  "/formulas/new",
  "/connections",
  "/connections/1",
  "/connections/new",
  "/connections/new/democrm",
  "/bulk-jobs",
  "/import",
  "/bulk-jobs/1",
  "/common-resources",
  "/common-resources/contacts",
  "/common-resources/contacts/mapping?element=demobeacon&level=organization",
  "/runs",
  "/runs/1",
  "/formulas/1/design",
  "/formulas/new/design",
  "/runs/why",
  "/docs",
  "/docs/api-reference/jobs",
];

const WIDTHS = [1440, 390];

/** The pseudo-locale accents every letter, so plain text on a page comes from no catalog. */
for (const path of ROUTES)
  test(`all texts of ${path} are in a catalog, and longer words fit`, async ({ workbench: page, baseURL }) => {
    await page.context().addCookies([{ name: "locale", value: "en-XA", url: baseURL ?? "" }]);
    const messages = listen(page);
    if (path === "/") await page.context().clearCookies({ name: /session-token/ });
    await page.goto(path);
    await expect(page.locator("html")).toHaveAttribute("lang", "en-XA");
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("");
    await page.waitForLoadState("networkidle");
    for (const width of WIDTHS)
      await test.step(`${width} wide`, async () => {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(async () => uncataloged(await textsOf(page), await messages())).toEqual([]);
        expect(await hangingOver(page), "what hangs over the edge of the window").toEqual([]);
        await page.screenshot({
          path: `test-results/messages${path.replaceAll("/", "-")}-${width}.png`,
          fullPage: true,
        });
      });
  });

/** Screens with many texts; the texts themselves are compared in components/messages. */
const IN_GERMAN = {
  "/home": "Hallo, Demo.",
  "/formulas": "Formeln",
  "/runs": "Läufe",
  "/connections/new": "Was möchten Sie verbinden?",
  "/events/deliveries": "Zustellungen",
  "/operations/schedules": "Zeitpläne",
};

test("German is chosen in the menu, stays, and fits on a telephone", async ({ workbench: page }) => {
  await page.goto("/runs");
  await page.getByRole("button", { name: /account menu/ }).click();
  await page.getByRole("menuitemradio", { name: "Deutsch" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "de-DE");
  await expect(page).toHaveTitle("Läufe · Formulary");
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [path, heading] of Object.entries(IN_GERMAN))
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
      await page.waitForLoadState("networkidle");
      expect(await hangingOver(page), "what hangs over the edge of the window").toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      await page.screenshot({ path: `test-results/german${path.replaceAll("/", "-")}.png`, fullPage: true });
    });
});

test("the language is that of the browser unless another was chosen", async ({ page, baseURL }) => {
  await page.setExtraHTTPHeaders({ "accept-language": "fr, en;q=0.5" });
  await page.goto("/sign-in");
  await expect(page.locator("html")).toHaveAttribute("lang", "en-GB");
  await expect(page).toHaveTitle("Sign in · Formulary");
  await page.context().addCookies([{ name: "locale", value: "en-XA", url: baseURL ?? "" }]);
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "en-XA");
  await expect(page).toHaveTitle(/^⟦.+⟧ · Formulary$/);
});

/**
 * All strings in responses of the server, such as names and error messages. They are not part of the catalogs.
 */
function listen(page: Page): () => Promise<string[]> {
  const responses: Promise<string[]>[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/api/trpc/")) responses.push(response.json().then(stringsIn, () => []));
  });
  return async () => (await Promise.all(responses)).flat();
}

/** Names are shown with a capital letter as well. */
const stringsIn = (value: unknown): string[] =>
  typeof value === "string"
    ? [value, value.charAt(0).toUpperCase() + value.slice(1), ...variablesIn(value)]
    : typeof value === "object" && value !== null
      ? Object.values(value).flatMap(stringsIn)
      : [];

/** The names of formula variables, such as `crm` in `${config.crm}`. */
const variablesIn = (text: string): string[] =>
  [...text.matchAll(/\$\{config\.([^}]+)\}/g)].map(([, name = ""]) => name);

/** All visible and accessible texts of a page, except code, keys and times. */
const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const skipped = "script, style, code, pre, kbd, time, textarea, svg, .font-mono, [data-editor], [translate=no]";
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node.parentElement && !node.parentElement.closest(skipped)) found.push(node.textContent ?? "");
    for (const element of document.querySelectorAll("body *"))
      for (const name of ["aria-label", "title", "placeholder", "alt"])
        if (!element.closest(skipped)) found.push(element.getAttribute(name) ?? "");
    return found;
  });

/** Untranslated texts: names, and examples in fields. */
const NAMES = [
  ...["Formulary", "OpenAPI", "API", "JSON", "openapi.json", "Demo", "Acme"],
  ...["Ctrl Shift Z", "Ctrl Z", "Ctrl S", "React Flow attribution", "React Flow", ...METHODS],
  ...["New formula", "ops@example.com", "https://example.com/failures"],
  ...TEMPLATES.flatMap(({ formula }) => stringsIn(formula)),
];

/** Written by the browser in its language. */
const CLOCK = /\b\d{1,2}:\d{2}\s[AP]M\b/g;

/** The texts that still contain plain words after all strings from the server are removed. */
function uncataloged(texts: string[], messages: string[]): string[] {
  const known = [...new Set([...messages, ...NAMES])]
    .filter((one) => one.length > 1)
    .sort((a, b) => b.length - a.length);
  return [...new Set(texts)].filter((text) => {
    const rest = known.reduce((left, one) => left.replaceAll(one, " "), text.replaceAll(CLOCK, " "));
    return /[A-Za-z]{2}/.test(rest);
  });
}

test("the password policy speaks German", async ({ workbench: page, baseURL }) => {
  await page.context().addCookies([{ name: "locale", value: "de-DE", url: baseURL ?? "" }]);
  await page.goto("/security");
  await page.getByRole("button", { name: "Passwort ändern" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Passwort ändern" });
  await dialog.getByLabel("Jetziges Passwort").fill("formulary-demo");
  const field = dialog.getByLabel("Neues Passwort");
  await field.fill("kurz");
  await page.keyboard.press("Enter");
  await expect(field).toHaveAccessibleDescription(/Muss mindestens 8 Zeichen haben; muss mindestens 1 Ziffer haben/);
  await page.context().clearCookies({ name: "locale" });
});
