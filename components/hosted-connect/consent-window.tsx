"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useTRPC } from "../api/trpc.ts";
import { notifyOpener } from "./notify-opener.ts";
import { AttemptRefused, isEnded } from "./refusal.tsx";

/** The window that leads to the provider, with the values of the page that opened it. */
export function ConsentWindow({ token, element }: { token: string; element: string }) {
  const t = useTranslations("hosted-connect");
  const trpc = useTRPC();
  const { mutate, error } = useMutation(
    trpc.connect.begin.mutationOptions({
      onSuccess: ({ oauthUrl }) => window.location.assign(oauthUrl),
      onError: (refusal) => isEnded(refusal) && notifyOpener("refused"),
    }),
  );
  useEffect(() => {
    function onMessage({ origin, source, data }: MessageEvent) {
      if (origin !== window.location.origin || source !== window.opener || data?.formulary !== "values") return;
      mutate({ token, configuration: data.configuration as Record<string, string> });
    }
    window.addEventListener("message", onMessage);
    notifyOpener("ready");
    return () => window.removeEventListener("message", onMessage);
  }, [mutate, token]);
  return error ? (
    <AttemptRefused error={error} element={element} />
  ) : (
    <h1 className="font-semibold text-2xl">{t("leaving", { element })}</h1>
  );
}
