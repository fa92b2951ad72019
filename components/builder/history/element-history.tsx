"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useMemo } from "react";
import { useTRPC } from "../../api/trpc.ts";
import { RevisionList } from "../../drafts/revision-list.tsx";
import { MayChange } from "../../shell/may-change.tsx";
import { Failed, Loading } from "../../ui/states.tsx";
import { type ElementDraft, openElement } from "../model/element-draft.ts";
import { changesBetween } from "../model/units.ts";
import { ChangeList } from "./change-list.tsx";

/** A revision that can be restored, and the current one. */
export type Restorable = { number: number; current: number; element: ElementDraft };

type Props = {
  elementId: number;
  name: string;
  /** The button that restores a revision. */
  restore: (revision: Restorable) => ReactNode;
};

/** The published revisions of an element: who, when, and what each changed. */
export function ElementHistory({ elementId, name, restore }: Props) {
  const trpc = useTRPC();
  const revisions = useInfiniteQuery(
    trpc.builder.revisions.infiniteQueryOptions(
      { elementId },
      { getNextPageParam: ({ next }) => next ?? undefined, staleTime: 0, gcTime: 0 },
    ),
  );
  return (
    <RevisionList name={name} query={revisions}>
      {(number, current) => <OpenRevision elementId={elementId} number={number} current={current} restore={restore} />}
    </RevisionList>
  );
}

type OpenProps = Pick<Props, "elementId" | "restore"> & { number: number; current: number };

function OpenRevision({ elementId, number, current, restore }: OpenProps) {
  const t = useTranslations("drafts.restore");
  const trpc = useTRPC();
  const forever = { staleTime: Number.POSITIVE_INFINITY, retry: false };
  const now = useQuery({ ...trpc.builder.revision.queryOptions({ elementId, revision: number }), ...forever });
  const before = useQuery({
    ...trpc.builder.revision.queryOptions({ elementId, revision: number - 1 }),
    ...forever,
    enabled: number > 1,
  });
  const isUnrecorded = before.error?.data?.kind === "notFound";
  const changes = useMemo(() => {
    if (!now.data || (number > 1 && !before.data)) return null;
    return changesBetween(before.data ? openElement(before.data.element) : {}, openElement(now.data.element));
  }, [now.data, before.data, number]);
  const error = now.error ?? (isUnrecorded ? null : before.error);
  if (error) return <Failed error={error} />;
  if (!now.data || (!changes && !isUnrecorded)) return <Loading what={t("loading")} />;
  return (
    <>
      {changes ? (
        <section aria-label={t("changes")}>
          <ChangeList changes={changes} />
        </section>
      ) : (
        <p className="text-muted text-sm">{t("noBefore")}</p>
      )}
      {number === current ? (
        <p className="text-muted text-sm">{t("isCurrent")}</p>
      ) : (
        <MayChange>
          <div className="flex flex-wrap items-center justify-end gap-3">
            <p className="text-muted text-xs">{t("help")}</p>
            {restore({ number, current, element: openElement(now.data.element) })}
          </div>
        </MayChange>
      )}
    </>
  );
}
