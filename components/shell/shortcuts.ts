"use client";

import { useEffect, useEffectEvent } from "react";
import { goToRegion } from "./regions.ts";

/** Every key of the Workbench, as the sheet shows them; the words are of the catalog. */
export const SHORTCUTS = [
  {
    place: "everywhere.place",
    keys: [
      { keys: ["Ctrl", "K"], words: "everywhere.search" },
      { keys: ["/"], words: "everywhere.searchHere" },
      { keys: ["F6"], words: "everywhere.region" },
      { keys: ["?"], words: "everywhere.sheet" },
      { keys: ["Esc"], words: "everywhere.close" },
    ],
  },
  {
    place: "search.place",
    keys: [
      { keys: ["↑", "↓"], words: "search.choose" },
      { keys: ["Enter"], words: "search.go" },
    ],
  },
  {
    place: "designer.place",
    keys: [
      { keys: ["A"], words: "designer.add" },
      { keys: ["F2"], words: "designer.rename" },
      { keys: ["Del"], words: "designer.delete" },
      { keys: ["O"], words: "designer.outline" },
      { keys: ["J"], words: "designer.json" },
      { keys: ["P"], words: "designer.problems" },
      { keys: ["Ctrl", "S"], words: "designer.save" },
      { keys: ["Ctrl", "Enter"], words: "designer.test" },
      { keys: ["Ctrl", "Z"], words: "designer.undo" },
      { keys: ["Ctrl", "Y"], words: "designer.redo" },
    ],
  },
] as const;

const TYPING = "input, textarea, select, [contenteditable=''], [contenteditable=true], [role=textbox], [role=dialog] *";

/** Listens to the keys that work on every page; letters alone count only where nobody is typing. */
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
