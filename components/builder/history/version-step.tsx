"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "../../api/trpc.ts";
import { Badge } from "../../ui/badge.tsx";
import { Failed } from "../../ui/states.tsx";

type Props = { elementId: number; from: number; to: number };

/** The effects of a revision's differences on users of the element, and the breaking ones. */
export function VersionStep(props: Props) {
  const t = useTranslations("drafts.versionStep");
  const trpc = useTRPC();
  const { data, error } = useQuery({
    ...trpc.builder.compare.queryOptions(props),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (error) return <Failed error={error} />;
  if (!data) return null;
  const breaking = data.changes.filter(({ isBreaking }) => isBreaking);
  return (
    <div className="grid gap-2 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={data.step === "major" ? "waiting" : "muted"}>{t(`names.${data.step}`)}</Badge>
        <span className="text-muted">{t(`meanings.${data.step}`)}</span>
      </p>
      {breaking.length > 0 && (
        <ul aria-label={t("breaking")} className="grid list-disc gap-1 pl-5">
          {breaking.map(({ rule, path, message }) => (
            <li key={`${rule} ${path.join(".")} ${message}`} translate="no" className="[overflow-wrap:anywhere]">
              {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
