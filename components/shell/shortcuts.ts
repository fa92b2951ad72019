/**
 * All keyboard shortcuts of the Workbench by place. Both the shortcut sheet and `useShortcuts` read this table: a row
 * without `handledBy` needs a handler of its id, and there is no other handler. Texts are message keys; places with
 * `pages` come first in the sheet on those pages.
 */
export const SHORTCUTS = {
  designer: {
    place: "designer.place",
    pages: /\/design$/,
    rows: {
      add: { keys: ["A"], text: "designer.add" },
      connect: { keys: ["C"], text: "designer.connect" },
      rename: { keys: ["F2"], text: "designer.rename", inFields: true, notInDialogs: true },
      delete: { keys: ["Del"], text: "designer.delete" },
      deselect: { keys: ["Esc"], text: "designer.deselect" },
      move: { keys: ["Alt", "↓"], text: "designer.move", handledBy: "the canvas" },
      outline: { keys: ["O"], text: "designer.outline" },
      json: { keys: ["J"], text: "designer.json" },
      problems: { keys: ["P"], text: "designer.problems" },
      save: { keys: ["Ctrl", "S"], text: "designer.save", inFields: true },
      run: { keys: ["Ctrl", "Enter"], text: "designer.test", inFields: true },
      // Code editors find in their own text.
      find: { keys: ["Ctrl", "F"], text: "designer.find", inFields: true, notInCode: true },
      selectAll: { keys: ["Ctrl", "A"], text: "designer.selectAll" },
      copy: { keys: ["Ctrl", "C"], text: "designer.copy", handledBy: "the clipboard events of the browser" },
      cut: { keys: ["Ctrl", "X"], text: "designer.cut", handledBy: "the clipboard events of the browser" },
      paste: { keys: ["Ctrl", "V"], text: "designer.paste", handledBy: "the clipboard events of the browser" },
      duplicate: { keys: ["Ctrl", "D"], text: "designer.duplicate" },
      undo: { keys: ["Ctrl", "Z"], text: "designer.undo" },
      redo: { keys: ["Ctrl", "Y"], also: ["Ctrl", "Shift", "Z"], text: "designer.redo" },
    },
  },
  builder: {
    place: "builder.place",
    pages: /\/build$/,
    rows: {
      save: { keys: ["Ctrl", "S"], text: "designer.save", inFields: true },
      send: { keys: ["Ctrl", "Enter"], text: "builder.send", inFields: true },
      delete: { keys: ["Del"], text: "builder.delete", handledBy: "the list of operations" },
      undo: { keys: ["Ctrl", "Z"], text: "designer.undo" },
      redo: { keys: ["Ctrl", "Y"], also: ["Ctrl", "Shift", "Z"], text: "designer.redo" },
    },
  },
  mapping: {
    place: "mapping.place",
    pages: /\/mapping$/,
    rows: {
      save: { keys: ["Ctrl", "S"], text: "designer.save", inFields: true },
      undo: { keys: ["Ctrl", "Z"], text: "designer.undo" },
      redo: { keys: ["Ctrl", "Y"], also: ["Ctrl", "Shift", "Z"], text: "designer.redo" },
    },
  },
  run: {
    place: "run.place",
    pages: /^\/runs\/\d+$/,
    rows: {
      next: { keys: ["J"], text: "run.next" },
      previous: { keys: ["K"], text: "run.previous" },
      open: { keys: ["→"], text: "run.open", handledBy: "the list of steps" },
      close: { keys: ["←"], text: "run.close", handledBy: "the list of steps" },
    },
  },
  explorer: {
    place: "explorer.place",
    pages: /^\/explorer/,
    rows: { send: { keys: ["Ctrl", "Enter"], text: "builder.send", inFields: true, notInDialogs: true } },
  },
  documentation: {
    place: "documentation.place",
    pages: /^\/docs/,
    rows: { search: { keys: ["/"], text: "documentation.search" } },
  },
  everywhere: {
    place: "everywhere.place",
    pages: /^/,
    rows: {
      search: { keys: ["Ctrl", "K"], text: "everywhere.search", inFields: true, overrides: true },
      searchHere: { keys: ["/"], text: "everywhere.searchHere" },
      region: { keys: ["F6"], text: "everywhere.region", inFields: true, overrides: true, notInDialogs: true },
      regionBefore: {
        keys: ["Shift", "F6"],
        text: "everywhere.regionBefore",
        ...{ inFields: true, overrides: true, notInDialogs: true },
      },
      sheet: { keys: ["?"], text: "everywhere.sheet" },
      close: { keys: ["Esc"], text: "everywhere.close", handledBy: "the open dialog or panel" },
      fullScreen: { keys: ["F11"], text: "everywhere.fullScreen", handledBy: "the code editor" },
    },
  },
  searchDialog: {
    place: "search.place",
    pages: null,
    rows: {
      choose: { keys: ["↑", "↓"], text: "search.choose", handledBy: "the list of results" },
      go: { keys: ["Enter"], text: "search.go", handledBy: "the list of results" },
    },
  },
} as const satisfies Record<string, { place: string; pages: RegExp | null; rows: Record<string, ShortcutRow> }>;

