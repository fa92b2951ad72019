import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";

export type OutlineEntry = { id: string; title: string; isNested?: boolean };
type Props = { entries: OutlineEntry[] };

/** Links to the headings of a page, shown beside it. On narrow screens, `FoldedOutline` replaces it. */
export function Outline({ entries }: Props) {
  const t = useTranslations("documentation.frame");
  if (entries.length < 2) return null;
  return (
    <nav
      aria-label={t("onThisPage")}
      className="top-[4.0625rem] hidden max-h-[calc(100dvh-4.0625rem)] self-start overflow-y-auto pt-2 pb-10 text-sm xl:sticky xl:block"
    >
      <p className="font-semibold">{t("onThisPage")}</p>
      <Headings entries={entries} />
    </nav>
  );
}

/** The same links in a collapsed list above the page. */
export function FoldedOutline({ entries }: Props) {
  const t = useTranslations("documentation.frame");
  if (entries.length < 2) return null;
  return (
    <nav
      aria-label={t("onThisPage")}
      className="mt-5 rounded-xl border border-line bg-surface px-4 py-1 text-sm xl:hidden"
    >
      <details className="group">
        <summary className="flex min-h-10 list-none items-center gap-2 font-medium">
          <ChevronRight aria-hidden="true" className="size-4 text-muted group-open:rotate-90" />
          {t("onThisPage")}
        </summary>
        <div className="pb-3 pl-6">
          <Headings entries={entries} />
        </div>
      </details>
    </nav>
  );
}

const Headings = ({ entries }: Props) => (
  <ul className="mt-2 grid gap-0.5" lang="en" translate="no">
    {entries.map(({ id, title, isNested }) => (
      <li key={id} className={isNested ? "pl-3" : ""}>
        <a
          href={`#${id}`}
          className="block rounded-sm py-1 text-muted leading-5 [overflow-wrap:anywhere] hover:text-ink"
        >
          {title}
        </a>
      </li>
    ))}
  </ul>
);
