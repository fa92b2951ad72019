import type { Page } from "@playwright/test";

/** The server handles the next request to this address, but its response is lost. */
export const loseResponse = (page: Page, url: RegExp): Promise<unknown> =>
  page.route(
    url,
    async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    },
    { times: 1 },
  );
