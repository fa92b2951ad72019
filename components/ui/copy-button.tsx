"use client";

import { Check, Copy } from "lucide-react";
import { useState } from "react";

/** Copies a text. `label` says what it is, for those who do not see it. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [outcome, setOutcome] = useState<"" | "Copied" | "Copy it by hand">("");

  async function copy() {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setOutcome(isCopied ? "Copied" : "Copy it by hand");
    setTimeout(() => setOutcome(""), 2000);
  }

  const Icon = outcome === "Copied" ? Check : Copy;
  return (
    <span className="inline-flex items-center gap-2">
      <span role="status" className="text-muted text-xs">
        {outcome}
      </span>
      <button
        type="button"
        onClick={copy}
        aria-label={`Copy ${label}`}
        className="rounded-md p-1.5 text-muted hover:bg-code hover:text-ink"
      >
        <Icon aria-hidden="true" className="size-4" />
      </button>
    </span>
  );
}
