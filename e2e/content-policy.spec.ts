import { expect } from "@playwright/test";
import { beginFormula, writeCode } from "./designer-page.ts";
import { test as plain } from "./hydrated.ts";
import { expectPolicy, expectTitle } from "./page-policy.ts";
import { PUBLIC_TITLES, ROUTES } from "./routes.ts";
import { reportViolations, test } from "./signed-in.ts";

test("each response of a page names its own scripts", async ({ workbench: page }) => {
  const paths = [...ROUTES.slice(0, 3), ...ROUTES.slice(0, 3)];
  const seen = new Set<string>();
  for (const path of paths) seen.add(await expectPolicy(page, path));
  expect(seen.size).toBe(paths.length);
});

for (const [path, title] of Object.entries(PUBLIC_TITLES))
  plain(`${path} has its title and obeys its policy for people who are not signed in`, async ({ page }) => {
    const complaints: string[] = [];
    page.on("console", (message) => message.text().startsWith("policy:") && complaints.push(message.text()));
    await reportViolations(page);
    if (path.startsWith("/elements")) await page.goto(path);
    else await expectPolicy(page, path);
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
    document.body.append(script);
    script.innerHTML = '<img src="/nothing" onerror="window.ran = true">';
    return [await refused, "ran" in window];
  });
  expect(ran).toEqual(["script-src-attr", false]);
});

test("scripts and styles are compressed when they are built, and kept by browsers", async ({ workbench: page }) => {
  await page.goto("/home");
  const files = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  const compressed = files.filter((file) => /\/_next\/static\/.*[.](?:js|css)$/.test(file));
  expect(compressed.length).toBeGreaterThan(5);
  const encodings = new Set<string | undefined>();
  for (const file of compressed) {
    const headers = (await page.request.get(file, { headers: { "accept-encoding": "br" } })).headers();
    if (headers["content-length"] === undefined || Number(headers["content-length"]) > 1400)
      encodings.add(headers["content-encoding"]);
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  }
  expect([...encodings]).toEqual(["br"]);
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
