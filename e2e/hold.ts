import type { Page, Route } from "@playwright/test";

/**
 * Holds requests until the returned function is called, and then handles them with `handle`: a test can look at what is
 * shown meanwhile, however fast the machine is.
 */
export async function hold(
  page: Page,
  url: string | RegExp,
  handle: (route: Route) => Promise<void>,
): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await handle(route).catch(() => {}); // The page may have been left.
  });
  return resolve;
}
