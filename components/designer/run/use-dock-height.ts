"use client";

import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { persist, usePersistedState } from "../../ui/use-persisted-state.ts";

const STORAGE_NAME = "dock-height";

/** In hundredths of the window's height. */
const LEAST = 15;
const MOST = 80;
const USUAL = 45;
const STEP = 5;

const within = (height: number) => Math.min(Math.max(Math.round(height), LEAST), MOST);

/** The height of a dock at the bottom of the window, with a separator that resizes it; the height is stored. */
export function useDockHeight() {
  const kept = usePersistedState(STORAGE_NAME);
  const [dragged, setDragged] = useState<number | null>(null);
  const height = dragged ?? within(Number(kept) || USUAL);
  const byKey: Partial<Record<string, number>> = {
    ArrowUp: height + STEP,
    ArrowDown: height - STEP,
    Home: LEAST,
    End: MOST,
  };
  const separator = {
    tabIndex: 0,
    "aria-orientation": "horizontal",
    "aria-valuenow": height,
    "aria-valuemin": LEAST,
    "aria-valuemax": MOST,
    onKeyDown(event: KeyboardEvent) {
      const next = byKey[event.key];
      if (next === undefined) return;
      event.preventDefault();
      persist(STORAGE_NAME, String(within(next)));
    },
    onPointerDown: (event: PointerEvent) => event.currentTarget.setPointerCapture(event.pointerId),
    onPointerMove: (event: PointerEvent) => isHeld(event) && setDragged(heightAt(event)),
    onPointerUp(event: PointerEvent) {
      if (dragged !== null) persist(STORAGE_NAME, String(heightAt(event)));
      setDragged(null);
    },
    onPointerCancel: () => setDragged(null),
  } as const;
  return { height: `${height}dvh`, separator };
}

const isHeld = ({ currentTarget, pointerId }: PointerEvent) => currentTarget.hasPointerCapture(pointerId);

const heightAt = ({ clientY }: PointerEvent) => within((1 - clientY / window.innerHeight) * 100);
