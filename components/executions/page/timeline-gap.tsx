"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorText } from "../../ui/use-error-text.ts";
import { PAGE } from "./use-loaded-steps.ts";

type Props = {
  /** The position of the loaded step before the gap. */
  after: number;
  count: number;
  /** Loads the steps after a position. */
  onLoad: (after: number, button: HTMLButtonElement) => Promise<void>;
};

/** A row for steps that are not loaded. */
export function TimelineGap({ after, count, onLoad }: Props) {
  const t = useTranslations("executions.timeline");
  const errorText = useErrorText();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  if (count < 1) return null;
  return (
    <tr>
      <td colSpan={3} className="bg-code px-4 py-2 text-sm">
        <span className="text-muted">{t("notLoaded", { count })}</span>{" "}
        <button
          type="button"
          data-more
          aria-disabled={isBusy || undefined}
          onClick={async ({ currentTarget }) => {
            if (isBusy) return;
            setIsBusy(true);
            setError(null);
            await onLoad(after, currentTarget).catch(setError);
            setIsBusy(false);
          }}
          className="text-accent hover:underline"
        >
          {t("load", { count: Math.min(count, PAGE) })}
        </button>
        {error !== null && (
          <p role="alert" className="text-failure">
            {errorText(error)}
          </p>
        )}
      </td>
    </tr>
  );
}
