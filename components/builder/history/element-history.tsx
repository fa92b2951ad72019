"use client";

import { useInfiniteQuery, useQueries, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useMemo, useState } from "react";
import { NEXT_PAGE } from "../../api/next-page.ts";
import { useTRPC } from "../../api/trpc.ts";
import { RevisionList } from "../../drafts/revision-list.tsx";
import { MayChange } from "../../shell/may-change.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { Failed, Loading } from "../../ui/states.tsx";
import { type ElementDraft, openElement } from "../model/element-draft.ts";
import { changesBetween } from "../model/units.ts";
import { ElementChanges } from "./element-changes.tsx";
import { VersionStep } from "./version-step.tsx";

/** A revision that can be restored, and the current one. */
export type Restorable = { number: number; current: number; element: ElementDraft };

type Props = {
  elementId: number;
  name: string;
  /** The button that restores a revision. */
  restore: (revision: Restorable) => ReactNode;
};

/** The published revisions of an element with author, time and changes. */
export function ElementHistory({ elementId, name, restore }: Props) {
  const trpc = useTRPC();
  const revisions = useInfiniteQuery(
    trpc.builder.revisions.infiniteQueryOptions({ elementId }, { ...NEXT_PAGE, staleTime: 0, gcTime: 0 }),
  );
  const breaking = useBreaking(elementId, revisions.data?.pages ?? []);
  return (
    <RevisionList name={name} query={revisions} isBreaking={(number) => breaking.has(number)}>
      {(number, current) => <OpenRevision elementId={elementId} number={number} current={current} restore={restore} />}
    </RevisionList>
  );
}

type RevisionPage = { revisions: { revision: number }[] };

/** The revisions of these pages that are breaking. They are compared after the list is shown. */
function useBreaking(elementId: number, pages: readonly RevisionPage[]): Set<number> {
  const trpc = useTRPC();
  return useQueries({
    queries: pages.flatMap(({ revisions: [newest] }) =>
      newest
        ? [{ ...trpc.builder.revisionSteps.queryOptions({ elementId, before: newest.revision + 1 }), ...FOREVER }]
        : [],
    ),
    combine: (steps) =>
      new Set(
        steps.flatMap(({ data = [] }) => data.filter(({ step }) => step === "major").map(({ revision }) => revision)),
      ),
  });
}

type OpenProps = Pick<Props, "elementId" | "restore"> & { number: number; current: number };

function OpenRevision({ elementId, number, current, restore }: OpenProps) {
  const t = useTranslations("drafts.restore");
  const [since, setSince] = useState(Math.max(number - 1, 0));
  const { now, before, error, changes } = useRevisions({ elementId, number, since });
  const isUnrecorded = before.error?.data?.kind === "notFound";
  const options = [
    ...(number === 1 ? [{ value: "0", label: t("nothing") }] : []),
    ...numbersBelow(current).flatMap((other) =>
      other === number
        ? []
        : [
            {
              value: String(other),
              label: t(other === number - 1 ? "before" : "revision", { number: String(other) }),
            },
          ],
    ),
  ];
  if (error) return <Failed error={error} />;
  if (!now.data) return <Loading what={t("loading")} />;
  return (
    <>
      {options.length > 1 && (
        <SelectField
          label={t("since")}
          value={String(since)}
          options={options}
          onChange={(other) => setSince(Number(other))}
        />
      )}
      {isUnrecorded ? (
        <p className="text-muted text-sm">{t(since === number - 1 ? "noBefore" : "unrecorded")}</p>
      ) : changes ? (
        <section aria-label={t("changes")} className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {since > 0 && <VersionStep elementId={elementId} from={since} to={number} />}
          <ElementChanges changes={changes} />
        </section>
      ) : (
        <Loading what={t("loading")} />
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

const MOST_OFFERED = 200;
/** The newest revisions, from this one on. */
const numbersBelow = (current: number): number[] =>
  Array.from({ length: Math.min(current, MOST_OFFERED) }, (_, at) => current - at);

const FOREVER = { staleTime: Number.POSITIVE_INFINITY, retry: false };

/** A revision and the one that it is compared with, 0 for none, and their differences. */
function useRevisions({ elementId, number, since }: { elementId: number; number: number; since: number }) {
  const trpc = useTRPC();
  const now = useQuery({ ...trpc.builder.revision.queryOptions({ elementId, revision: number }), ...FOREVER });
  const before = useQuery({
    ...trpc.builder.revision.queryOptions({ elementId, revision: since }),
    ...FOREVER,
    enabled: since > 0,
  });
  const changes = useMemo(() => {
    if (!now.data || (since > 0 && !before.data)) return null;
    return changesBetween(
      since > 0 && before.data ? openElement(before.data.element) : {},
      openElement(now.data.element),
    );
  }, [now.data, before.data, since]);
  const error = now.error ?? (before.error?.data?.kind === "notFound" ? null : before.error);
  return { now, before, error, changes };
}
