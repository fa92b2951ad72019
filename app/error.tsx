"use client";

import { CopyButton } from "#components/ui/copy-button.tsx";
import { MessagePage } from "#components/ui/message-page.tsx";

/** Shown when a page fails. The digest finds the cause in the log. */
export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <MessagePage title="This page failed">
      <p className="text-muted">Nothing was changed.</p>
      {error.digest && (
        <p className="flex flex-wrap items-center gap-1 text-muted text-sm">
          The log has the cause under <code className="break-all font-mono">{error.digest}</code>
          <CopyButton text={error.digest} label="the id of this failure" />
        </p>
      )}
      <p>
        <button type="button" onClick={reset} className="rounded-lg bg-accent px-4 py-2 font-medium text-on-accent">
          Try again
        </button>
      </p>
    </MessagePage>
  );
}
