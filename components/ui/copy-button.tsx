"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";

/** Copies a text. `label` describes the text for screen readers. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useTranslations("ui.copy");
  const [outcome, setOutcome] = useState<"done" | "byHand">();

  async function copy() {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setOutcome(isCopied ? "done" : "byHand");
    setTimeout(() => setOutcome(undefined), 2000);
  }

  const Icon = outcome === "done" ? Check : Copy;
  return (
    <span className="inline-flex items-center gap-2">
      <span role="status" className="text-muted text-xs">
        {outcome && t(outcome)}
      </span>
      <button
        type="button"
        onClick={copy}
        aria-label={t("it", { what: label })}
        className="rounded-md p-1.5 text-muted hover:bg-code hover:text-ink"
      >
        <Icon aria-hidden="true" className="size-4" />
      </button>
    </span>
  );
}
