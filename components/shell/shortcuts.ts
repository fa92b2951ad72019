"use client";

import { useEffect, useEffectEvent } from "react";

/** Every key of the Workbench, as the sheet shows them. */
export const SHORTCUTS: { place: string; keys: { keys: string[]; words: string }[] }[] = [
  {
    place: "Everywhere",
    keys: [
      { keys: ["Ctrl", "K"], words: "Search and commands" },
      { keys: ["/"], words: "To the search of this page" },
      { keys: ["?"], words: "This sheet" },
      { keys: ["Esc"], words: "Close what is open" },
    ],
  },
  {
    place: "In the search",
    keys: [
      { keys: ["↑", "↓"], words: "Choose" },
      { keys: ["Enter"], words: "Go there" },
    ],
  },
  {
    place: "In the designer",
    keys: [
      { keys: ["A"], words: "Add a step after the chosen one" },
      { keys: ["F2"], words: "Rename the chosen step" },
      { keys: ["Del"], words: "Delete the chosen step" },
      { keys: ["O"], words: "Outline instead of the picture" },
      { keys: ["J"], words: "The formula as JSON" },
      { keys: ["P"], words: "Problems" },
      { keys: ["Ctrl", "S"], words: "Save" },
      { keys: ["Ctrl", "Enter"], words: "Test run" },
      { keys: ["Ctrl", "Z"], words: "Undo" },
      { keys: ["Ctrl", "Y"], words: "Redo" },
    ],
  },
];

const TYPING = "input, textarea, select, [contenteditable=''], [contenteditable=true], [role=textbox], [role=dialog] *";

/** Listens to the keys that work on every page; letters alone count only where nobody is typing. */
export function useShortcuts(acts: { palette: () => void; shortcuts: () => void }) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isTyping = event.target instanceof Element && event.target.matches(TYPING);
    const act =
      (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k"
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
