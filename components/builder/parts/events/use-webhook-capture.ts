"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type RouterOutputs, useTRPC } from "../../../api/trpc.ts";
import { useTestedDraftOf } from "../../accounts/use-accounts.ts";
import { useBuilder } from "../../model/builder.ts";

export type CapturedRequest = NonNullable<RouterOutputs["builder"]["capture"]["request"]>;

const LOOK_EVERY_MS = 2000;
/** No capture has this id. */
const NONE = 0;

/** The webhook capture of the draft. The request is deleted on the server after it was received here. */
export function useWebhookCapture() {
  const trpc = useTRPC();
  const of = useTestedDraftOf();
  const capture = useBuilder((builder) => builder.capture);
  const waitAt = useBuilder((builder) => builder.waitAt);
  const [request, setRequest] = useState<CapturedRequest | null>(null);
  const [hasExpired, setExpired] = useState(false);
  const opening = useMutation(trpc.builder.openCapture.mutationOptions());
  const { mutate: close } = useMutation(trpc.builder.closeCapture.mutationOptions());
  const webhookCaptureId = capture?.id ?? NONE;
  const { data, error } = useQuery({
    ...trpc.builder.capture.queryOptions({ webhookCaptureId }),
    enabled: capture !== null,
    // Not while the page is in the background.
    refetchInterval: LOOK_EVERY_MS,
    retry: false,
    gcTime: 0,
  });
  const arrived = capture && data?.id === capture.id ? data.request : null;
  const isGone = capture !== null && error?.data?.kind === "notFound";

  useEffect(() => {
    if (!arrived) return;
    setRequest(arrived);
    close({ webhookCaptureId });
    waitAt(null);
  }, [arrived, close, waitAt, webhookCaptureId]);

  useEffect(() => {
    if (!isGone) return;
    setExpired(true);
    waitAt(null);
  }, [isGone, waitAt]);

  return {
    capture,
    request,
    hasExpired,
    isSaved: of.elementId !== null || of.draftId !== null,
    isOpening: opening.isPending,
    error: opening.error ?? (isGone ? null : error),
    open() {
      setExpired(false);
      setRequest(null);
      opening.mutate(of, { onSuccess: waitAt });
    },
    stop() {
      waitAt(null);
      close({ webhookCaptureId });
    },
    expire() {
      setExpired(true);
      waitAt(null);
    },
  };
}
