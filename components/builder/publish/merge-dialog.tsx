"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { useTRPC } from "../../api/trpc.ts";
import { clashesOf, mergeUnits, type Side } from "../../drafts/merge-units.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Failed, Loading } from "../../ui/states.tsx";
import { useBuilder, useElement } from "../model/builder.ts";
import { type ElementDraft, openElement } from "../model/element-draft.ts";
import { changesBetween, elementOf, sameUnit, type UnitChange, unitsOf } from "../model/units.ts";

type Props = { elementKey: string; onClose: () => void; onMerged: () => void };

/** Merges this draft with a revision that somebody else published meanwhile, with a choice for each conflict. */
export function MergeDialog({ elementKey, onClose, onMerged }: Props) {
  const t = useTranslations("builder.merge");
  const trpc = useTRPC();
  const revision = useBuilder((builder) => builder.revision);
  const elementId = useBuilder((builder) => builder.elementId);
  const began = useQuery(trpc.builder.revision.queryOptions({ elementId: elementId ?? 0, revision: revision ?? 0 }));
  const theirs = useQuery({ ...trpc.builder.open.queryOptions({ elementKey }), staleTime: 0, gcTime: 0 });
  const error = began.error ?? theirs.error;
  return (
    <Dialog title={t("title")} description={t("description")} open onOpenChange={onClose}>
      {error ? (
        <Failed error={error} />
      ) : began.data && theirs.data && theirs.isFetchedAfterMount ? (
        <Choices
          base={openElement(began.data.element)}
          theirs={openElement(theirs.data.element)}
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

type ChoicesProps = { base: ElementDraft; theirs: ElementDraft; revision: number } & Pick<
  Props,
  "onClose" | "onMerged"
>;

function Choices({ base, theirs, revision, onClose, onMerged }: ChoicesProps) {
  const t = useTranslations("builder");
  const changed = useTranslations("drafts.changes.what");
  const mine = useElement();
  const edit = useBuilder((builder) => builder.edit);
  const keep = useBuilder((builder) => builder.keep);
  const [choices, setChoices] = useState<Record<string, Side>>({});
  const { fork, clashes, ours, others } = useMemo(() => {
    const fork = { base: unitsOf(base), mine: unitsOf(mine), theirs: unitsOf(theirs) };
    return {
      fork,
      clashes: clashesOf(fork, sameUnit),
      ours: changesBetween(base, mine),
      others: changesBetween(base, theirs),
    };
  }, [base, mine, theirs]);
  const alone = others.filter(({ id }) => !clashes.includes(id));

  function merge() {
    keep({ revision, published: theirs });
    edit(() => elementOf(mergeUnits(fork, sameUnit, choices)), { announce: t("announcements.merged") });
    onMerged();
  }

  return (
    <div className="grid gap-5">
      {alone.length > 0 && (
        <p className="break-words text-sm">
          <span className="text-muted">{t("merge.takenOver")} </span>
          {alone.map(({ name, what }) => t("merge.one", { name, what: changed(what) })).join(", ")}
        </p>
      )}
      {clashes.map((id) => {
        const [own, other] = [ours, others].map((changes) => changes.find((change) => change.id === id));
        const name = own?.name ?? other?.name ?? id;
        return (
          <fieldset key={id} className="rounded-xl border border-line p-3">
            <legend className="px-1 font-medium text-sm">{name}</legend>
            <div className="grid gap-2">
              {(["mine", "theirs"] as const).map((side) => (
                <label key={side} className="flex gap-3 rounded-lg p-1.5 text-sm hover:bg-code">
                  <input
                    type="radio"
                    name={id}
                    checked={(choices[id] ?? "mine") === side}
                    onChange={() => setChoices({ ...choices, [id]: side })}
                  />
                  <span className="min-w-0">
                    {t(`merge.${side}`)}
                    <Summary change={side === "mine" ? own : other} />
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

function Summary({ change }: { change: UnitChange | undefined }) {
  const t = useTranslations("builder");
  const changed = useTranslations("drafts.changes.what");
  return (
    <span className="block break-words text-muted text-xs">
      {change
        ? [changed(change.what), ...change.details.flatMap(({ name }) => (name ? [name] : []))].join(" · ")
        : t("merge.gone")}
    </span>
  );
}
