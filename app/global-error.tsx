"use client";

import { Button } from "#components/ui/button.tsx";
import { MessagePage } from "#components/ui/message-page.tsx";
import messages from "#components/ui/messages.en.ts";
import "./globals.css";

type Props = { error: Error & { digest?: string }; reset: () => void };

/** Shown when the root layout fails. Its messages are then unavailable, so the text is always English. */
export default function GlobalError({ error: { digest }, reset }: Props) {
  const { title, description: changed, log, again } = messages.pageError;
  return (
    <html lang="en-GB">
      <body className="min-h-dvh font-sans">
        <MessagePage title={title}>
          <p className="text-muted">{changed}</p>
          {digest && (
            <p className="text-muted text-sm">
              {log} <code className="break-all font-mono">{digest}</code>
            </p>
          )}
          <p>
            <Button kind="primary" onClick={reset}>
              {again}
            </Button>
          </p>
        </MessagePage>
      </body>
    </html>
  );
}
