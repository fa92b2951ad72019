import { expect, type Page } from "@playwright/test";

/**
 * Opens the page, whose policy must allow no code but the scripts that this very response names. Resolves to the
 * sources of scripts in the policy.
 */
export async function expectPolicy(page: Page, path: string): Promise<string> {
  const response = await page.goto(path);
  const policy = (await response?.headerValue("content-security-policy")) ?? "";
  const [scripts = ""] = policy.split("; ").filter((part) => part.startsWith("script-src "));
  expect(scripts, path).toMatch(/^script-src 'self' 'nonce-[A-Za-z0-9+/]{22}=='$/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(await response?.headerValue("x-content-type-options")).toBe("nosniff");
  expect(await response?.headerValue("referrer-policy")).toBe("strict-origin-when-cross-origin");
  return scripts;
}

/** `{heading}` in the title stands for the heading of the page. */
export async function expectTitle(page: Page, title: string): Promise<void> {
  const heading = page.getByRole("heading", { level: 1 }).first();
  await expect(heading).toBeVisible();
  await expect(async () =>
    expect(await page.title()).toBe(title.replace("{heading}", await heading.innerText())),
  ).toPass();
}
