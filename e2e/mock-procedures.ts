import type { Page, Route } from "@playwright/test";

/**
 * Mocks procedures of the screens, several of which may be batched in one request; others are passed to the server.
 * Resolves to a function that returns how many requests were mocked.
 */
export async function mockProcedures(
  page: Page,
  respond: (path: string) => object,
  only?: string[],
): Promise<() => number> {
  let mocked = 0;
  await page.route("**/api/trpc/**", async (route) => {
    const paths = decodeURIComponent(new URL(route.request().url()).pathname.split("/api/trpc/")[1] ?? "").split(",");
    const own = paths.map((path) => (only && !only.includes(path) ? undefined : respond(path)));
    if (own.every((one) => one === undefined)) return route.continue();
    mocked++;
    const fetched = own.includes(undefined) ? await served(route) : [];
    if (fetched) await route.fulfill({ json: own.map((one, index) => one ?? fetched[index]) });
  });
  return () => mocked;
}

/** The server's response; undefined if the page was closed meanwhile, which aborts its requests. */
async function served(route: Route): Promise<object[] | undefined> {
  try {
    return await (await route.fetch()).json();
  } catch {
    await route.abort().catch(() => {});
  }
}
