import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test as plain } from "@playwright/test";

/** A test of the Workbench: signed in as the administrator of the demo, and complaining about what the page complains about. */
export const test = plain.extend<{ workbench: Page }>({
  async workbench({ page, baseURL }, use) {
    const complaints: string[] = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => isOurs(request.url(), baseURL) || complaints.push(`asked ${request.url()}`));
    await signIn(page);
    await use(page);
    expect(complaints).toEqual([]);
  },
});

export async function signIn(page: Page, leadsTo = "/home"): Promise<void> {
  await page.goto(leadsTo);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => url.pathname + url.search === leadsTo);
}

/** No rule of axe is broken, and nothing hangs over the edge. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, "pixels that the page is wider than the window").toBeLessThanOrEqual(0);
}

/** The demo provider is where people grant access; everything else comes from us. */
const isOurs = (url: string, baseURL = "") =>
  /^(data|blob|about):/.test(url) ||
  url.startsWith(`${baseURL}/`) ||
  url.startsWith(`http://localhost:${process.env.E2E_PROVIDER_PORT}/`);
