"use client";

import { useTranslations } from "next-intl";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { suggestMapping } from "#server/common-resource/suggestions/suggest.ts";
import { Button } from "../../ui/button.tsx";
import { usedPaths, useMapping } from "./model/mapping.tsx";
import { useConnect } from "./use-connect.ts";

/** Fields of the provider that probably match ours, each with the reasons, to be accepted individually. */
export function SuggestionList() {
  const t = useTranslations("common-resources.suggestions");
  const id = useId();
  const { rows, provider, opened } = useMapping();
  const { connect } = useConnect();
  const place = useRef<HTMLElement>(null);
  const [accepted, setAccepted] = useState<number | null>(null);
  const suggestions = useMemo(() => {
    const used = usedPaths(rows);
    return suggestMapping(
      rows
        .filter(({ state, field }) => state !== "removed" && !field?.vendorPath)
        .map((row) => ({ ...row, samples: [] })),
      provider.filter(({ path }) => !used.has(path)),
      new Set(opened.elsewhere),
    );
  }, [rows, provider, opened.elsewhere]);

  // The button that was pressed is removed with its suggestion: the next one gets the focus.
  useEffect(() => {
    if (accepted === null) return;
    setAccepted(null);
    const buttons = place.current?.querySelectorAll("button") ?? [];
    (buttons[Math.min(accepted, buttons.length - 1)] ?? place.current)?.focus();
  }, [accepted]);

  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-labelledby={id}
      className="self-start rounded-2xl border border-line bg-surface p-4 outline-none"
    >
      <h2 id={id} className="font-medium text-sm">
        {t("title")}
      </h2>
      {suggestions.length === 0 ? (
        <p className="mt-2 text-muted text-sm">{t("none")}</p>
      ) : (
        <ul className="mt-3 grid gap-3">
          {suggestions.map(({ path, vendorPath, reasons }, at) => (
            <li key={path} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 text-sm">
              <span className="min-w-0">
                <code className="block truncate font-mono">{t("pair", { path, vendorPath })}</code>
                <span className="block text-muted text-xs">
                  {reasons.map((reason) => t(`reasons.${reason}`)).join(", ")}
                </span>
              </span>
              <Button
                aria-label={t("acceptIt", { path, vendorPath })}
                onClick={() => {
                  connect(path, vendorPath, { isSelected: false });
                  setAccepted(at);
                }}
              >
                {t("accept")}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
