import { type Page, test as plain } from "@playwright/test";

/** A page of the product counts as opened once React listens to it: what a test does earlier would be lost. */
export const test = plain.extend({
  async page({ page, javaScriptEnabled }, use) {
    for (const open of ["goto", "reload"] as const) {
      const opens = page[open].bind(page) as (...given: unknown[]) => Promise<never>;
      page[open] = async (...given: unknown[]) => {
        const response = await opens(...given);
        if (javaScriptEnabled !== false) await hydrated(page);
        return response;
      };
    }
    await use(page);
  },
});

/** A page may lead to another one at once, as those of people who are not signed in do: then that one is waited for. */
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

/** React keeps the properties of a node that it listens to on the node. Editors of code make nodes of their own. */
function withoutListener(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const isOfReact = (node: Element) => Object.keys(node).some((key) => key.startsWith("__reactProps$"));
    const waiting = () =>
      [...document.querySelectorAll("button, input, textarea, select, [role=group]")].filter(
        (node) => !isOfReact(node) && !node.closest(".monaco-editor"),
      );
    if (!document.querySelector('script[src*="/_next/"]')) return [];
    const deadline = performance.now() + 15_000;
    while (waiting().length > 0 && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 10));
    return waiting().map(({ outerHTML }) => outerHTML.slice(0, 200));
  });
}
