/** Elements that use keys themselves: inside them, single letters, undo and Delete are no shortcuts. */
export const TYPING =
  "input, textarea, select, [contenteditable=''], [contenteditable=true], [role=textbox], [role=dialog] *";
