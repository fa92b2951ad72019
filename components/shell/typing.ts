/** Elements that use keys themselves: inside them, single letters, undo and Delete are no shortcuts. */
const FIELDS = "input, textarea, select, [contenteditable=''], [contenteditable=true], [role=textbox]";

/** Whether a dialog is open. Keys are for it also if it has the focus itself, or does not have it yet. */
export const isInDialog = (): boolean => document.querySelector("[role=dialog]") !== null;

/** Whether keys are for the element that has the focus, or for a dialog, rather than for the page. */
export const isTyping = (target: EventTarget | null): boolean =>
  isInDialog() || (target instanceof Element && target.matches(FIELDS));
