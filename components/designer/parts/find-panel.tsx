"use client";

import { X } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { INPUT_LOOK } from "../../ui/text-field.tsx";
import { useDesign, useDraft } from "../model/design.ts";
import { idOf, partOf } from "../model/draft.ts";
import { type Found, findInDraft } from "../model/find-in-draft.ts";
import { useSpeech } from "../model/speech.ts";

const MOST_SHOWN = 50;

/** Finds a text in names, notes, expressions and scripts. Enter opens the selected place, and the arrow keys select. */
export function FindPanel({ onClose }: { onClose: () => void }) {
  const { t, title, property } = useSpeech();
  const draft = useDraft();
  const goTo = useDesign((design) => design.goTo);
  const [searched, setSearched] = useState("");
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const found = useMemo(() => findInDraft(draft, searched), [draft, searched]);
  const shown = found.slice(0, MOST_SHOWN);
  useEffect(() => field.current?.focus(), []);
  const open = ({ at, property }: Found) => {
    goTo(at, property);
    onClose();
  };
  return (
    <search
      aria-label={t("find.title")}
      className="absolute top-3 right-3 z-20 lg:right-[calc(min(var(--inspector),45vw)+0.75rem)] w-[min(26rem,calc(100%-1.5rem))] rounded-xl border border-edge bg-surface p-2 shadow-xl"
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
        else if (event.key === "ArrowDown") setAt(Math.min(at + 1, shown.length - 1));
        else if (event.key === "ArrowUp") setAt(Math.max(at - 1, 0));
        else if (event.key === "Enter" && event.target === field.current && shown[at]) open(shown[at]);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <div className="flex items-center gap-2">
        <input
          ref={field}
          type="search"
          aria-label={t("find.field")}
          placeholder={t("find.field")}
          value={searched}
          onChange={({ target }) => {
            setSearched(target.value);
            setAt(0);
          }}
          className={INPUT_LOOK}
        />
        <button
          type="button"
          aria-label={t("find.close")}
          onClick={onClose}
          className="grid size-9 shrink-0 place-items-center rounded-lg text-muted hover:bg-code hover:text-ink"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      </div>
      <p role="status" className="px-2 pt-1 text-muted text-xs">
        {searched.trim() === "" ? t("find.hint") : t("find.count", { count: found.length })}
      </p>
      {shown.length > 0 && (
        <ul aria-label={t("find.results")} className="mt-1 max-h-72 overflow-y-auto">
          {shown.map((place, index) => {
            const part = partOf(draft, place.at);
            return (
              <li key={`${idOf(place.at)} ${place.property ?? ""} ${place.line}`}>
                <button
                  type="button"
                  aria-current={index === at || undefined}
                  onClick={() => open(place)}
                  className="w-full rounded-lg px-2 py-1.5 text-left hover:bg-tint aria-[current]:bg-tint"
                >
                  <span className="block truncate text-sm">
                    {part && title(place.at, part)}
                    {part && place.property && (
                      <span className="text-muted"> · {property(place.at, part, place.property).label}</span>
                    )}
                  </span>
                  <span className="block truncate font-mono text-muted text-xs">{place.line}</span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </search>
  );
}
