import { type BrowserContext, expect, type Page } from "@playwright/test";
import { brokenRules } from "./axe.ts";
import { test as plain } from "./hydrated.ts";

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

/** Chromium keeps parts of previous pages, and becomes slower. */
const TESTS_PER_CONTEXT = 12;
let tests = 0;

/**
 * A test of the Workbench: signed in as the administrator of the demo; errors in the browser's console fail the test.
 */
export const test = plain.extend<{ workbench: Page }, { session: Cookies }>({
  // One for all tests of a Playwright worker: password verification is slow.
  session: [
    async ({ playwright }, use, { project }) => {
      const request = await playwright.request.newContext({ baseURL: project.use.baseURL });
      await signIn({ request });
      await use((await request.storageState()).cookies);
      await request.dispose();
    },
    { scope: "worker" },
  ],
  /** The tests of a worker share it. Playwright clears it in between, except for permissions. */
  async context({ context }, use, test) {
    await context.clearPermissions();
    await use(context);
    if (++tests % TESTS_PER_CONTEXT === 0 && test.status === test.expectedStatus) await context.close();
  },
  async workbench({ page, baseURL, session }, use) {
    const complaints: string[] = [];
    page.on("console", (message) => {
      // Browsers log refusals as well; the test checks whether the page shows them.
      const { url } = message.location();
      const isRefusal = /\/api\/(?:trpc\/|imports[/?]|definitions(?:\/|$)|bulk-uploads\?)/.test(url);
      // A test took the network away: code that a page loads in advance at that moment fails.
      const isOffline = message.text().includes("ERR_INTERNET_DISCONNECTED");
      if (message.type() === "error" && !isRefusal && !isOffline) complaints.push(`${message.text()} at ${url}`);
    });
    await reportViolations(page);
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => isOurs(request.url(), baseURL) || complaints.push(`asked ${request.url()}`));
    await page.context().addCookies(session);
    await use(page);
    expect(complaints).toEqual([]);
  },
});

/** Writes violations of the Content-Security-Policy to the console, as errors. */
export async function reportViolations(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sourceFile }) =>
      // biome-ignore lint/suspicious/noConsole: this is where the fixture looks.
      console.error(`policy: ${effectiveDirective} refused ${blockedURI} at ${sourceFile}`),
    );
  });
}

/** The request of the sign-in form; its own tests are in sign-in.spec.ts. */
export async function signIn(
  { request }: Pick<Page, "request">,
  username = "demo@formulary.test",
  password = "formulary-demo",
): Promise<void> {
  const { csrfToken } = (await (await request.get("/api/auth/csrf")).json()) as { csrfToken: string };
  const form = { csrfToken, username, password, json: "true" };
  const reply = await request.post("/api/auth/callback/credentials", { form });
  expect(reply.ok()).toBe(true);
}

/** Checks that there are no violations of axe's rules, and nothing overflows the page. */
export async function expectAccessible(page: Page, checks?: { onlyColors: boolean }): Promise<void> {
  expect(await brokenRules(page, checks)).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, "pixels that the page is wider than the window").toBeLessThanOrEqual(0);
}

/** The demo provider hosts the consent pages; all other requests must go to the product. */
const isOurs = (url: string, baseURL = "") =>
  /^(data|blob|about):/.test(url) ||
  url.startsWith(`${baseURL}/`) ||
  url.startsWith(`http://localhost:${process.env.E2E_PROVIDER_PORT}/`);
