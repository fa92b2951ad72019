"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { Link } from "../ui/link.tsx";
import { Card } from "../ui/page.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";

/** Lists the user's drafts of new elements, which are not published yet. */
export function Drafts() {
  const t = useTranslations("elements.drafts");
  const trpc = useTRPC();
  const { data } = useQuery(trpc.builder.drafts.queryOptions());
  const drafts = data?.filter(({ elementId }) => elementId === null) ?? [];
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
                href={routeTo("newBuild", { draft: id })}
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
