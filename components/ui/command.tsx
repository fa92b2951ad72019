"use client";

import { useState } from "react";

/** A command for a terminal, with a button that copies it. `label` says what it does. */
export function Command({ label, text }: { label: string; text: string }) {
  const [outcome, setOutcome] = useState<"" | "Copied" | "Select and copy it by hand">("");

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome("Copied");
    } catch {
      setOutcome("Select and copy it by hand");
    }
    setTimeout(() => setOutcome(""), 2000);
  }

  return (
    <div className="mt-3 min-w-0 overflow-hidden rounded-lg border border-line bg-code">
      <div className="flex items-center justify-between gap-3 border-line border-b px-3 py-1.5">
        <span className="font-mono text-muted text-xs" aria-hidden="true">
          $
        </span>
        <span className="flex items-center gap-3">
          <span role="status" className="text-muted text-xs">
            {outcome}
          </span>
          <button
            type="button"
            onClick={copy}
            aria-label={`Copy: ${label}`}
            className="rounded-md px-2.5 py-1 font-medium text-accent text-xs hover:bg-surface"
          >
            Copy
          </button>
        </span>
      </div>
      {/* It scrolls sideways on small screens, so the keyboard must be able to get there. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section aria-label={label} tabIndex={0} className="overflow-x-auto p-3 text-[0.8125rem] leading-relaxed">
        <pre className="font-mono">
          <code>{text}</code>
        </pre>
      </section>
    </div>
  );
}
