"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { routeTo } from "../screens/screens.ts";
import { Link } from "../ui/link.tsx";
import { Page } from "../ui/page.tsx";

const AREAS = ["users", "accounts", "apiKeys", "organization", "audit"] as const;

/** The navigation between the administrators' screens, above the current one; others see whom to ask. */
export function AdministrationFrame({ isAdministrator, children }: { isAdministrator: boolean; children: ReactNode }) {
  const t = useTranslations("administration");
  const path = usePathname();
  if (!isAdministrator)
    return (
      <Page title={t("refused.title")}>
        <p className="text-muted">{t("refused.text")}</p>
      </Page>
    );
  return (
    <>
      <nav aria-label={t("navigation")} className="border-line border-b bg-surface">
        <ul className="mx-auto flex max-w-6xl gap-1 overflow-x-auto px-5 sm:px-8">
          {AREAS.map((area) => {
            const href = routeTo(area);
            return (
              <li key={area}>
                <Link
                  href={href}
                  aria-current={path === href ? "page" : undefined}
                  className="-mb-px inline-block whitespace-nowrap border-transparent border-b-2 px-3 py-3 font-medium text-muted text-sm hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-accent"
                >
                  {t(`${area}.title`)}
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
      {children}
    </>
  );
}
