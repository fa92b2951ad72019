"use client";

import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef } from "react";
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

/** The settings that the last response suggests for the operation, each set by one click. */
export function Suggestions({ trial, at, sent }: Props) {
  const t = useTranslations("builder.dock.suggestions");
  const draft = useElement();
  const edit = useBuilder((builder) => builder.edit);
  const mayChange = useBuilder((builder) => builder.mayChange);
  const place = useRef<HTMLElement>(null);
  const isFollowed = useRef(false);
  const response = trial.exchanges[0]?.response;
  const { status, body: returned } = trial;
  const suggestions = useMemo(() => {
    const operation = operationsOf(draft).find((one) => one.at === at);
    if (!mayChange || !operation || !response || response.status >= 300 || status >= 300) return NONE;
    return suggestionsFor(draft, operation, { headers: response.headers, body: response.body, returned, sent });
  }, [draft, at, mayChange, response, status, returned, sent]);
  // An applied suggestion disappears: the focus moves to the next one.
  useEffect(() => {
    if (!isFollowed.current) return;
    isFollowed.current = false;
    (place.current?.querySelector("button") ?? place.current)?.focus();
  });
  return (
    <section ref={place} aria-label={t("title")} tabIndex={-1} className="min-w-0 outline-none">
      <ul className="flex min-w-0 flex-wrap gap-2">
        {suggestions.map(({ kind, values, draft: next }) => (
          <li key={`${kind} ${Object.values(values).join(" ")}`} className="min-w-0">
            <Button
              onClick={() => {
                isFollowed.current = true;
                edit(() => next, { announce: t(`done.${kind}`, values) });
              }}
              className="whitespace-normal! break-words text-left [overflow-wrap:anywhere]"
            >
              {t(`offers.${kind}`, values)}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
