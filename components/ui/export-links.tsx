"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";

/** A list that has an export, and its filters as its query sends them. */
export type Exported = { list: string; filters: object };

const FORMATS = ["csv", "json"] as const;

/** Links that save all rows of a list, as far as its filters match, as a file. */
export function ExportLinks({ exported: { list, filters } }: { exported: Exported }) {
  const t = useTranslations("ui.export");
  return (
    <span className="ml-auto flex items-center gap-x-3">
      <Download aria-hidden="true" className="size-4" />
      {FORMATS.map((format) => (
        <a
          key={format}
          href={`/api/exports?${new URLSearchParams({ list, format, filters: JSON.stringify(filters) })}`}
          download
          aria-label={t(`${format}Label`)}
          title={t("most")}
          className="inline-flex min-h-6 items-center text-accent hover:underline"
        >
          {t(format)}
        </a>
      ))}
    </span>
  );
}
