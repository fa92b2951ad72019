"use client";

import PageError from "./error.tsx";
import "./globals.css";

/** Shown when not even what is around the pages can be made. */
export default function GlobalError(props: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <body className="min-h-dvh font-sans">
        <PageError {...props} />
      </body>
    </html>
  );
}
