import { ArrowLeft, ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { DocumentationPage } from "#server/documentation/pages.ts";
import { routeTo } from "../screens/screens.ts";
import { Blocks } from "./blocks.tsx";
import { DocumentationLink } from "./documentation-link.tsx";
import { FoldedOutline, Outline } from "./outline.tsx";

type Neighbor = DocumentationPage | undefined;

/** One page of docs/. */
export function Article({ page, previous, next }: { page: DocumentationPage; previous: Neighbor; next: Neighbor }) {
  const headings = page.blocks.flatMap((block) =>
    block.type === "heading" ? [{ id: block.id, title: block.text, isNested: block.depth === 3 }] : [],
  );
  return (
    <div className="xl:grid xl:grid-cols-[minmax(0,1fr)_14rem] xl:gap-12">
      <div className="min-w-0 max-w-3xl">
        <article lang="en" translate="no">
          <h1 className="text-balance font-semibold text-4xl tracking-tight">{page.title}</h1>
          <FoldedOutline entries={headings} />
          <Blocks blocks={page.blocks} />
        </article>
        <Neighbors previous={previous} next={next} />
      </div>
      <Outline entries={headings} />
    </div>
  );
}

function Neighbors({ previous, next }: { previous: Neighbor; next: Neighbor }) {
  const t = useTranslations("documentation.frame");
  const look = "flex flex-1 flex-col gap-1 rounded-xl border border-line bg-surface px-5 py-4 hover:border-accent";
  return (
    <nav aria-label={t("neighbors")} className="mt-14 flex flex-col gap-4 sm:flex-row">
      {previous && (
        <DocumentationLink href={routeTo("docsPage", { page: previous.slug })} className={look}>
          <span className="flex items-center gap-1.5 text-muted text-xs">
            <ArrowLeft aria-hidden="true" className="size-3.5" />
            {t("previous")}
          </span>
          <span className="font-medium text-accent" lang="en" translate="no">
            {previous.title}
          </span>
        </DocumentationLink>
      )}
      {next && (
        <DocumentationLink href={routeTo("docsPage", { page: next.slug })} className={`${look} sm:items-end`}>
          <span className="flex items-center gap-1.5 text-muted text-xs">
            {t("next")}
            <ArrowRight aria-hidden="true" className="size-3.5" />
          </span>
          <span className="font-medium text-accent" lang="en" translate="no">
            {next.title}
          </span>
        </DocumentationLink>
      )}
    </nav>
  );
}
