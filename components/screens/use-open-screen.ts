"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef, useTransition } from "react";
import { beginOpening } from "./opening.ts";

/**
 * Opens a screen; `replace` instead of adding to the history. Resolves when the screen is shown: a mutation that awaits
 * this in `onSuccess` stays pending until then. Otherwise its button works again while a slow connection loads the
 * screen, and a second click creates, or runs, the same thing again. A screen that would begin without a focus gets it.
 */
export function useOpenScreen(how: "push" | "replace" = "push"): (href: Route) => Promise<void> {
  const router = useRouter();
  const [isOpening, startTransition] = useTransition();
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => (isOpening ? beginOpening() : undefined), [isOpening]);
  useEffect(() => {
    if (!isOpening) resolveAll(waiting.current);
  });
  useEffect(
    () => () => {
      // The screen has replaced this component, and with it the button that had the focus.
      if (waiting.current.length > 0 && document.activeElement === document.body)
        document.getElementById("content")?.focus();
      resolveAll(waiting.current);
    },
    [],
  );
  return useCallback(
    (href) =>
      new Promise<void>((resolve) => {
        waiting.current.push(resolve);
        startTransition(() => router[how](href));
      }),
    [router, how],
  );
}

const resolveAll = (waiting: (() => void)[]) => {
  for (const resolve of waiting.splice(0)) resolve();
};
