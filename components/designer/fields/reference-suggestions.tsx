"use client";

import { useTranslations } from "next-intl";
import { type RefObject, useLayoutEffect, useState } from "react";
import { withDots } from "#server/formula/path.ts";
import { foldedText } from "#server/search-text.ts";
import type { PartRef } from "../model/draft.ts";
import type { ReachableValue } from "../model/reachable-values.ts";
import { useReachableValues } from "../model/run-values.tsx";

const MOST_OFFERED = 8;

/** Completions of an incomplete reference, and the one selected by the arrow keys; none at first. */
export function useReferenceSuggestions(at: PartRef, incomplete: string | null) {
  const [reached, setReached] = useState<{ incomplete: string | null; index: number }>({ incomplete, index: -1 });
  const isOpen = incomplete !== null;
  const values = useReachableValues(at, isOpen);
  const wanted = foldedText(withDots(incomplete ?? ""));
  const found = values
    .filter(({ path }) => foldedText(path).includes(wanted) && path !== incomplete)
    .slice(0, MOST_OFFERED);
  const index = reached.incomplete === incomplete ? Math.min(reached.index, found.length - 1) : -1;
  return {
    found,
    chosen: found[index],
    move: (by: 1 | -1) =>
      setReached({
        incomplete,
        index: index < 0 && by < 0 ? found.length - 1 : (index + by + found.length) % found.length,
      }),
    activeId: (id: string) => (index < 0 ? undefined : `${id}-${index}`),
  };
}

type Props = {
  id: string;
  label: string;
  field: RefObject<HTMLElement | null>;
  found: ReachableValue[];
  chosen: ReachableValue | undefined;
  onTake: (path: string) => void;
};

/** A list below the text field: it never takes the focus and does not shift the layout. */
export function ReferenceSuggestions({ id, label, field, found, chosen, onTake }: Props) {
  const t = useTranslations("designer");
  const [place, setPlace] = useState<{ left: number; top: number; width: number } | null>(null);
  useLayoutEffect(() => {
    function follow() {
      const box = field.current?.closest("[data-text-box]")?.getBoundingClientRect();
      if (box) setPlace({ left: box.left, top: box.bottom + 4, width: box.width });
    }
    follow();
    document.addEventListener("scroll", follow, true);
    window.addEventListener("resize", follow);
    return () => {
      document.removeEventListener("scroll", follow, true);
      window.removeEventListener("resize", follow);
    };
  }, [field]);
  return (
    <div
      style={place ?? { visibility: "hidden" }}
      className="fixed z-50 overflow-hidden rounded-xl border border-line bg-surface p-1 shadow-xl"
    >
      <div role="listbox" id={id} aria-label={t("picker.offers", { label })}>
        {found.map((value, index) => (
          // The field keeps the focus and the keyboard; items are selected only with the pointer.
          <div
            key={value.path}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={value === chosen}
            onPointerDown={(event) => {
              event.preventDefault();
              onTake(value.path);
            }}
            className="rounded-lg px-2 py-1 hover:bg-tint aria-selected:bg-tint"
          >
            <span className="block break-all font-mono text-[0.8125rem]">{value.path}</span>
            {value.sample !== undefined && <span className="block truncate text-muted text-xs">{value.sample}</span>}
          </div>
        ))}
      </div>
      <p className="px-2 py-1 text-muted text-xs">{t("picker.offersHint")}</p>
    </div>
  );
}
