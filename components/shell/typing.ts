/** What takes the keys of its own: in it, single letters, undo and Delete are no shortcuts. */
export const TYPING =
  "input, textarea, select, [contenteditable=''], [contenteditable=true], [role=textbox], [role=dialog] *";
