"use client";

import { useMutation } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { type ScreenError, useTRPC } from "../api/trpc.ts";
import { currentQuery, replaceQuery } from "../ui/query-string.ts";
import { OUTCOMES, type Refusal, useConsentWindow } from "./use-consent-window.ts";

type Intent = { id?: number; name: string; configuration: Record<string, string> };

/**
 * The consent flow on the provider's page, in a window of its own; if it was blocked, `goThere` runs the same flow in
 * this window and returns here.
 */
export function useConsent(onConnected: (elementInstanceId: number) => void, onRefused: (error: ScreenError) => void) {
  const trpc = useTRPC();
  const [wanted, setWanted] = useState<{ elementKey: string; instance: Intent }>();
  const { open, cancel, isWaiting, refusal } = useConsentWindow({ onConnected }, useReturn(onConnected));
  const begin = useMutation(trpc.connection.begin.mutationOptions({ onError: onRefused }));

  function start(elementKey: string, instance: Intent) {
    const popup = open("about:blank");
    setWanted(popup ? undefined : { elementKey, instance });
    if (!popup) return;
    begin.mutate(
      { elementKey, instance },
      { onSuccess: ({ oauthUrl }) => popup.location.assign(oauthUrl), onError: cancel },
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
function useReturn(onConnected: (elementInstanceId: number) => void): Refusal | undefined {
  const search = useSearchParams();
  const [connected, refused] = [search.get("connected"), search.get("refused")];
  const outcome = OUTCOMES.find((one) => one === refused);
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
  return outcome && { outcome };
}
