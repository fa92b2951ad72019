"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTRPC } from "../api/trpc.ts";
import { Branded } from "../ui/brand.tsx";
import { type AnyError, Loading } from "../ui/states.tsx";
import { ConsentWindow } from "./consent-window.tsx";
import { HostedForm } from "./hosted-form.tsx";
import { notifyOpener } from "./notify-opener.ts";
import { isEnded, LinkRefused } from "./refusal.tsx";

/** The page on which a customer connects an account; the page that shows it learns the id of the instance. */
export function HostedConnect({ token }: { token: string }) {
  const t = useTranslations("hosted-connect");
  const trpc = useTRPC();
  const isConsent = useSearchParams().get("step") === "consent";
  const [isDone, setIsDone] = useState(false);
  const [ended, setEnded] = useState<AnyError>();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error, refetch } = useQuery({
    ...trpc.connect.read.queryOptions({ token }),
    enabled: !isDone,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (isDone) heading.current?.focus();
  }, [isDone]);
  const refusal = ended ?? error;
  const hasEnded = refusal !== null && isEnded(refusal);
  useEffect(() => {
    if (isConsent && hasEnded) notifyOpener("refused");
  }, [isConsent, hasEnded]);
  const origin = data?.origin;
  const connected = useCallback(
    (elementInstanceId: number) => {
      if (origin !== undefined) reporter()?.postMessage({ formulary: "connected", elementInstanceId }, origin);
      setIsDone(true);
    },
    [origin],
  );

  if (refusal && !isDone && (!data || hasEnded)) return <LinkRefused error={refusal} takesFocus={data !== undefined} />;
  if (!data) return <Loading what={t("loading")} />;
  if (isConsent) return <ConsentWindow token={token} element={data.element} />;
  return (
    <Branded brand={data.brand}>
      <h1
        ref={heading}
        tabIndex={-1}
        className="mt-6 break-words font-semibold text-2xl tracking-tight outline-none first:mt-0"
      >
        {isDone ? t("done") : t("title", { element: data.element })}
      </h1>
      <p className="mt-2 mb-6 break-words text-muted">
        {t(isDone ? "doneDescription" : "description", { element: data.element, organization: data.organization })}
      </p>
      {!isDone && (
        <HostedForm
          token={token}
          page={data}
          onConnected={connected}
          onEnded={setEnded}
          onConsentRefused={() => void refetch()}
        />
      )}
    </Branded>
  );
}

/** The window of the application: it frames this page, or opened it. */
const reporter = (): Window | null => (window.parent === window ? (window.opener as Window | null) : window.parent);
