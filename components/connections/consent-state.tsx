"use client";

import { Button } from "../ui/button.tsx";
import { OUTCOMES, type useConsent } from "./use-consent.ts";

type Props = { consent: ReturnType<typeof useConsent>; elementName: string };

/** How the way over the provider's page stands, in words, and what to do where it ended. */
export function ConsentState({ consent: { isBlocked, isWaiting, isBusy, refusal, goThere }, elementName }: Props) {
  if (isBlocked)
    return (
      <div
        role="status"
        className="grid justify-items-start gap-3 rounded-xl border border-line bg-surface p-4 text-sm"
      >
        <p>Your browser blocked the small window. The same way can be gone in this one; it leads back here.</p>
        <Button isBusy={isBusy} onClick={goThere}>
          Go to {elementName} in this window
        </Button>
      </div>
    );
  if (isWaiting)
    return (
      <p role="status" className="rounded-xl border border-line bg-surface p-4 text-sm">
        Waiting for you to grant access in the other window …
      </p>
    );
  if (!refusal) return null;
  const { outcome, words, providerMessage } = refusal;
  return (
    <div role="alert" className="grid gap-2 rounded-xl border border-failure/40 bg-surface p-4 text-sm">
      <p className="font-medium text-failure">
        <span aria-hidden="true">✖ </span>
        {OUTCOMES[outcome]}
      </p>
      {words && outcome === "provider" && <p className="break-words">{words}</p>}
      {providerMessage && (
        <figure className="rounded-lg bg-code p-3">
          <figcaption className="text-muted text-xs">Provider said</figcaption>
          <blockquote className="mt-1 break-words font-mono text-[0.8125rem]">{providerMessage}</blockquote>
        </figure>
      )}
    </div>
  );
}
