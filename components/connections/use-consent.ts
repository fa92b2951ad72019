"use client";

import { useMutation } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { type ScreenError, useTRPC } from "../api/trpc.ts";
import { currentQuery, replaceQuery } from "../ui/query-string.ts";

type Intent = { id?: number; name: string; configuration: Record<string, string> };

/** The ways in which a consent flow can fail. */
export type Refusal = { outcome: (typeof OUTCOMES)[number]; description?: string; providerMessage?: string };

/** Each has a message in the catalog; the text of the provider or the server is shown next to it. */
const OUTCOMES = ["denied", "closed", "state", "provider"] as const;

const LOOK_MS = 500;

/**
 * The consent flow on the provider's page. It opens a small window on click (browsers block it later), and our callback
 * page reports the result; if the window was blocked, `goThere` runs the same flow in this window and returns here.
 */
export function useConsent(onConnected: (elementInstanceId: number) => void, onRefused: (error: ScreenError) => void) {
  const trpc = useTRPC();
  const opened = useRef<Window | null>(null);
  const [wanted, setWanted] = useState<{ elementKey: string; instance: Intent }>();
  const [isWaiting, setIsWaiting] = useState(false);
  const [refusal, setRefusal] = useReturn(onConnected);
  const begin = useMutation(trpc.connection.begin.mutationOptions({ onError: onRefused }));

  useEffect(() => {
    function onMessage({ origin, data }: MessageEvent) {
      if (origin !== window.location.origin || !opened.current) return;
      if (data?.formulary === "connected") onConnected(Number(data.elementInstanceId));
      else if (data?.formulary === "refused") setRefusal(data as Refusal);
      else return;
      opened.current.close();
      opened.current = null;
      setIsWaiting(false);
    }
    window.addEventListener("message", onMessage);
    return () => window.removeEventListener("message", onMessage);
  }, [onConnected, setRefusal]);

  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => {
      if (!opened.current?.closed) return;
      opened.current = null;
      setIsWaiting(false);
      setRefusal({ outcome: "closed" });
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [isWaiting, setRefusal]);

  function start(elementKey: string, instance: Intent) {
    const popup = window.open("about:blank", "formulary-consent", "popup,width=560,height=720");
    setRefusal(undefined);
    setWanted(popup ? undefined : { elementKey, instance });
    if (!popup) return;
    begin.mutate(
      { elementKey, instance },
      {
        onSuccess({ oauthUrl }) {
          opened.current = popup;
          popup.location.assign(oauthUrl);
          setIsWaiting(true);
        },
        onError: () => popup.close(),
      },
    );
  }

  function goThere() {
    const returnTo = window.location.pathname + window.location.search;
    if (wanted)
      begin.mutate({ ...wanted, returnTo }, { onSuccess: ({ oauthUrl }) => window.location.assign(oauthUrl) });
  }

  const isBlocked = wanted !== undefined;
  return { start, goThere, isBlocked, refusal, isWaiting, isBusy: isWaiting || begin.isPending, error: begin.error };
}

/** The result of a flow in this window, from the URL; it is read once and then removed. */
function useReturn(onConnected: (elementInstanceId: number) => void) {
  const search = useSearchParams();
  const [connected, refused] = [search.get("connected"), search.get("refused")];
  const [refusal, setRefusal] = useState<Refusal | undefined>(() => {
    const outcome = OUTCOMES.find((one) => one === refused);
    return outcome && { outcome };
  });
  const isNotified = useRef(false);
  useEffect(() => {
    if (isNotified.current || (connected === null && refused === null)) return;
    isNotified.current = true;
    const rest = currentQuery();
    rest.delete("connected");
    rest.delete("refused");
    replaceQuery(rest);
    if (connected !== null && /^\d+$/.test(connected)) onConnected(Number(connected));
  }, [connected, refused, onConnected]);
  return [refusal, setRefusal] as const;
}
