"use client";

import { useEffect, useEffectEvent } from "react";
import { type ShortcutHandlers, type ShortcutPlace, shortcutFor } from "./shortcuts.ts";
import { isInDialog, isTyping } from "./typing.ts";

/** Escape closes what is open and does nothing else, also in the moment before it has the focus. */
const OPEN = "[role=menu], [role=dialog]";

/**
 * Handles the shortcuts of a place of the table, as long as the component is shown. Code editors use most keys
 * themselves, so the keys of a shortcut that works in them are taken before they reach the editor.
 */
export function useShortcuts<Place extends ShortcutPlace>(place: Place, handlers: ShortcutHandlers<Place>): void {
  const press = useEffectEvent((event: KeyboardEvent, isCapturing: boolean) => {
    const target = targetOf(event);
    if (isCapturing !== (target.isInCode && target.isTyping)) return;
    if (event.key === "Escape" && document.querySelector(OPEN)) return;
    const id = shortcutFor(place, event, target);
    const handle = id === undefined ? undefined : (handlers as Record<string, (() => unknown) | undefined>)[id];
    // An editor must not act on a shortcut either while it does nothing.
    if (id !== undefined && isCapturing) event.stopPropagation();
    if (id === undefined || !(handle || isCapturing)) return;
    event.preventDefault();
    handle?.();
  });
  useEffect(() => {
    const onCapture = (event: KeyboardEvent) => press(event, true);
    const onBubble = (event: KeyboardEvent) => press(event, false);
    document.addEventListener("keydown", onCapture, { capture: true });
    document.addEventListener("keydown", onBubble);
    return () => {
      document.removeEventListener("keydown", onCapture, { capture: true });
      document.removeEventListener("keydown", onBubble);
    };
  }, []);
}

const targetOf = ({ target }: KeyboardEvent) => ({
  isTyping: isTyping(target),
  isInDialog: isInDialog(),
  isInCode: target instanceof Element && target.closest("[data-editor]") !== null,
});
