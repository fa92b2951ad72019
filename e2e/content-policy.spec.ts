import { expect, type Page } from "@playwright/test";
import { beginFormula, writeCode } from "./designer-page.ts";
import { test as plain } from "./hydrated.ts";
import { PUBLIC_TITLES, TITLES } from "./routes.ts";
import { reportViolations, test } from "./signed-in.ts";

/** The script sources in the policy of a page, which must name this response and allow no other code. */
async function scriptsOf(page: Page, path: string): Promise<string> {
  const response = await page.goto(path);
  const policy = (await response?.headerValue("content-security-policy")) ?? "";
  const [scripts = ""] = policy.split("; ").filter((part) => part.startsWith("script-src "));
  expect(scripts, path).toMatch(/^script-src 'self' 'nonce-[A-Za-z0-9+/]{22}=='$/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(await response?.headerValue("x-content-type-options")).toBe("nosniff");
  expect(await response?.headerValue("referrer-policy")).toBe("strict-origin-when-cross-origin");
  return scripts;
}

async function expectTitle(page: Page, title: string): Promise<void> {
  const heading = page.getByRole("heading", { level: 1 }).first();
  await expect(heading).toBeVisible();
  await expect(async () =>
    expect(await page.title()).toBe(title.replace("{heading}", await heading.innerText())),
  ).toPass();
}

test("every page has its title, and runs only scripts that the server named", async ({ workbench: page }) => {
  const seen = new Set<string>();
  for (const [path, title] of Object.entries(TITLES)) {
    seen.add(await scriptsOf(page, path));
    await expectTitle(page, title);
    await page.waitForLoadState("networkidle");
  }
  expect(seen.size).toBe(Object.keys(TITLES).length);
});

for (const [path, title] of Object.entries(PUBLIC_TITLES))
  plain(`${path} has its title and obeys its policy for people who are not signed in`, async ({ page }) => {
    const complaints: string[] = [];
    page.on("console", (message) => message.text().startsWith("policy:") && complaints.push(message.text()));
    await reportViolations(page);
    if (path.startsWith("/elements")) await page.goto(path);
    else await scriptsOf(page, path);
    await expectTitle(page, title);
    await page.waitForLoadState("networkidle");
    expect(complaints).toEqual([]);
  });

test("code editors and their workers run under the same policy", async ({ workbench: page }) => {
  const workers: string[] = [];
  page.on("worker", (worker) => workers.push(worker.url()));
  await beginFormula(page);
  await page.getByRole("group", { name: /^Step script,/ }).click();
  await writeCode(page, "Script", "done({ tried: undeclared });");
  await expect(page.locator("[data-editor=monaco]")).toContainText("undeclared");
  // The worker of the language creates the marker.
  await expect(page.locator("[data-editor=monaco] .squiggly-error").first()).toBeVisible({ timeout: 60_000 });
  await page.getByRole("button", { name: "Test run" }).click();
  const run = page.getByRole("region", { name: "Run", exact: true });
  await expect(run.locator("[data-editor=monaco]")).toBeVisible();
  expect(workers.length).toBeGreaterThan(0);
});

plain("a script that somebody puts into a page does not run", async ({ page }) => {
  await page.goto("/sign-in");
  const ran = await page.evaluate(async () => {
    const refused = new Promise((resolve) =>
      document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => resolve(effectiveDirective)),
    );
    const script = document.createElement("div");
    script.innerHTML = '<img src="/nothing" onerror="window.ran = true">';
    document.body.append(script);
    return [await refused, "ran" in window];
  });
  expect(ran).toEqual(["script-src-attr", false]);
});

test("responses of the API are not cached and are not pages", async ({ workbench: page }) => {
  for (const path of ["/api/trpc/formula.list", "/api/auth/session", "/api/auth/csrf"]) {
    const headers = (await page.request.get(path)).headers();
    expect([path, headers["cache-control"]]).toEqual([path, expect.stringContaining("no-store")]);
    expect(headers["content-security-policy"]).toBe("default-src 'none'; frame-ancestors 'none'");
  }
});

plain("browsers find the icon at its usual address", async ({ request }) => {
  const icon = await request.get("/favicon.ico");
  expect([icon.status(), icon.headers()["content-type"]]).toEqual([200, "image/svg+xml"]);
});
