import { useTranslations } from "next-intl";
import type { Found } from "#server/documentation/search.ts";
import { DocumentationLink } from "./documentation-link.tsx";

/** Search results as a page. */
export function SearchResults({ text, found }: { text: string; found: Found[] }) {
  const t = useTranslations("documentation.search");
  return (
    <div className="max-w-3xl">
      <h1 className="font-semibold text-4xl tracking-tight">{t("title")}</h1>
      <p className="mt-4 text-muted">
        {text.trim() === "" ? t("hint") : t("resultsFor", { count: found.length, text })}
      </p>
      <ul className="mt-6 divide-y divide-line" lang="en" translate="no">
        {found.map(({ href, page, section, excerpt }) => (
          <li key={href} className="py-4">
            <DocumentationLink href={href} className="rounded-sm font-medium text-accent hover:underline">
              {section}
            </DocumentationLink>
            <p className="text-muted text-xs">{page}</p>
            <p className="mt-1 text-sm leading-relaxed">{excerpt}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
