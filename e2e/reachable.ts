import type { Page } from "@playwright/test";

/**
 * The elements of a page that can be clicked, and that neither Tab reaches nor the arrow keys of a group that Tab
 * reaches, or that have no name.
 */
export const unreachable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const CONTROLS =
      "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link], [role=tab], [role=menuitem], [role=option], [role=treeitem], [role=switch], [role=checkbox], [role=radio]";
    /** Groups of which one control has the focus, and arrow keys move it; editors have keys of their own. */
    const GROUPS =
      "[data-roving], [role=tablist], [role=tree], [role=listbox], [role=menu], [role=radiogroup], [role=toolbar], [role=grid], [data-editor]";
    const isUsable = (element: HTMLElement) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.matches(":disabled, [aria-disabled=true]") &&
      !element.closest("[inert], [aria-hidden=true]");
    const nameOf = (element: HTMLElement) => {
      const fieldLabels = (element as HTMLInputElement).labels;
      const labels = element.getAttribute("aria-labelledby")?.split(/\s+/) ?? [];
      return [
        element.ariaLabel,
        ...labels.map((id) => document.getElementById(id)?.textContent),
        ...[...(fieldLabels ?? [])].map((label) => label.textContent),
        element.textContent,
        element.title,
        element.querySelector("img")?.alt,
        element.getAttribute("placeholder"),
      ].find((text) => text?.trim());
    };
    const isInReach = (element: HTMLElement) =>
      element.tabIndex >= 0 ||
      [...(element.closest(GROUPS)?.querySelectorAll<HTMLElement>("*") ?? [])].some(({ tabIndex }) => tabIndex >= 0);
    const cursorOf = (element: Element | null) => element && getComputedStyle(element).cursor;
    const tag = (element: Element) => element.outerHTML.slice(0, 160);
    const faults: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>("body *")) {
      const isControl = element.matches(CONTROLS);
      if (isControl && isUsable(element)) {
        // A button opens a field for files, which is not seen.
        const { width, height } = element.getBoundingClientRect();
        if (width * height > 1 && !isInReach(element)) faults.push(`out of reach: ${tag(element)}`);
        if (!nameOf(element)) faults.push(`without a name: ${tag(element)}`);
      }
      // A pointer like that of a button, on what is no control and not a part of one.
      if (isControl || element.closest(`${CONTROLS}, label, [tabindex]`) || cursorOf(element) !== "pointer") continue;
      if (cursorOf(element.parentElement) !== "pointer" && isUsable(element))
        faults.push(`only for a pointer: ${tag(element)}`);
    }
    return faults;
  });
