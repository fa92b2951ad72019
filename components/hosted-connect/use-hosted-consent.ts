"use client";

import { useEffect, useRef, useState } from "react";

type State = "idle" | "waiting" | "blocked" | "denied";

/**
 * The provider's page in a window of its own. It begins at our own origin, so that its cookie is set there: a frame
 * inside of another site could not set one.
 */
export function useHostedConsent(token: string, onConnected: (elementInstanceId: number) => void) {
  const opened = useRef<Window | null>(null);
  const values = useRef<Record<string, string>>({});
  const [state, setState] = useState<State>("idle");
  const [words, setWords] = useState("");

  useEffect(() => {
    function onMessage({ origin, source, data }: MessageEvent) {
      if (origin !== window.location.origin || !opened.current || source !== opened.current) return;
      if (data?.formulary === "ready")
        return opened.current.postMessage({ formulary: "values", configuration: values.current }, origin);
      if (data?.formulary !== "connected" && data?.formulary !== "refused") return;
      opened.current.close();
      opened.current = null;
      setState(data.formulary === "refused" ? "denied" : "idle");
      setWords(data.formulary === "refused" ? String(data.words ?? "") : "");
      if (data.formulary === "connected") onConnected(Number(data.elementInstanceId));
    }
    window.addEventListener("message", onMessage);
    return () => window.removeEventListener("message", onMessage);
  }, [onConnected]);

  function start(configuration: Record<string, string>) {
    values.current = configuration;
    setWords("");
    opened.current?.close();
    opened.current = window.open(`/connect/${token}?step=consent`, "_blank", "popup,width=560,height=720");
    setState(opened.current ? "waiting" : "blocked");
  }

  return { start, state, words };
}
