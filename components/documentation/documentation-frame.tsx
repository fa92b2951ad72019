import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Contents } from "#server/documentation/read-contents.ts";
import { routeTo } from "../screens/screens.ts";
import { Logo } from "../ui/logo.tsx";
import { DocumentationLink } from "./documentation-link.tsx";
import { PageNavigation } from "./page-navigation.tsx";
import { SearchBox } from "./search-box.tsx";

/** The layout of every documentation page: search, the page list, and a link to the Workbench. */
export function DocumentationFrame({ contents, children }: { contents: Contents; children: ReactNode }) {
  const t = useTranslations("documentation.frame");
  return (
    <>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-md focus:bg-surface focus:px-3 focus:py-2"
      >
        {t("skip")}
      </a>
      <header data-docs-header className="sticky top-0 z-30 border-line border-b bg-surface short:static">
        <div className="mx-auto flex max-w-[90rem] flex-wrap items-center gap-x-6 gap-y-3 px-5 py-3 sm:px-8">
          <DocumentationLink href={routeTo("docs")} className="flex items-center gap-2.5 rounded-lg">
            <Logo />
            <span className="rounded-md bg-tint px-2 py-0.5 font-medium text-accent text-xs">{t("docs")}</span>
          </DocumentationLink>
          <div className="order-last w-full md:order-none md:mx-auto md:w-[26rem]">
            <SearchBox />
          </div>
          <nav aria-label={t("workbench")} className="ml-auto flex items-center gap-5 text-sm md:ml-0">
            <a href="/" className="rounded-md font-medium text-accent hover:underline">
              {t("workbench")}
            </a>
          </nav>
        </div>
      </header>
      <div className="mx-auto max-w-[90rem] px-5 sm:px-8 lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)] lg:gap-10">
        <PageNavigation contents={contents} />
        <main id="content" tabIndex={-1} className="min-w-0 py-8 outline-none lg:py-10">
          {children}
        </main>
      </div>
    </>
  );
}
