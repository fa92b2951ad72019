"use client";

import { useEffect, useEffectEvent, useState } from "react";

const AGAIN_MS = 3000;

/**
 * Calls `onChange` when the server reports a change of one run, or of the list of runs. A lost connection is reopened.
 * Returns whether the connection is live, so that callers can poll otherwise.
 */
export function useLive({ run, isOn, onChange }: { run?: number; isOn: boolean; onChange: () => void }): boolean {
  const [isLive, setIsLive] = useState(false);
  const notify = useEffectEvent(onChange);
  useEffect(() => {
    if (!isOn) return;
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function connect() {
      source = new EventSource(run === undefined ? "/api/live" : `/api/live?run=${run}`);
      source.addEventListener("changed", () => {
        setIsLive(true);
        notify();
      });
      // The last change may have arrived while the first request was in flight: callers that are not live refetch.
      source.addEventListener("ended", () => {
        source?.close();
        setIsLive(false);
      });
      source.addEventListener("error", () => {
        setIsLive(false);
        // The browser reconnects by itself except after an error response. A refetch shows if the session is valid.
        if (source?.readyState !== EventSource.CLOSED) return;
        notify();
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
