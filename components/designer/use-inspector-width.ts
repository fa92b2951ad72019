"use client";

import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { persist, usePersistedState } from "../ui/use-persisted-state.ts";

const STORAGE_NAME = "inspector-width";

/** In pixels. */
const LEAST = 320;
const MOST = 720;
const USUAL = 336;
const STEP = 24;

const within = (width: number) => Math.min(Math.max(Math.round(width), LEAST), MOST);

/** The width of the inspector, with a separator at its left edge that resizes it; the width is stored. */
export function useInspectorWidth() {
  const stored = usePersistedState(STORAGE_NAME);
  const [dragged, setDragged] = useState<number | null>(null);
  const width = dragged ?? within(Number(stored) || USUAL);
  const byKey: Partial<Record<string, number>> = {
    ArrowLeft: width + STEP,
    ArrowRight: width - STEP,
    Home: LEAST,
    End: MOST,
  };
  const separator = {
    tabIndex: 0,
    "aria-orientation": "vertical",
    "aria-valuenow": width,
    "aria-valuemin": LEAST,
    "aria-valuemax": MOST,
    onKeyDown(event: KeyboardEvent) {
      const next = byKey[event.key];
      if (next === undefined) return;
      event.preventDefault();
      persist(STORAGE_NAME, String(within(next)));
    },
    onPointerDown: (event: PointerEvent) => event.currentTarget.setPointerCapture(event.pointerId),
    onPointerMove: (event: PointerEvent) => isHeld(event) && setDragged(widthAt(event)),
    onPointerUp(event: PointerEvent) {
      if (dragged !== null) persist(STORAGE_NAME, String(widthAt(event)));
      setDragged(null);
    },
    onPointerCancel: () => setDragged(null),
  } as const;
  return { width: `${width}px`, separator };
}

const isHeld = ({ currentTarget, pointerId }: PointerEvent) => currentTarget.hasPointerCapture(pointerId);

const widthAt = ({ clientX }: PointerEvent) => within(window.innerWidth - clientX);
