"use client";

import type { Route } from "next";
import { useTranslations } from "next-intl";
import { Link } from "../ui/link.tsx";
import { Card } from "../ui/page.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";

type Props = { drafts: readonly { id: number; name: string; savedDate: string }[]; hrefOf: (draftId: number) => Route };

/** The user's drafts of unpublished formulas or elements; nothing if there are none. */
export function UnpublishedDrafts({ drafts, hrefOf }: Props) {
  const t = useTranslations("drafts.unpublished");
  if (drafts.length === 0) return null;
  return (
    <section aria-labelledby="drafts" className="mb-6">
      <h2 id="drafts" className="mb-2 font-semibold text-sm">
        {t("title")}
      </h2>
      <Card className="overflow-hidden">
        <ul className="divide-y divide-line">
          {drafts.map(({ id, name, savedDate }) => (
            <li key={id} className="relative flex flex-wrap items-baseline gap-x-3 px-5 py-3 hover:bg-tint">
              <Link
                href={hrefOf(id)}
                className="line-clamp-2 min-w-0 font-medium [overflow-wrap:anywhere] after:absolute after:inset-0"
              >
                {name || t("nameless")}
              </Link>
              <span className="text-muted text-xs">
                {t.rich("changed", { when: () => <RelativeTime at={savedDate} /> })}
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}
