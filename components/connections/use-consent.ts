"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTRPC } from "../shell/trpc.ts";

type Intent = { id?: number; name: string; configuration: Record<string, string> };

const LOOK_MS = 500;

/**
 * The way over the provider's own page, in a small window: it is opened at the click (later, browsers block it) and
 * our callback page tells when access was granted. `words` say how it stands, `address` is for who blocked the window.
 */
export function useConsent(onConnected: (elementInstanceId: number) => void) {
  const trpc = useTRPC();
  const opened = useRef<Window | null>(null);
  const [words, setWords] = useState("");
  const [address, setAddress] = useState<string>();
  const [isWaiting, setIsWaiting] = useState(false);
  const begin = useMutation(trpc.connection.begin.mutationOptions());

  useEffect(() => {
    function hear({ origin, data }: MessageEvent) {
      if (origin !== window.location.origin || data?.formulary !== "connected") return;
      opened.current?.close();
      opened.current = null;
      setIsWaiting(false);
      setWords("");
      setAddress(undefined);
      onConnected(Number(data.elementInstanceId));
    }
    window.addEventListener("message", hear);
    return () => window.removeEventListener("message", hear);
  }, [onConnected]);

  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => {
      if (!opened.current?.closed) return;
      opened.current = null;
      setIsWaiting(false);
      setWords("The window was closed before access was granted. Nothing was changed.");
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);

  function ask(elementKey: string, instance: Intent) {
    const popup = window.open("about:blank", "formulary-consent", "popup,width=560,height=720");
    setWords("");
    setAddress(undefined);
    begin.mutate(
      { elementKey, instance },
      {
        onSuccess({ oauthUrl }) {
          if (!popup) {
            setAddress(oauthUrl);
            setWords("Your browser blocked the small window.");
            return;
          }
          opened.current = popup;
          popup.location.assign(oauthUrl);
          setIsWaiting(true);
          setWords("Waiting for you to grant access in the other window …");
        },
        onError: () => popup?.close(),
      },
    );
  }

  return { ask, words, address, isWaiting: isWaiting || begin.isPending, error: begin.error };
}
