"use client";

import { Bookmark, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { usePreference } from "../../preferences/use-preference.ts";
import { Button } from "../../ui/button.tsx";
import { NameDialog } from "../../ui/name-dialog.tsx";
import { currentQuery, replaceQuery } from "../../ui/query-string.ts";

const MOST_VIEWS = 20;

/** Filters of the list of runs that the user saved under a name. */
export function RunViews({ isNarrowed }: { isNarrowed: boolean }) {
  const t = useTranslations("executions.views");
  const [stored, store] = usePreference("runViews");
  const views = stored ?? [];
  const [isSaving, setIsSaving] = useState(false);
  const here = currentQueryText();
  const isSaved = views.some(({ query }) => query === here);
  const isFull = views.length >= MOST_VIEWS;
  if (views.length === 0 && !isNarrowed) return null;
  return (
    <section aria-label={t("title")} className="mt-3 flex flex-wrap items-center gap-2">
      {views.length > 0 && (
        <ul className="contents">
          {views.map((view) => (
            <li
              key={view.name}
              className={`inline-flex max-w-64 items-center rounded-full border text-sm ${view.query === here ? "border-accent bg-tint text-accent" : "border-line text-muted"}`}
            >
              <button
                type="button"
                aria-pressed={view.query === here}
                onClick={() => replaceQuery(new URLSearchParams(view.query))}
                className="min-h-8 min-w-0 truncate rounded-l-full py-1 pr-1 pl-3 hover:text-ink"
              >
                {view.name}
              </button>
              <button
                type="button"
                aria-label={t("remove", { name: view.name })}
                onClick={() => {
                  store(views.filter((other) => other !== view));
                  if (views.length === 1 && !isNarrowed) document.getElementById("content")?.focus();
                }}
                className="grid size-8 shrink-0 place-items-center rounded-r-full hover:text-ink"
              >
                <X aria-hidden="true" className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isNarrowed && stored !== undefined && (
        <Button kind="quiet" aria-haspopup="dialog" isIdle={isSaved || isFull} onClick={() => setIsSaving(true)}>
          <Bookmark aria-hidden="true" className="size-4" /> {t(isSaved ? "saved" : "save")}
        </Button>
      )}
      {isNarrowed && !isSaved && isFull && (
        <p className="text-muted text-sm">{t("full", { most: String(MOST_VIEWS) })}</p>
      )}
      <NameDialog
        title={t("saveTitle")}
        description={t("description")}
        open={isSaving}
        onOpenChange={setIsSaving}
        verb={t("verb")}
        maxLength={60}
        helpFor={(name) => (views.some((view) => view.name === name) ? t("replaces") : undefined)}
        onSave={(name) => {
          store([...views.filter((view) => view.name !== name), { name, query: here }]);
          setIsSaving(false);
        }}
      />
    </section>
  );
}

/** The filters of the address in a fixed order, so that the same filters are the same view. */
function currentQueryText(): string {
  if (typeof window === "undefined") return "";
  const query = currentQuery();
  query.sort();
  return query.toString();
}
