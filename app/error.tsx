"use client";

import { MessagePage } from "#components/ui/message-page.tsx";

/** Shown when a page fails. The digest finds the cause in the log. */
export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <MessagePage title="This page failed">
      <p className="text-muted">
        Nothing was changed.{error.digest ? ` The log has the cause under ${error.digest}.` : ""}
      </p>
      <p>
        <button type="button" onClick={reset} className="rounded-lg bg-accent px-4 py-2 font-medium text-on-accent">
          Try again
        </button>
      </p>
    </MessagePage>
  );
}
