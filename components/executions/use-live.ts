"use client";

import { useEffect, useEffectEvent, useState } from "react";

const AGAIN_MS = 3000;

/**
 * Calls `onChange` when the server says that something is new: about one run, or in the list of them. Where the
 * connection is lost it comes back by itself, and what may have been missed is asked for. `isLive` says whether it holds.
 */
export function useLive({ run, isOn, onChange }: { run?: number; isOn: boolean; onChange: () => void }): boolean {
  const [isLive, setIsLive] = useState(false);
  const tell = useEffectEvent(onChange);
  useEffect(() => {
    if (!isOn) return;
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function connect() {
      source = new EventSource(run === undefined ? "/api/live" : `/api/live?run=${run}`);
      source.addEventListener("changed", () => {
        setIsLive(true);
        tell();
      });
      // The last change may have come while the first answer was under way: without a line it is asked for again.
      source.addEventListener("ended", () => {
        source?.close();
        setIsLive(false);
      });
      source.addEventListener("error", () => {
        setIsLive(false);
        // The browser tries again by itself, except after a refusal: then a question tells whether the session lives.
        if (source?.readyState !== EventSource.CLOSED) return;
        tell();
        timer = setTimeout(connect, AGAIN_MS);
      });
    }
    connect();
    return () => {
      clearTimeout(timer);
      source?.close();
      setIsLive(false);
    };
  }, [run, isOn]);
  return isLive;
}
