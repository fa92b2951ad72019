import { type Page, test as plain } from "@playwright/test";

/** A screenshot takes as long as several clicks: those that people look at are saved only with `SCREENSHOTS=1`. */
const SAVES_SCREENSHOTS = process.env.SCREENSHOTS === "1";

/** The folder of the screenshots that tests save; those of failures have longer paths. */
const SCREENSHOTS = "test-results/";

/** The scripts of a page of the product. */
const OURS = 'script[src*="/_next/"]';

/**
 * Parts that every action and assertion waits for: pages that links, forms and redirects open, too, and the inspector of
 * the designer, which shows the previous part for a moment: its fields have the same names. One selector, because
 * Playwright looks for each before every action.
 */
const BUSY = "html[data-hydrating], #designer-inspector > [aria-busy=true]";

export const test = plain.extend({
  async page({ page, javaScriptEnabled }, use) {
    // A test before, in the same context, may have gone offline.
    await page.context().setOffline(false);
    if (javaScriptEnabled !== false) await awaitHydration(page);
    const save = page.screenshot.bind(page);
    page.screenshot = async (options) =>
      !SAVES_SCREENSHOTS && options?.path?.startsWith(SCREENSHOTS) ? Buffer.alloc(0) : await save(options);
    await use(page);
  },
});

/** A page of the product counts as opened after React has hydrated it: earlier input would be lost. */
async function awaitHydration(page: Page): Promise<void> {
  for (const open of ["goto", "reload"] as const) {
    const opens = page[open].bind(page) as (...given: unknown[]) => Promise<never>;
    page[open] = async (...given: unknown[]) => {
      const response = await opens(...given);
      await hydrated(page);
      return response;
    };
  }
  await page.addInitScript(markHydrating, OURS);
  await page.addLocatorHandler(page.locator(BUSY), async () => undefined);
}

/** Another window of the same browser. */
export async function openWindow(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  await awaitHydration(other);
  return other;
}

/** A page may redirect at once, as for people who are not signed in: then the target is awaited. */
async function hydrated(page: Page): Promise<void> {
  for (;;) {
    const waiting = await withoutListener(page).catch((error: Error) => {
      if (!/context was destroyed/.test(error.message)) throw error;
    });
    if (waiting?.length) throw new Error(`React does not listen to ${waiting.join("\n")}`);
    if (waiting) return;
    await page.waitForLoadState();
  }
}

type Waiting = { waitingForReact: () => Element[] };

/**
 * In the page, before its scripts: marks the document until React listens to all controls. React stores the properties
 * of a node with listeners on the node. Code editors create their own nodes. Effects, which listen to the window and to
 * keys, run after that, and before the page is idle.
 */
function markHydrating(ours: string): void {
  if (location.protocol === "about:") return;
  const isOfReact = (node: Element) => Object.keys(node).some((key) => key.startsWith("__reactProps$"));
  const waitingForReact = () =>
    [...document.querySelectorAll("button, input, textarea, select, [role=group]")].filter(
      (node) => !isOfReact(node) && !node.closest(".monaco-editor"),
    );
  Object.assign(window, { waitingForReact });
  const mark = () => {
    if (document.documentElement) document.documentElement.dataset.hydrating = "";
    return document.documentElement !== null;
  };
  if (!mark()) new MutationObserver((_, it) => mark() && it.disconnect()).observe(document, { childList: true });
  document.addEventListener("DOMContentLoaded", function look() {
    if (document.querySelector(ours) && waitingForReact().length > 0) requestAnimationFrame(look);
    else requestIdleCallback(() => delete document.documentElement.dataset.hydrating, { timeout: 5000 });
  });
}

/** The controls without a listener, after 15 seconds at most. */
function withoutListener(page: Page): Promise<string[]> {
  return page.evaluate(async (ours) => {
    const { waitingForReact } = window as unknown as Waiting;
    if (!document.querySelector(ours)) return [];
    const deadline = performance.now() + 15_000;
    while (waitingForReact().length > 0 && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 10));
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 }));
    return waitingForReact().map(({ outerHTML }) => outerHTML.slice(0, 200));
  }, OURS);
}
