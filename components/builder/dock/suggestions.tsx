"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { Button } from "../../ui/button.tsx";
import { useBuilder, useElement } from "../model/builder.ts";
import { operationsOf } from "../model/operations.ts";
import { type Suggestion, suggestionsFor } from "./response-suggestions.ts";
import type { Trial } from "./trial.ts";

const NONE: readonly Suggestion[] = [];

type Props = {
  trial: Trial;
  /** The position of its operation. */
  at: number;
  /** The body of the request. */
  sent: unknown;
};

/** What the last response shows about the operation, each set by one click. */
export function Suggestions({ trial, at, sent }: Props) {
  const t = useTranslations("builder.dock.suggestions");
  const draft = useElement();
  const edit = useBuilder((builder) => builder.edit);
  const mayChange = useBuilder((builder) => builder.mayChange);
  const response = trial.exchanges[0]?.response;
  const { status, body: returned } = trial;
  const suggestions = useMemo(() => {
    const operation = operationsOf(draft).find((one) => one.at === at);
    if (!mayChange || !operation || !response || response.status >= 300 || status >= 300) return NONE;
    return suggestionsFor(draft, operation, { headers: response.headers, body: response.body, returned, sent });
  }, [draft, at, mayChange, response, status, returned, sent]);
  if (suggestions.length === 0) return null;
  return (
    <ul aria-label={t("title")} className="flex min-w-0 flex-wrap gap-2">
      {suggestions.map(({ kind, values, draft: next }) => (
        <li key={`${kind} ${Object.values(values).join(" ")}`} className="min-w-0">
          <Button
            onClick={() => edit(() => next, { announce: t(`done.${kind}`, values) })}
            className="whitespace-normal! break-words text-left [overflow-wrap:anywhere]"
          >
            {t(`offers.${kind}`, values)}
          </Button>
        </li>
      ))}
    </ul>
  );
}
