"use client";

import { useRef, useState } from "react";
import { useConsentWindow } from "../connections/use-consent-window.ts";

/**
 * The provider's page in a window of its own. It begins at our own origin, so that its cookie is set there: a frame
 * inside of another site could not set one.
 */
export function useHostedConsent(
  token: string,
  onConnected: (elementInstanceId: number) => void,
  onRefused: () => void,
) {
  const values = useRef<Record<string, string>>({});
  const [isBlocked, setIsBlocked] = useState(false);
  const { open, isWaiting, refusal } = useConsentWindow({
    onConnected,
    onRefused,
    onReady: (popup) =>
      popup.postMessage({ formulary: "values", configuration: values.current }, window.location.origin),
  });

  function start(configuration: Record<string, string>) {
    values.current = configuration;
    setIsBlocked(open(`/connect/${token}?step=consent`) === null);
  }

  return { start, isBlocked, isWaiting, refusal };
}
