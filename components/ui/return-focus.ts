import type { RefObject } from "react";

type Target = boolean | HTMLElement | null;

/**
 * The `finalFocus` of a popup: `target`, unless the user has moved on. A slow machine removes a closed popup late, and
 * Base UI then takes the focus from wherever it is if `finalFocus` is a function.
 */
export const returnFocus = (popup: RefObject<HTMLElement | null>, target: () => Target) => (): Target => {
  const wanted = target();
  return hasFocusElsewhere(popup.current) ? false : wanted;
};

/** Whether something outside has the focus. Browsers move it to the body when the element that has it is removed. */
function hasFocusElsewhere(popup: HTMLElement | null): boolean {
  const now = document.activeElement;
  return now !== null && now !== document.body && !now.closest("[data-base-ui-focus-guard]") && !popup?.contains(now);
}
