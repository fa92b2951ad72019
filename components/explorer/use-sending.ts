import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type RouterInputs, type ScreenError, useTRPCClient } from "../api/trpc.ts";
import type { Reply } from "./response-view.tsx";

/** Responses that take longer than this can be canceled: a button for a moment would move the page. */
const SLOW_MS = 700;

/** Sends one request at a time, which can be canceled. */
export function useSending() {
  const client = useTRPCClient();
  const stop = useRef<AbortController>(undefined);
  const [isSlow, setIsSlow] = useState(false);
  const [isCanceled, setIsCanceled] = useState(false);
  const { mutate, error, isPending } = useMutation<Reply, ScreenError, RouterInputs["explorer"]["send"]>({
    mutationFn(request) {
      stop.current = new AbortController();
      setIsCanceled(false);
      return client.explorer.send.mutate(request, { signal: stop.current.signal });
    },
  });
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isPending]);
  function cancel() {
    setIsCanceled(true);
    stop.current?.abort();
  }
  // Nobody would see the response.
  useEffect(() => () => stop.current?.abort(), []);
  return { mutate, cancel, error, isPending, isSlow, isCanceled };
}
