"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type Access, maySee } from "../screens/may-see.ts";
import { routeTo } from "../screens/screens.ts";
import { Link } from "../ui/link.tsx";
import { Page } from "../ui/page.tsx";

const AREAS = ["users", "accounts", "apiKeys", "organization", "audit"] as const;

/** The navigation between the administrators' screens, above the current one; others see whom to ask. */
export function AdministrationFrame({ access, children }: { access: Access; children: ReactNode }) {
  const t = useTranslations("administration");
  const path = usePathname();
  if (!maySee(access, "administration"))
    return (
      <Page title={t("refused.title")}>
        <p className="text-muted">{t("refused.text")}</p>
      </Page>
    );
  const hidden = AREAS.find((area) => path === routeTo(area) && !maySee(access, area));
  return (
    <>
      <nav aria-label={t("navigation")} className="border-line border-b bg-surface">
        <ul className="mx-auto flex max-w-6xl flex-wrap gap-x-1 px-5 sm:px-8">
          {AREAS.filter((area) => maySee(access, area)).map((area) => {
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
      {hidden ? (
        <Page title={t(`${hidden}.title`)}>
          <p className="text-muted">{t("refused.organization")}</p>
        </Page>
      ) : (
        children
      )}
    </>
  );
}
