"use client";

import { useEffect, useEffectEvent } from "react";
import { isSignedInAgain } from "../api/ended-session.ts";

const LOOK_MS = 5000;

/** Returns to the page whose session has ended, once its user has signed in in another tab. */
export function useReturn(hasEnded: boolean, goBack: () => void): void {
  const look = useEffectEvent(async () => {
    if (document.visibilityState === "visible" && (await isSignedInAgain())) goBack();
  });
  useEffect(() => {
    if (!hasEnded) return;
    const onLook = () => void look();
    const timer = setInterval(onLook, LOOK_MS);
    document.addEventListener("visibilitychange", onLook);
    window.addEventListener("focus", onLook);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onLook);
      window.removeEventListener("focus", onLook);
    };
  }, [hasEnded]);
}