export type ShortcutRow = {
  keys: readonly string[];
  /** Other keys for the same. */
  also?: readonly string[];
  text: string;
  /** It also works while the user is typing, or in a dialog. */
  inFields?: true;
  notInCode?: true;
  notInDialogs?: true;
  /** It also works if the focused element has a use of its own for the keys. */
  overrides?: true;
  /** The handler of the keys, if it is not `useShortcuts`. */
  handledBy?: string;
};

export type ShortcutPlace = keyof typeof SHORTCUTS;
type Rows<Place extends ShortcutPlace> = (typeof SHORTCUTS)[Place]["rows"];
/** Every row, with its text as the key of a message. */
export type AnyShortcut = { [Place in ShortcutPlace]: Rows<Place>[keyof Rows<Place>] }[ShortcutPlace];

/** The handlers of a place: one for each row that no component handles by itself; undefined while it does nothing. */
export type ShortcutHandlers<Place extends ShortcutPlace> = {
  [Id in keyof Rows<Place> as Rows<Place>[Id] extends { handledBy: string } ? never : Id]: (() => unknown) | undefined;
};

export type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "defaultPrevented">;
/** Where the focus is. */
export type KeyTarget = { isTyping: boolean; isInDialog: boolean; isInCode: boolean };

/** The id of the row that a key is for; undefined if it is for none. */
export function shortcutFor(place: ShortcutPlace, press: KeyPress, target: KeyTarget): string | undefined {
  const rows: Record<string, ShortcutRow> = SHORTCUTS[place].rows;
  return Object.keys(rows).find((id) => {
    const row = rows[id];
    if (!row || row.handledBy !== undefined) return false;
    if (press.defaultPrevented && !row.overrides) return false;
    if ((target.isTyping && !row.inFields) || (target.isInCode && row.notInCode)) return false;
    if (target.isInDialog && row.notInDialogs) return false;
    return isPressed(row.keys, press) || (row.also !== undefined && isPressed(row.also, press));
  });
}

/** Names on keys that differ from those of the browser. */
const NAMES: Record<string, string> = { Del: "Delete", Esc: "Escape" };

function isPressed(keys: readonly string[], { key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): boolean {
  const last = keys.at(-1) ?? "";
  const wanted = (NAMES[last] ?? last).toLowerCase();
  if (key.toLowerCase() !== wanted || altKey !== keys.includes("Alt")) return false;
  if ((ctrlKey || metaKey) !== keys.includes("Ctrl")) return false;
  // Whether a sign needs Shift depends on the keyboard.
  const isSign = /^[^a-z0-9]$/.test(wanted);
  return isSign || shiftKey === keys.includes("Shift");
}
