"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { Link } from "../ui/link.tsx";
import { Card } from "../ui/page.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";

/** Lists drafts of new formulas that are not published yet. */
export function Unpublished() {
  const t = useTranslations("formulas.unpublished");
  const trpc = useTRPC();
  const { data } = useQuery(trpc.design.drafts.queryOptions());
  const drafts = data?.filter(({ formulaId }) => formulaId === null) ?? [];
  if (drafts.length === 0) return null;
  return (
    <section aria-labelledby="unpublished" className="mb-6">
      <h2 id="unpublished" className="mb-2 font-semibold text-sm">
        {t("title")}
      </h2>
      <Card className="overflow-hidden">
        <ul className="divide-y divide-line">
          {drafts.map(({ id, name, savedDate }) => (
            <li key={id} className="relative flex flex-wrap items-baseline gap-x-3 px-5 py-3 hover:bg-tint">
              <Link href={routeTo("newDesign", { draft: id })} className="font-medium after:absolute after:inset-0">
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
