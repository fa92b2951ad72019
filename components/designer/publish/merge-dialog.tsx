"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../api/trpc.ts";
import * as drafts from "../../drafts/merge-dialog.tsx";
import { useDesign, useDraft } from "../model/design.ts";
import { type Draft, openDraft } from "../model/draft.ts";
import { useSpeech } from "../model/speech.ts";
import { changesBetween } from "./draft-changes.ts";
import { clashesOf, mergeDrafts } from "./merge-drafts.ts";

type Props = { formulaId: number; onClose: () => void; onMerged: () => void };

/** Merges this draft of a formula with a revision that somebody else published meanwhile. */
export function MergeDialog({ formulaId, ...actions }: Props) {
  const trpc = useTRPC();
  const revision = useDesign((design) => design.revision);
  const base = useQuery(trpc.design.revision.queryOptions({ formulaId, revision: revision ?? 0 }));
  const theirs = useQuery({ ...trpc.design.open.queryOptions({ formulaId }), staleTime: 0, gcTime: 0 });
  return (
    <drafts.MergeDialog base={base} theirs={theirs} onClose={actions.onClose}>
      {({ formula }, published) => (
        <Choices
          base={openDraft(formula)}
          theirs={openDraft(published.formula)}
          revision={published.revision}
          {...actions}
        />
      )}
    </drafts.MergeDialog>
  );
}

type ChoicesProps = { base: Draft; theirs: Draft; revision: number } & Omit<Props, "formulaId">;

function Choices({ base, theirs, revision, onClose, onMerged }: ChoicesProps) {
  const speech = useSpeech();
  const mine = useDraft();
  const change = useDesign((design) => design.change);
  const keep = useDesign((design) => design.keep);
  const fork = { base, mine, theirs };
  return (
    <drafts.MergeChoices
      mine={changesBetween(base, mine, speech)}
      theirs={changesBetween(base, theirs, speech)}
      clashes={clashesOf(fork)}
      onClose={onClose}
      onMerge={(choices) => {
        const merged = mergeDrafts(fork, choices);
        keep({ revision, published: theirs });
        change({ do: "replace", draft: merged }, speech.t("announcements.merged"));
        onMerged();
      }}
    />
  );
}
