"use client";

import { useEffect, useEffectEvent } from "react";
import { type ShortcutHandlers, type ShortcutPlace, shortcutFor } from "./shortcuts.ts";
import { TYPING } from "./typing.ts";

/** Escape closes what is open and does nothing else, also in the moment before it has the focus. */
const OPEN = "[role=menu], [role=dialog]";

/** Handles the shortcuts of a place of the table, as long as the component is shown. */
export function useShortcuts<Place extends ShortcutPlace>(place: Place, handlers: ShortcutHandlers<Place>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Escape" && document.querySelector(OPEN)) return;
    const id = shortcutFor(place, event, targetOf(event));
    const handle = id === undefined ? undefined : (handlers as Record<string, (() => unknown) | undefined>)[id];
    if (!handle) return;
    event.preventDefault();
    handle();
  });
  useEffect(() => {
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

const targetOf = ({ target }: KeyboardEvent) => {
  const element = target instanceof Element ? target : null;
  // Keys are for an open dialog also if it has the focus itself, or does not have it yet.
  const isInDialog = document.querySelector("[role=dialog]") !== null;
  return {
    isTyping: isInDialog || (element?.matches(TYPING) ?? false),
    isInDialog,
    isInCode: element?.closest("[data-editor]") != null,
  };
};
