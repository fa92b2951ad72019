"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useTRPC } from "../../api/trpc.ts";
import * as drafts from "../../drafts/merge-dialog.tsx";
import { clashesOf, mergeUnits } from "../../drafts/merge-units.ts";
import { useListedChange } from "../history/element-changes.tsx";
import { useBuilder, useElement } from "../model/builder.ts";
import { type ElementDraft, openElement } from "../model/element-draft.ts";
import { changesBetween, elementOf, sameUnit, unitsOf } from "../model/units.ts";

type Props = { elementKey: string; onClose: () => void; onMerged: () => void };

/** Merges this draft of an element with a revision that somebody else published meanwhile. */
export function MergeDialog({ elementKey, ...actions }: Props) {
  const trpc = useTRPC();
  const revision = useBuilder((builder) => builder.revision);
  const elementId = useBuilder((builder) => builder.elementId);
  const base = useQuery(trpc.builder.revision.queryOptions({ elementId: elementId ?? 0, revision: revision ?? 0 }));
  const theirs = useQuery({ ...trpc.builder.open.queryOptions({ elementKey }), staleTime: 0, gcTime: 0 });
  return (
    <drafts.MergeDialog base={base} theirs={theirs} onClose={actions.onClose}>
      {({ element }, published) => (
        <Choices
          base={openElement(element)}
          theirs={openElement(published.element)}
          revision={published.revision}
          {...actions}
        />
      )}
    </drafts.MergeDialog>
  );
}

type ChoicesProps = { base: ElementDraft; theirs: ElementDraft; revision: number } & Omit<Props, "elementKey">;

function Choices({ base, theirs, revision, onClose, onMerged }: ChoicesProps) {
  const t = useTranslations("builder");
  const listed = useListedChange();
  const mine = useElement();
  const edit = useBuilder((builder) => builder.edit);
  const keep = useBuilder((builder) => builder.keep);
  const fork = useMemo(
    () => ({ base: unitsOf(base), mine: unitsOf(mine), theirs: unitsOf(theirs) }),
    [base, mine, theirs],
  );
  return (
    <drafts.MergeChoices
      mine={changesBetween(base, mine).map(listed)}
      theirs={changesBetween(base, theirs).map(listed)}
      clashes={clashesOf(fork, sameUnit)}
      onClose={onClose}
      onMerge={(choices) => {
        keep({ revision, published: theirs });
        edit(() => elementOf(mergeUnits(fork, sameUnit, choices)), { announce: t("announcements.merged") });
        onMerged();
      }}
    />
  );
}
