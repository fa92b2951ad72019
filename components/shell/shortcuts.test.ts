import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  type KeyPress,
  type KeyTarget,
  SHORTCUTS,
  type ShortcutPlace,
  type ShortcutRow,
  shortcutFor,
} from "./shortcuts.ts";

const PAGE: KeyTarget = { isTyping: false, isInDialog: false, isInCode: false };
const FIELD = { ...PAGE, isTyping: true };
const CODE = { ...FIELD, isInCode: true };
const DIALOG = { ...FIELD, isInDialog: true };

function pressed(keys: string): KeyPress {
  const [key = "", ...held] = keys.split("+").reverse();
  return {
    key,
    ctrlKey: held.includes("Ctrl"),
    metaKey: held.includes("Meta"),
    altKey: held.includes("Alt"),
    shiftKey: held.includes("Shift"),
    defaultPrevented: held.includes("taken"),
  };
}

describe("a key", () => {
  test.each<[ShortcutPlace, string, KeyTarget, string | undefined]>([
    ["designer", "a", PAGE, "add"],
    ["designer", "A", PAGE, "add"],
    ["designer", "a", FIELD, undefined],
    ["designer", "a", DIALOG, undefined],
    ["designer", "Shift+A", PAGE, undefined],
    ["designer", "Alt+a", PAGE, undefined],
    ["designer", "taken+a", PAGE, undefined],
    ["designer", "Ctrl+a", PAGE, "selectAll"],
    ["designer", "Meta+a", PAGE, "selectAll"],
    ["designer", "Ctrl+a", FIELD, undefined],
    ["designer", "Ctrl+s", FIELD, "save"],
    ["designer", "Ctrl+s", CODE, "save"],
    ["designer", "Ctrl+Enter", FIELD, "run"],
    ["designer", "Ctrl+f", FIELD, "find"],
    ["designer", "Ctrl+f", CODE, undefined],
    ["designer", "Ctrl+z", PAGE, "undo"],
    ["designer", "Ctrl+Shift+Z", PAGE, "redo"],
    ["designer", "Ctrl+y", PAGE, "redo"],
    ["designer", "Ctrl+z", FIELD, undefined],
    ["designer", "Delete", PAGE, "delete"],
    ["designer", "Escape", PAGE, "deselect"],
    ["designer", "F2", PAGE, "rename"],
    ["designer", "Ctrl+c", PAGE, undefined],
    ["builder", "Ctrl+Enter", FIELD, "send"],
    ["mapping", "Ctrl+Shift+Z", PAGE, "redo"],
    ["explorer", "Ctrl+Enter", CODE, "send"],
    ["explorer", "Meta+Enter", FIELD, "send"],
    ["explorer", "Ctrl+Enter", DIALOG, undefined],
    ["run", "j", PAGE, "next"],
    ["run", "Ctrl+j", PAGE, undefined],
    ["everywhere", "Shift+?", PAGE, "sheet"],
    ["everywhere", "?", PAGE, "sheet"],
    ["everywhere", "?", FIELD, undefined],
    ["everywhere", "/", PAGE, "searchHere"],
    ["everywhere", "taken+Ctrl+k", CODE, "search"],
    ["everywhere", "Shift+F6", CODE, "regionBefore"],
    ["everywhere", "F6", FIELD, "region"],
    ["everywhere", "F6", DIALOG, undefined],
    ["everywhere", "Tab", PAGE, undefined],
  ])("in %s: %s, %o, is %s", (place, keys, target, id) => {
    expect(shortcutFor(place, pressed(keys), target)).toBe(id);
  });
});

const PLACES = Object.entries(SHORTCUTS) as [ShortcutPlace, { rows: Record<string, ShortcutRow> }][];
const combinations = (place: ShortcutPlace) =>
  Object.values(SHORTCUTS[place].rows as Record<string, ShortcutRow>).flatMap(({ keys, also }) =>
    [keys, also ?? []].filter((one) => one.length > 0).map((one) => one.join(" ")),
  );

test.each(PLACES)("no two rows of %s have the same keys", (place) => {
  const all = combinations(place);
  expect(new Set(all).size).toBe(all.length);
});

const ROOT = new URL("../", import.meta.url);
const files = readdirSync(ROOT, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".test.ts"))
  .map((file) => ({ file: file.replaceAll("\\", "/"), source: readFileSync(new URL(file, ROOT), "utf8") }));

test("every place with rows of its own has its handlers once", () => {
  const bound = files.flatMap(({ source }) =>
    [...source.matchAll(/useShortcuts\(\s*"(\w+)"/g)].map(([, place]) => place),
  );
  const own = PLACES.filter(([, { rows }]) => Object.values(rows).some(({ handledBy }) => handledBy === undefined));
  expect(bound.sort()).toEqual(own.map(([place]) => place).sort());
});

test("no other code listens to the keys of a page", () => {
  const listening = files.filter(({ source }) =>
    /(?:document|window|globalThis)\.addEventListener\(\s*"key/.test(source),
  );
  expect(listening.map(({ file }) => file)).toEqual(["shell/use-shortcuts.ts"]);
});
