"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTRPC } from "../../../shell/trpc.ts";
import { useBuilderStore } from "../../model/builder.ts";

const LOOK_MS = 500;

type Values = Record<string, string>;
type Consent = { window: Window; state: string; secret: string | undefined; configuration: Values };

/** Why access was not granted. */
export type TrialRefusal = { outcome: "blocked" | "closed" | "refused"; message?: string };

/**
 * A trial of the authentication with the draft as it is. If a person has to grant access, that happens in a small
 * window, which has to be opened on the click; our callback page hands the grant to this page.
 */
export function useTrial() {
  const trpc = useTRPC();
  const store = useBuilderStore();
  const consent = useRef<Consent | null>(null);
  const [isWaiting, setIsWaiting] = useState(false);
  const [refusal, setRefusal] = useState<TrialRefusal>();
  const begin = useMutation(trpc.builder.beginAuthentication.mutationOptions());
  const authenticate = useMutation(trpc.builder.authenticate.mutationOptions());

  const trialOf = (configuration: Values) => {
    const { elementId, history } = store.getState();
    // The server checks it; a draft may be any JSON.
    return { elementId, element: history.present as Parameters<typeof begin.mutate>[0]["element"], configuration };
  };

  function end(why?: TrialRefusal) {
    consent.current?.window.close();
    consent.current = null;
    setIsWaiting(false);
    setRefusal(why);
  }

  const hear = useEffectEvent(({ origin, data }: MessageEvent) => {
    const awaited = consent.current;
    if (origin !== window.location.origin || !awaited) return;
    if (data?.formulary === "refused") return end({ outcome: "refused", message: String(data.words ?? "") });
    if (data?.formulary !== "granted" || data.state !== awaited.state) return;
    const { formulary: _, ...granted } = data as Record<string, unknown>;
    const texts = Object.entries({ ...granted, secret: awaited.secret }).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    );
    end();
    authenticate.mutate({ ...trialOf(awaited.configuration), providerData: Object.fromEntries(texts) });
  });

  useEffect(() => {
    window.addEventListener("message", hear);
    return () => window.removeEventListener("message", hear);
  }, []);

  const look = useEffectEvent(() => {
    if (consent.current?.window.closed) end({ outcome: "closed" });
  });
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);

  /** `mayConsent`: the type may need a person's consent on a page of the provider. */
  function start(configuration: Values, { mayConsent }: { mayConsent: boolean }) {
    setRefusal(undefined);
    authenticate.reset();
    const opened = mayConsent ? window.open("about:blank", "formulary-trial", "popup,width=560,height=720") : null;
    begin.mutate(trialOf(configuration), {
      onSuccess({ oauthUrl, state, secret }) {
        if (oauthUrl === null) {
          opened?.close();
          authenticate.mutate({ ...trialOf(configuration), providerData: {} });
        } else if (opened) {
          consent.current = { window: opened, state, secret, configuration };
          opened.location.assign(oauthUrl);
          setIsWaiting(true);
        } else setRefusal({ outcome: "blocked" });
      },
      onError: () => opened?.close(),
    });
  }

  return {
    start,
    isWaiting,
    isBusy: isWaiting || begin.isPending || authenticate.isPending,
    refusal,
    error: begin.error ?? authenticate.error,
    result: authenticate.data,
  };
}
