import { expect, type Page, test } from "@playwright/test";
import { hold } from "./hold.ts";
import { PUBLIC_TITLES, ROUTES } from "./routes.ts";
import { signIn } from "./signed-in.ts";

/** Opens a page whose code arrives when the returned function is called. */
async function openEarly(page: Page, path: string): Promise<() => void> {
  const release = await hold(page, /_next\/static\/.*\.js/, (route) => route.continue());
  await page.goto(path, { waitUntil: "domcontentloaded" });
  return release;
}

const TYPED = "input:not([type]), input[type=text], input[type=search], input[type=password], textarea";

/** The fields of the page, in which a person can type or choose, that its HTML has before its code runs. */
const fieldsOf = (page: Page) => page.locator(`:is(${TYPED}, select):enabled:visible`);

type Entered = { label: string; value: string /** The value in the state of React. */; state: string | undefined };

const valuesIn = (page: Page): Promise<Entered[]> =>
  fieldsOf(page).evaluateAll((fields) =>
    (fields as HTMLInputElement[]).map((field) => {
      const label = field.ariaLabel ?? field.labels?.[0]?.innerText.split("\n")[0] ?? field.outerHTML;
      const key = Object.keys(field).find((name) => name.startsWith("__reactProps$"));
      const props = (field as unknown as Record<string, { value?: string }>)[key ?? ""];
      return { label, value: field.value, state: props && (props.value ?? field.value) };
    }),
  );

/** Enters something in each field: the fields that this changed, by their position, and what they had. */
async function enter(page: Page): Promise<Map<number, Entered>> {
  const before = await valuesIn(page);
  for (const field of await fieldsOf(page).all()) {
    await field.focus();
    const isChoice = await field.evaluate(({ tagName }) => tagName === "SELECT");
    await page.keyboard.press(isChoice ? "ArrowDown" : "e");
  }
  const after = await valuesIn(page);
  return new Map([...before.entries()].filter(([at, { value }]) => value !== after[at]?.value));
}

for (const [name, paths] of Object.entries({ users: ROUTES, everybody: Object.keys(PUBLIC_TITLES) }))
  test(`pages for ${name} keep what is entered before their code arrives`, async ({ page }) => {
    if (name === "users") await signIn(page);
    let fields = 0;
    for (const path of paths) {
      const html = await (await page.request.get(path)).text();
      if (!html.includes("/_next/static/") || !/<(input|textarea|select)\b/.test(html)) continue;
      const release = await openEarly(page, path);
      const changed = await enter(page);
      release();
      await expect(async () => {
        const kept = await valuesIn(page);
        // The choice of a time becomes the time itself.
        const lost = [...changed].filter(([at, was]) => {
          const { value, state } = kept[at] ?? was;
          return value === was.value || state !== value;
        });
        expect(
          lost.map(([, { label }]) => label),
          path,
        ).toEqual([]);
      }).toPass({ timeout: 10_000 });
      fields += changed.size;
      await page.unrouteAll({ behavior: "ignoreErrors" });
    }
    expect(fields).toBeGreaterThan(0);
  });

test("a sign-in that is sent before the page's code arrives waits for it, and is never in the address", async ({
  page,
}) => {
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  const release = await openEarly(page, "/sign-in");
  await page.getByLabel("Password", { exact: true }).press("Control+a");
  await page.keyboard.type("formulary-demo");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/sign-in$/);
  release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hello, Demo.");
  expect(addresses.filter((address) => address.includes("formulary-demo"))).toEqual([]);
});
