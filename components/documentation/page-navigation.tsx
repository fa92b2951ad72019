"use client";

import { ChevronRight } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { Contents, PageEntry } from "#server/documentation/read-contents.ts";
import { routeTo } from "../screens/screens.ts";
import { DocumentationLink } from "./documentation-link.tsx";

const REFERENCE = routeTo("apiReference");

/** All pages grouped by reader: beside the page on wide screens, otherwise in a collapsed list above it. */
export function PageNavigation({ contents }: { contents: Contents }) {
  const t = useTranslations("documentation");
  const path = usePathname();
  return (
    <div className="border-line border-b py-3 lg:sticky lg:top-[4.0625rem] lg:h-[calc(100dvh-4.0625rem)] lg:overflow-y-auto lg:border-b-0 lg:py-8">
      {/* Navigating to another page collapses the list. */}
      <details key={path} className="group lg:hidden">
        <summary className="flex min-h-10 list-none items-center gap-2 font-medium text-sm">
          <ChevronRight aria-hidden="true" className="size-4 text-muted group-open:rotate-90" />
          {t("frame.menu")}
        </summary>
        <PageList contents={contents} path={path} />
      </details>
      <div className="max-lg:hidden">
        <PageList contents={contents} path={path} />
      </div>
    </div>
  );
}

function PageList({ contents: { readers, reference }, path }: { contents: Contents; path: string }) {
  const t = useTranslations("documentation");
  return (
    <nav aria-label={t("frame.contents")} className="grid gap-6 py-3 lg:py-0">
      {readers.map(({ reader, pages }) => (
        <div key={reader}>
          <p className="font-semibold text-sm">{t(`readers.${reader}`)}</p>
          <ul className="mt-1.5">
            {pages.map((page) => (
              <Entry key={page.href} page={page} path={path} />
            ))}
            {reader === "developers" && (
              <>
                <Entry page={{ href: REFERENCE, title: t("frame.reference"), lead: "" }} path={path} />
                {path.startsWith(REFERENCE) && (
                  <li>
                    <ul className="ml-3">
                      {reference.map((page) => (
                        <Entry key={page.href} page={page} path={path} />
                      ))}
                    </ul>
                  </li>
                )}
              </>
            )}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function Entry({ page: { href, title }, path }: { page: PageEntry; path: string }) {
  return (
    <li>
      <DocumentationLink
        href={href}
        aria-current={path === href ? "page" : undefined}
        className="block border-line border-l py-1.5 pl-3 text-muted text-sm hover:border-edge hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-accent"
      >
        <span lang="en" translate="no">
          {title}
        </span>
      </DocumentationLink>
    </li>
  );
}
