import { expect } from "@playwright/test";
import { test as plain } from "./hydrated.ts";
import { aRun, MANUAL, openTab, script, state, step, values } from "./runs-page.ts";
import { signIn, test } from "./signed-in.ts";

const ATTACK = `<img src=x onerror="window.attacked=1"><script>window.attacked=1</script>`;

test("K01, K02: HTML, scripts and links in names, values and errors are text", async ({ workbench: page }) => {
  const body = `console.log(${JSON.stringify(ATTACK)}); done({ html: ${JSON.stringify(ATTACK)}, link: "javascript:window.attacked=1" });`;
  const { id, formulaId } = await aRun(page, {
    name: `Attack &lt;img src=x onerror=window.attacked=1&gt; ${"\u202e"}`,
    description: ATTACK,
    triggers: MANUAL("show"),
    steps: [script("show", body, "fail"), script("fail", `throw ${JSON.stringify(ATTACK)};`)],
  });
  await page.goto(`/runs/${id}`);
  await expect(state(page, "failed")).toBeVisible();
  await expect(page.getByText(ATTACK).first()).toBeVisible();
  await step(page, "show").click();
  const shown = values(page, "show");
  await openTab(shown, "Output");
  await expect(shown).toContainText("javascript:window.attacked=1");
  await openTab(shown, "Logs");
  await expect(shown).toContainText(ATTACK);
  await page.goto(`/formulas/${formulaId}/design`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  for (const address of [`/formulas/${formulaId}`, "/formulas", "/runs", "/home"]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await page.locator('a[href^="javascript:"], a[href^="data:"]').count()).toBe(0);
  }
  expect(await page.evaluate(() => "attacked" in window)).toBe(false);
});

plain("K05, K07: pages of a session are not cached and cannot be framed", async ({ page }) => {
  await signIn(page);
  for (const path of [
    "/home",
    "/runs",
    "/formulas",
    "/connections",
    "/api/auth/session",
    "/api/trpc/connection.list",
  ]) {
    const reply = await page.request.get(path);
    const { "cache-control": cache = "", "content-security-policy": policy = "", ...headers } = reply.headers();
    expect(cache, path).toContain("no-store");
    expect(policy, path).toContain("frame-ancestors 'none'");
    expect(headers["x-content-type-options"], path).toBe("nosniff");
  }
  await page.goto("/runs");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Runs");
  await page.getByRole("button", { name: /account menu$/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(/sign-in|\/$/);
  await page.goBack();
  await expect(page.getByLabel("Password")).toBeVisible();
});

plain(
  "K09, E23: malformed cookies and tokens, the image optimizer and server actions open nothing",
  async ({ request, baseURL }) => {
    for (const cookie of [
      "next-auth.session-token=x",
      "next-auth.session-token=a.b.c.d.e",
      `next-auth.session-token=${"x".repeat(4000)}`,
    ]) {
      const session = await request.get("/api/auth/session", { headers: { cookie } });
      expect([session.status(), await session.json()]).toEqual([200, {}]);
      expect((await request.get("/api/trpc/connection.list", { headers: { cookie } })).status()).toBe(401);
    }
    const bearer = await request.get("/api/auth/session", { headers: { authorization: "Bearer x" } });
    expect(await bearer.json()).toEqual({});
    const image = await request.get("/_next/image?w=64&q=75&url=http%3A%2F%2F169.254.169.254%2F");
    expect(image.status()).toBe(400);
    for (const headers of [
      { "next-action": "0".repeat(42), origin: baseURL ?? "" },
      { "next-action": "x", origin: "https://elsewhere.example" },
    ]) {
      const action = await request.post(`${baseURL}/sign-in`, { headers, multipart: { "1_$ACTION_ID": "x" } });
      expect([400, 403, 404, 409]).toContain(action.status());
    }
  },
);

test("K08: a run of two thousand steps and an output of megabytes are shown in parts", async ({ workbench: page }) => {
  const { id } = await aRun(page, {
    name: "Very large",
    triggers: MANUAL("list"),
    steps: [
      script("list", "done({ all: Array.from({ length: 1100 }, (_, n) => n) });", "each"),
      { name: "each", type: "loop", properties: { list: "steps.list.all" }, onSuccess: ["body"], onFailure: ["make"] },
      script("body", "done({ n: steps.each.index });", "each"),
      script("make", 'done({ text: "x".repeat(3_000_000) });'),
    ],
  });
  await page.goto(`/runs/${id}?step=make`);
  await expect(state(page, "success")).toBeVisible({ timeout: 60_000 });
  expect(await page.getByRole("row").count()).toBeLessThanOrEqual(1001);
  await expect(values(page, "make")).toBeVisible();
  expect(await page.evaluate(() => document.body.innerText.length)).toBeLessThan(400_000);
});

plain("an ended session keeps what was entered, and another tab signs in again", async ({ page, context }) => {
  await signIn(page);
  await page.goto("/administration/organization");
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  const before = await name.inputValue();
  await name.press("End");
  await page.keyboard.type(" entered");
  await context.clearCookies();
  await page.keyboard.press("Enter");
  const ended = page.getByRole("alert").filter({ hasText: "Your session has ended" });
  await expect(ended).toBeVisible();
  await expect(name).toHaveValue(`${before} entered`);
  const opening = page.waitForEvent("popup");
  await ended.getByRole("link", { name: "Sign in in a new tab" }).press("Enter");
  const tab = await opening;
  await tab.getByLabel("Password").press("Enter");
  await tab.waitForURL(/home/);
  await tab.close();
  await name.press("Enter");
  await expect(page.getByText("The name was saved", { exact: true }).first()).toBeVisible();
  await name.press("Control+a");
  await page.keyboard.type(before);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

  // Nothing would be lost any more.
  await page.goto("/runs");
  await context.clearCookies();
  // The page may have looked for new runs before, and be at the sign-in already.
  await page
    .getByLabel("Status")
    .selectOption("success", { timeout: 3000 })
    .catch(() => undefined);
  await expect(page.getByText("Your session has ended. Sign in to continue where you were.")).toBeVisible();
});
