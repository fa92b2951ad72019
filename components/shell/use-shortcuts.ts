"use client";

import { useEffect, useEffectEvent } from "react";
import { type ShortcutHandlers, type ShortcutPlace, shortcutFor } from "./shortcuts.ts";
import { isInDialog, isTyping } from "./typing.ts";

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

const targetOf = ({ target }: KeyboardEvent) => ({
  isTyping: isTyping(target),
  isInDialog: isInDialog(),
  isInCode: target instanceof Element && target.closest("[data-editor]") !== null,
});
