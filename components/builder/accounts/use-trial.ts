"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type RouterOutputs, useTRPC } from "../../api/trpc.ts";
import { useBuilderStore } from "../model/builder.ts";
import { testedDraft } from "../model/tested-draft.ts";

const LOOK_MS = 500;

type Values = Record<string, string>;
type Attempt = {
  configuration: Values;
  /** The name of the test account to keep; undefined to disconnect the account again. */
  keepAs: string | undefined;
};
type Consent = Attempt & { window: Window; state: string; secret: string | undefined };

export type TestAccount = RouterOutputs["builder"]["testAccounts"][number];

/** Why access was not granted. */
export type TrialRefusal = { outcome: "blocked" | "closed" | "refused"; message?: string };

/**
 * A trial of the authentication with the current draft. If a person has to grant access, a small window opens, which
 * must happen on the click; our callback page returns the grant to this page. `onKept` is called with the stored test
 * account.
 */
export function useTrial(onKept?: (account: TestAccount) => void) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const store = useBuilderStore();
  const consent = useRef<Consent | null>(null);
  const [isWaiting, setIsWaiting] = useState(false);
  const [refusal, setRefusal] = useState<TrialRefusal>();
  const begin = useMutation(trpc.builder.beginAuthentication.mutationOptions());
  const authenticate = useMutation(
    trpc.builder.authenticate.mutationOptions({
      onSuccess({ testAccount }) {
        if (!testAccount) return;
        void queries.invalidateQueries({ queryKey: trpc.builder.testAccounts.queryKey() });
        onKept?.(testAccount);
      },
    }),
  );

  function end(why?: TrialRefusal) {
    consent.current?.window.close();
    consent.current = null;
    setIsWaiting(false);
    setRefusal(why);
  }

  const onMessage = useEffectEvent(({ origin, data }: MessageEvent) => {
    const awaited = consent.current;
    if (origin !== window.location.origin || !awaited) return;
    if (data?.formulary === "refused") return end({ outcome: "refused", message: String(data.words ?? "") });
    if (data?.formulary !== "granted" || data.state !== awaited.state) return;
    const { formulary: _, ...granted } = data as Record<string, unknown>;
    const texts = Object.entries({ ...granted, secret: awaited.secret }).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    );
    end();
    connect(awaited, Object.fromEntries(texts));
  });

  useEffect(() => {
    window.addEventListener("message", onMessage);
    return () => window.removeEventListener("message", onMessage);
  }, []);

  const look = useEffectEvent(() => {
    if (consent.current?.window.closed) end({ outcome: "closed" });
  });
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);

  function connect({ configuration, keepAs }: Attempt, providerData: Values) {
    authenticate.mutate({
      ...{ ...testedDraft(store), configuration, providerData },
      ...(keepAs !== undefined && { keepAs }),
    });
  }

  /** `mayConsent`: the type may need a person's consent on a page of the provider. */
  function start(attempt: Attempt, { mayConsent }: { mayConsent: boolean }) {
    setRefusal(undefined);
    authenticate.reset();
    const opened = mayConsent ? window.open("about:blank", "formulary-trial", "popup,width=560,height=720") : null;
    begin.mutate(
      { ...testedDraft(store), configuration: attempt.configuration },
      {
        onSuccess({ oauthUrl, state, secret }) {
          if (oauthUrl === null) {
            opened?.close();
            connect(attempt, {});
          } else if (opened) {
            consent.current = { ...attempt, window: opened, state, secret };
            opened.location.assign(oauthUrl);
            setIsWaiting(true);
          } else setRefusal({ outcome: "blocked" });
        },
        onError: () => opened?.close(),
      },
    );
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
