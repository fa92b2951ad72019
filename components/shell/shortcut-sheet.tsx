"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { foldedText } from "#server/search-text.ts";
import { Dialog } from "../ui/dialog.tsx";
import { ListSearch } from "../ui/list-search.tsx";
import { useKeyNames } from "../ui/use-key-names.ts";
import { type AnyShortcut, SHORTCUTS } from "./shortcuts.ts";

/** The shortcuts of the present page and those of all pages; then those of other pages. */
export function ShortcutSheet(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTranslations("shell.shortcuts");
  return (
    <Dialog {...props} title={t("title")} description={t("description")}>
      <Shortcuts />
    </Dialog>
  );
}

function Shortcuts() {
  const t = useTranslations("shell.shortcuts");
  const keyNames = useKeyNames();
  const page = usePathname();
  const [search, setSearch] = useState("");
  const words = foldedText(search.trim());
  const groups = Object.values(SHORTCUTS)
    .map(({ place, pages, rows }) => ({
      place,
      isHere: pages?.test(page) ?? false,
      rows: (Object.values(rows) as AnyShortcut[])
        .map(({ keys, text }) => ({ keys: keys.map(keyNames), text: t(text) }))
        .filter(({ keys, text }) => foldedText(`${text} ${keys.join(" ")} ${t(place)}`).includes(words)),
    }))
    .filter(({ rows }) => rows.length > 0);
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <div className="grid gap-4">
      <ListSearch label={t("find")} value={search} onChange={setSearch} count={t("count", { count })} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <div tabIndex={0} className="grid max-h-[60dvh] gap-5 overflow-y-auto">
        {groups
          .toSorted((a, b) => Number(b.isHere) - Number(a.isHere))
          .map(({ place, rows }) => (
            <section key={place} aria-label={t(place)}>
              <h3 className="font-medium text-sm">{t(place)}</h3>
              <dl className="mt-2 grid gap-1.5">
                {rows.map(({ keys, text }) => (
                  <div key={text} className="flex items-center justify-between gap-4 text-sm">
                    <dt className="order-2 flex gap-1">
                      {keys.map((key) => (
                        <kbd key={key} className="rounded border border-line bg-code px-2 py-0.5 font-sans text-xs">
                          {key}
                        </kbd>
                      ))}
                    </dt>
                    <dd className="text-muted">{text}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
      </div>
    </div>
  );
}
