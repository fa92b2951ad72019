"use client";

import { useEffect, useEffectEvent } from "react";
import { goToRegion } from "./regions.ts";
import { TYPING } from "./typing.ts";

/** All keyboard shortcuts of the Workbench, as listed on the shortcut sheet; descriptions are message keys. */
export const SHORTCUTS = [
  {
    place: "everywhere.place",
    keys: [
      { keys: ["Ctrl", "K"], description: "everywhere.search" },
      { keys: ["/"], description: "everywhere.searchHere" },
      { keys: ["F6"], description: "everywhere.region" },
      { keys: ["?"], description: "everywhere.sheet" },
      { keys: ["Esc"], description: "everywhere.close" },
    ],
  },
  {
    place: "search.place",
    keys: [
      { keys: ["↑", "↓"], description: "search.choose" },
      { keys: ["Enter"], description: "search.go" },
    ],
  },
  {
    place: "run.place",
    keys: [
      { keys: ["J"], description: "run.next" },
      { keys: ["K"], description: "run.previous" },
    ],
  },
  {
    place: "designer.place",
    keys: [
      { keys: ["A"], description: "designer.add" },
      { keys: ["F2"], description: "designer.rename" },
      { keys: ["Del"], description: "designer.delete" },
      { keys: ["O"], description: "designer.outline" },
      { keys: ["J"], description: "designer.json" },
      { keys: ["P"], description: "designer.problems" },
      { keys: ["Ctrl", "S"], description: "designer.save" },
      { keys: ["Ctrl", "Enter"], description: "designer.test" },
      { keys: ["Ctrl", "Z"], description: "designer.undo" },
      { keys: ["Ctrl", "Y"], description: "designer.redo" },
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
