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
    const paths = proceduresIn(route.request().url());
    const own = paths.map((path) => (only && !only.includes(path) ? undefined : respond(path)));
    if (own.every((one) => one === undefined)) return route.continue();
    mocked++;
    const fetched = own.includes(undefined) ? await served(route) : [];
    if (fetched) await route.fulfill({ json: own.map((one, index) => one ?? fetched[index]) });
  });
  return () => mocked;
}

/** The procedures that a request calls: several in a batch, none if it is another request. */
export const proceduresIn = (url: string): string[] =>
  decodeURIComponent(new URL(url).pathname.split("/api/trpc/")[1] ?? "")
    .split(",")
    .filter(Boolean);

/** The server's response; undefined if the page was closed meanwhile, which aborts its requests. */
async function served(route: Route): Promise<object[] | undefined> {
  try {
    return await (await route.fetch()).json();
  } catch {
    await route.abort().catch(() => {});
  }
}
