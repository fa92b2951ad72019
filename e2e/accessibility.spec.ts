import type { Page } from "@playwright/test";
import { expectAccessible, test } from "./signed-in.ts";

const ROUTES = [
  "/home",
  "/formulas",
  "/formulas/1",
  "/formulas/1/instances/1",
  "/formulas/1/design",
  "/formulas/new",
  "/formulas/new/design",
  "/runs",
  "/connections",
  "/connections/1",
  "/connections/new",
  "/connections/new/democrm",
];

/** What the server says, where it is not what it has: nothing yet, or that it failed. */
const STATES: Record<string, (page: Page) => Promise<unknown>> = {
  full: async () => {},
  empty: (page) => answerAll(page, (path) => ({ result: { data: EMPTY[path] } }), Object.keys(EMPTY)),
  failing: (page) => answerAll(page, failure),
};

const EMPTY: Record<string, unknown> = {
  "home.overview": { recent: [], failed: [], broken: [], connections: 0, runs: 0 },
  "formula.list": { formulas: [], total: 0 },
  "formulaInstance.list": [],
  "execution.list": { items: [], total: 0 },
  "connection.list": [],
  "connection.catalogue": { elements: [], hubs: [] },
};

const failure = (path: string) => ({
  error: {
    message: "The database does not answer.",
    code: -32603,
    data: { kind: "serverError", status: 400, requestId: "0d3c7b0e-0000-4000-8000-000000000000", path },
  },
});

/** Answers calls of the screens, several of which may come in one; those that are not named go to the server. */
const answerAll = (page: Page, answer: (path: string) => object, only?: string[]) =>
  page.route("**/api/trpc/**", async (route) => {
    const paths = decodeURIComponent(new URL(route.request().url()).pathname.split("/api/trpc/")[1] ?? "").split(",");
    const own = paths.map((path) => (only && !only.includes(path) ? undefined : answer(path)));
    if (own.every((one) => one === undefined)) return route.continue();
    const fetched = own.includes(undefined) ? await (await route.fetch()).json() : [];
    await route.fulfill({ json: own.map((one, index) => one ?? fetched[index]) });
  });

const LOOKS = [
  { colorScheme: "light", width: 1440, height: 900 },
  { colorScheme: "dark", width: 1440, height: 900 },
  { colorScheme: "dark", width: 390, height: 844 },
  { colorScheme: "light", width: 390, height: 844 },
] as const;

for (const [state, prepare] of Object.entries(STATES))
  for (const path of ROUTES)
    test(`${path}, ${state}, can be used by everybody in light and dark, wide and narrow`, async ({
      workbench: page,
    }) => {
      await prepare(page);
      await page.goto(path);
      await page
        .getByText(/^Loading/)
        .first()
        .waitFor({ state: "detached" });
      for (const { colorScheme, ...size } of LOOKS)
        await test.step(`${colorScheme}, ${size.width}`, async () => {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize(size);
          await expectAccessible(page);
        });
    });
