"use client";

import { useCallback, useEffect, useRef } from "react";

const PAUSE_MS = 400;

/** How values are sent: by the usual client, and in a way that survives the page. */
export type Sending<Value> = { send: (value: Value) => void; sendLast: (value: Value) => void };

type Pending<Value> = Sending<Value> & { value: Value; timer: ReturnType<typeof setTimeout> };

/**
 * Sends the latest of several values that follow each other quickly: after a pause, or when the screen or the page is
 * left. `merge` joins a value that was not sent yet with the next one. A value is sent as was right when it was set.
 */
export function useDeferredWrite<Value>(sending: Sending<Value>) {
  const latest = useRef(sending);
  useEffect(() => {
    latest.current = sending;
  });
  const pending = useRef<Pending<Value> | null>(null);
  const flush = useCallback((how: keyof Sending<Value> = "send") => {
    const waiting = pending.current;
    if (!waiting) return;
    pending.current = null;
    clearTimeout(waiting.timer);
    waiting[how](waiting.value);
  }, []);
  useEffect(() => {
    const sendLast = () => flush("sendLast");
    globalThis.addEventListener("pagehide", sendLast);
    return () => {
      globalThis.removeEventListener("pagehide", sendLast);
      flush();
    };
  }, [flush]);
  return useCallback(
    (next: Value, merge: (before: Value) => Value = () => next) => {
      const before = pending.current;
      clearTimeout(before?.timer);
      const value = before ? merge(before.value) : next;
      pending.current = { ...latest.current, value, timer: setTimeout(() => flush(), PAUSE_MS) };
    },
    [flush],
  );
}

/** Calls a mutation while the page is being left: the browser completes the request afterwards. */
export function sendWhileLeaving(procedure: string, input: unknown): void {
  void fetch(`/api/trpc/${procedure}`, {
    method: "POST",
    keepalive: true,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(input),
  }).catch(() => {});
}
