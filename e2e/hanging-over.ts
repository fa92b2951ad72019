import type { Page } from "@playwright/test";

/** Texts that overflow the window and are not inside an element that scrolls or clips them. */
export const hangingOver = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isCut = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (getComputedStyle(element).overflowX !== "visible" || isCut(element.parentElement));
    return [...document.querySelectorAll("body *")]
      .filter((element) => [...element.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE))
      .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1 && !isCut(element))
      .map(({ textContent }) => textContent ?? "");
  });
