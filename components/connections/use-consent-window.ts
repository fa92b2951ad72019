"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";

/** The ways in which a consent flow can fail. Each has a message where the flow was started. */
export const OUTCOMES = ["denied", "closed", "state", "provider"] as const;

/** Why a consent flow failed; the text of the server or the provider is shown next to it. */
export type Refusal = { outcome: (typeof OUTCOMES)[number]; words?: string; providerMessage?: string };

type Handlers = {
  onConnected: (elementInstanceId: number) => void;
  onRefused?: () => void;
  /** The window is at a page of ours, which waits for a message before it leads to the provider. */
  onReady?: (popup: Window) => void;
};

const LOOK_MS = 500;

/**
 * The small window of the provider's page. It is opened on click (browsers block it later), and watched until our
 * callback page in it reports the result, or the person closes it, which no event reports.
 */
export function useConsentWindow({ onConnected, onRefused, onReady }: Handlers, before?: Refusal) {
  const opened = useRef<Window | null>(null);
  const [isWaiting, setIsWaiting] = useState(false);
  const [refusal, setRefusal] = useState(before);

  function end(outcome?: Refusal) {
    opened.current?.close();
    opened.current = null;
    setIsWaiting(false);
    setRefusal(outcome);
    if (outcome) onRefused?.();
  }

  const receive = useEffectEvent(({ origin, source, data }: MessageEvent) => {
    const popup = opened.current;
    if (origin !== window.location.origin || !popup || source !== popup) return;
    if (data?.formulary === "ready") onReady?.(popup);
    if (data?.formulary === "refused") end(refusalIn(data));
    if (data?.formulary !== "connected") return;
    end();
    onConnected(Number(data.elementInstanceId));
  });
  useEffect(() => {
    const listener = (event: MessageEvent) => receive(event);
    window.addEventListener("message", listener);
    return () => window.removeEventListener("message", listener);
  }, []);

  const look = useEffectEvent(() => {
    if (opened.current?.closed) end({ outcome: "closed" });
  });
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => look(), LOOK_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);

  /** Null if the browser blocked the window. */
  function open(url: string): Window | null {
    end();
    opened.current = window.open(url, "_blank", "popup,width=560,height=720");
    setIsWaiting(opened.current !== null);
    return opened.current;
  }

  return { open, cancel: () => end(), isWaiting, refusal };
}

/** Outcomes that this page does not know are failures of the provider. */
const refusalIn = ({ outcome, words, providerMessage }: Partial<Record<string, unknown>>): Refusal => ({
  outcome: OUTCOMES.find((one) => one === outcome) ?? "provider",
  ...(typeof words === "string" && { words }),
  ...(typeof providerMessage === "string" && { providerMessage }),
});
