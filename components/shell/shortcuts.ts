"use client";

import { useEffect, useEffectEvent } from "react";
import { goToRegion } from "./regions.ts";
import { TYPING } from "./typing.ts";

/**
 * All keyboard shortcuts of the Workbench, as the shortcut sheet lists them; descriptions are message keys. A group is
 * shown first on the pages that it is for.
 */
export const SHORTCUTS = [
  {
    place: "designer.place",
    pages: /\/design$/,
    keys: [
      { keys: ["A"], description: "designer.add" },
      { keys: ["F2"], description: "designer.rename" },
      { keys: ["Del"], description: "designer.delete" },
      { keys: ["O"], description: "designer.outline" },
      { keys: ["J"], description: "designer.json" },
      { keys: ["P"], description: "designer.problems" },
      { keys: ["Ctrl", "S"], description: "designer.save" },
      { keys: ["Ctrl", "Enter"], description: "designer.test" },
      { keys: ["Ctrl", "A"], description: "designer.selectAll" },
      { keys: ["Ctrl", "C"], description: "designer.copy" },
      { keys: ["Ctrl", "X"], description: "designer.cut" },
      { keys: ["Ctrl", "V"], description: "designer.paste" },
      { keys: ["Ctrl", "D"], description: "designer.duplicate" },
      { keys: ["Ctrl", "Z"], description: "designer.undo" },
      { keys: ["Ctrl", "Y"], description: "designer.redo" },
    ],
  },
  {
    place: "builder.place",
    pages: /\/build$/,
    keys: [
      { keys: ["Ctrl", "S"], description: "designer.save" },
      { keys: ["Ctrl", "Enter"], description: "builder.send" },
      { keys: ["Del"], description: "builder.delete" },
      { keys: ["Ctrl", "Z"], description: "designer.undo" },
      { keys: ["Ctrl", "Y"], description: "designer.redo" },
    ],
  },
  {
    place: "mapping.place",
    pages: /\/mapping$/,
    keys: [
      { keys: ["Ctrl", "S"], description: "designer.save" },
      { keys: ["Ctrl", "Z"], description: "designer.undo" },
      { keys: ["Ctrl", "Y"], description: "designer.redo" },
    ],
  },
  {
    place: "run.place",
    pages: /^\/runs\/\d+$/,
    keys: [
      { keys: ["J"], description: "run.next" },
      { keys: ["K"], description: "run.previous" },
      { keys: ["→"], description: "run.open" },
      { keys: ["←"], description: "run.close" },
    ],
  },
  {
    place: "explorer.place",
    pages: /^\/explorer/,
    keys: [{ keys: ["Ctrl", "Enter"], description: "builder.send" }],
  },
  {
    place: "everywhere.place",
    pages: /^/,
    keys: [
      { keys: ["Ctrl", "K"], description: "everywhere.search" },
      { keys: ["/"], description: "everywhere.searchHere" },
      { keys: ["F6"], description: "everywhere.region" },
      { keys: ["Shift", "F6"], description: "everywhere.regionBefore" },
      { keys: ["?"], description: "everywhere.sheet" },
      { keys: ["Esc"], description: "everywhere.close" },
    ],
  },
  {
    place: "search.place",
    pages: null,
    keys: [
      { keys: ["↑", "↓"], description: "search.choose" },
      { keys: ["Enter"], description: "search.go" },
    ],
  },
] as const;

/** Handles the shortcuts that work on every page; single letters are ignored while the user is typing. */
export function useShortcuts(acts: { palette: () => void; shortcuts: () => void }) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isTyping = event.target instanceof Element && event.target.matches(TYPING);
    const isInDialog = event.target instanceof Element && event.target.closest("[role=dialog]") !== null;
    const act =
      event.key === "F6" && !isInDialog
        ? () => goToRegion(event.shiftKey ? -1 : 1)
        : (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k"
          ? acts.palette
          : isTyping || event.ctrlKey || event.metaKey || event.altKey
            ? undefined
            : { "?": acts.shortcuts, "/": searchHere }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

const searchHere = () => document.querySelector<HTMLInputElement>("main input[type=search]")?.focus();
