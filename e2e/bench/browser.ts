import { chromium, type Page } from "@playwright/test";
import { ensureSystemPackages, findChromium } from "../../server/launch/system-packages.ts";
import { signIn } from "../signed-in.ts";

const VIEWPORT = { width: 1440, height: 900 };

/** Runs `use` with a page of the product on this port, signed in, in a browser without a graphics card. */
export async function inBrowser(port: string, use: (page: Page) => Promise<void>): Promise<void> {
  if (!findChromium()) ensureSystemPackages();
  const executablePath = findChromium();
  const args = ["--no-sandbox", "--disable-gpu"];
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args });
  try {
    const context = await browser.newContext({ baseURL: `http://localhost:${port}`, viewport: VIEWPORT });
    const page = await context.newPage();
    await signIn(page);
    await use(page);
  } finally {
    await browser.close();
  }
}
