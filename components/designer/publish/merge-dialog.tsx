"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { useTRPC } from "../../api/trpc.ts";
import type { Side } from "../../drafts/merge-units.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Failed, Loading } from "../../ui/states.tsx";
import { useDesign, useDraft } from "../model/design.ts";
import { type Draft, openDraft } from "../model/draft.ts";
import { useSpeech } from "../model/speech.ts";
import { changesBetween, type DraftChange } from "./draft-changes.ts";
import { clashesOf, mergeDrafts } from "./merge-drafts.ts";

type Props = { formulaId: number; onClose: () => void; onMerged: () => void };

/** Merges this draft with a revision that somebody else published meanwhile, with a choice for each conflict. */
export function MergeDialog({ formulaId, onClose, onMerged }: Props) {
  const t = useTranslations("designer.merge");
  const trpc = useTRPC();
  const revision = useDesign((design) => design.revision);
  const began = useQuery(trpc.design.revision.queryOptions({ formulaId, revision: revision ?? 0 }));
  const theirs = useQuery({ ...trpc.design.open.queryOptions({ formulaId }), staleTime: 0, gcTime: 0 });
  const error = began.error ?? theirs.error;
  return (
    <Dialog title={t("title")} description={t("description")} open onOpenChange={onClose}>
      {error ? (
        <Failed error={error} />
      ) : began.data && theirs.data && theirs.isFetchedAfterMount ? (
        <Choices
          base={openDraft(began.data.formula)}
          theirs={openDraft(theirs.data.formula)}
          revision={theirs.data.revision}
          onClose={onClose}
          onMerged={onMerged}
        />
      ) : (
        <Loading what={t("loading")} />
      )}
    </Dialog>
  );
}

type ChoicesProps = { base: Draft; theirs: Draft; revision: number } & Pick<Props, "onClose" | "onMerged">;

function Choices({ base, theirs, revision, onClose, onMerged }: ChoicesProps) {
  const speech = useSpeech();
  const { t } = speech;
  const mine = useDraft();
  const change = useDesign((design) => design.change);
  const keep = useDesign((design) => design.keep);
  const [choices, setChoices] = useState<Record<string, Side>>({});
  // Revisions published in the meantime do not change while the dialog is open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const { fork, clashes, ours, others } = useMemo(() => {
    const fork = { base, mine, theirs };
    return {
      fork,
      clashes: clashesOf(fork),
      ours: changesBetween(base, mine, speech),
      others: changesBetween(base, theirs, speech),
    };
  }, [mine, revision, speech]);
  const alone = others.filter(({ id }) => !clashes.includes(id));

  function merge() {
    const merged = mergeDrafts(fork, choices);
    keep({ revision, published: theirs });
    change({ do: "replace", draft: merged }, t("announcements.merged"));
    onMerged();
  }

  return (
    <div className="grid gap-5">
      {alone.length > 0 && (
        <p className="text-sm">
          <span className="text-muted">{t("merge.takenOver")} </span>
          {alone.map(({ title, what }) => t("merge.one", { title, what: t(`changes.what.${what}`) })).join(", ")}
        </p>
      )}
      {clashes.map((id) => {
        const [own, other] = [ours, others].map((changes) => changes.find((change) => change.id === id));
        return (
          <fieldset key={id} className="rounded-xl border border-line p-3">
            <legend className="px-1 font-medium text-sm">{(other ?? own)?.title ?? id}</legend>
            <div className="grid gap-3 sm:grid-cols-2">
              {(["mine", "theirs"] as const).map((side) => (
                <label key={side} className="flex items-start gap-2 text-sm">
                  <input
                    type="radio"
                    name={id}
                    className="mt-1"
                    checked={(choices[id] ?? "mine") === side}
                    onChange={() => setChoices({ ...choices, [id]: side })}
                  />
                  <span className="min-w-0">
                    {t(`merge.${side}`)}
                    <SideChange change={side === "mine" ? own : other} />
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
        );
      })}
      {clashes.length === 0 && <p className="text-muted text-sm">{t("merge.none")}</p>}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t("merge.later")}</Button>
        <Button kind="primary" onClick={merge}>
          {t("merge.verb")}
        </Button>
      </div>
    </div>
  );
}

function SideChange({ change }: { change: DraftChange | undefined }) {
  const t = useTranslations("designer");
  return (
    <span className="block break-words text-muted text-xs">
      {change ? [t(`changes.what.${change.what}`), ...change.details].join(" · ") : t("merge.gone")}
    </span>
  );
}
