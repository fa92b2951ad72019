"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "../ui/dialog.tsx";
import { SHORTCUTS } from "./shortcuts.ts";

export function ShortcutSheet(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTranslations("shell.shortcuts");
  return (
    <Dialog {...props} title={t("title")} description={t("description")}>
      <div className="grid gap-5">
        {SHORTCUTS.map(({ place, keys }) => (
          <section key={place} aria-label={t(place)}>
            <h3 className="font-medium text-sm">{t(place)}</h3>
            <dl className="mt-2 grid gap-1.5">
              {keys.map(({ keys: combination, description }) => (
                <div key={description} className="flex items-center justify-between gap-4 text-sm">
                  <dt className="order-2 flex gap-1">
                    {combination.map((key) => (
                      <kbd key={key} className="rounded border border-line bg-code px-2 py-0.5 font-sans text-xs">
                        {key}
                      </kbd>
                    ))}
                  </dt>
                  <dd className="text-muted">{t(description)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
