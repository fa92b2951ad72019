"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";

/** A command for a terminal, with a button that copies it. `label` describes it. */
export function Command({ label, text }: { label: string; text: string }) {
  const t = useTranslations("ui.copy");
  const [outcome, setOutcome] = useState<"done" | "selectByHand">();

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome("done");
    } catch {
      setOutcome("selectByHand");
    }
    setTimeout(() => setOutcome(undefined), 2000);
  }

  return (
    <div className="mt-3 min-w-0 overflow-hidden rounded-lg border border-line bg-code">
      <div className="flex items-center justify-between gap-3 border-line border-b px-3 py-1.5">
        <span className="font-mono text-muted text-xs" aria-hidden="true">
          $
        </span>
        <span className="flex items-center gap-3">
          <span role="status" className="text-muted text-xs">
            {outcome && t(outcome)}
          </span>
          <button
            type="button"
            onClick={copy}
            aria-label={t("command", { what: label })}
            className="rounded-md px-2.5 py-1 font-medium text-accent text-xs hover:bg-surface"
          >
            {t("verb")}
          </button>
        </span>
      </div>
      {/* The command scrolls horizontally on small screens, so it must be focusable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section aria-label={label} tabIndex={0} className="overflow-x-auto p-3 text-[0.8125rem] leading-relaxed">
        <pre className="font-mono">
          <code>{text}</code>
        </pre>
      </section>
    </div>
  );
}
