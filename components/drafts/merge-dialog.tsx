"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import type { ListedChange } from "./change-list.tsx";
import type { Side } from "./merge-units.ts";

const SIDES = ["mine", "theirs"] as const satisfies Side[];

/** The result of a query, as far as the dialog needs it. */
type Read<Data> = { data: Data | undefined; error: { message: string } | null; isFetchedAfterMount: boolean };

type Props<Base, Theirs> = {
  /** The revision that the draft was based on. */
  base: Read<Base>;
  /** The revision published meanwhile, read again since the dialog was opened. */
  theirs: Read<Theirs>;
  onClose: () => void;
  children: (base: Base, theirs: Theirs) => ReactNode;
};

/** Merges a draft with a revision that somebody else published meanwhile: its `children` are the choices, once both are known. */
export function MergeDialog<Base, Theirs>({ base, theirs, onClose, children }: Props<Base, Theirs>) {
  const t = useTranslations("drafts.merge");
  const error = base.error ?? theirs.error;
  return (
    <Dialog title={t("title")} description={t("description")} open onOpenChange={onClose}>
      {error ? (
        <Failed error={error} />
      ) : base.data !== undefined && theirs.data !== undefined && theirs.isFetchedAfterMount ? (
        children(base.data, theirs.data)
      ) : (
        <Loading what={t("loading")} />
      )}
    </Dialog>
  );
}

type ChoicesProps = {
  mine: readonly ListedChange[];
  theirs: readonly ListedChange[];
  /** The ids of what both sides changed differently. */
  clashes: readonly string[];
  onMerge: (choices: Record<string, Side>) => void;
  onClose: () => void;
};

/** The changes that are taken over, and a choice for each conflict. */
export function MergeChoices({ mine, theirs, clashes, onMerge, onClose }: ChoicesProps) {
  const t = useTranslations("drafts.merge");
  const changed = useTranslations("drafts.changes.what");
  const [choices, setChoices] = useState<Record<string, Side>>({});
  const alone = theirs.filter(({ id }) => !clashes.includes(id));
  return (
    <div className="grid gap-5">
      {alone.length > 0 && (
        <p className="break-words text-sm">
          <span className="text-muted">{t("takenOver")} </span>
          {alone.map(({ title, what }) => t("one", { title, what: changed(what) })).join(", ")}
        </p>
      )}
      {clashes.map((id) => {
        const changes = { mine: mine.find((one) => one.id === id), theirs: theirs.find((one) => one.id === id) };
        return (
          <fieldset key={id} className="min-w-0 rounded-xl border border-line p-3">
            <legend className="max-w-full break-words px-1 font-medium text-sm">
              {(changes.theirs ?? changes.mine)?.title ?? id}
            </legend>
            <div className="grid gap-3 sm:grid-cols-2">
              {SIDES.map((side) => (
                <label key={side} className="flex min-w-0 items-start gap-2 text-sm">
                  <input
                    type="radio"
                    name={id}
                    className="mt-1"
                    checked={(choices[id] ?? "mine") === side}
                    onChange={() => setChoices({ ...choices, [id]: side })}
                  />
                  <span className="min-w-0">
                    {t(side)}
                    <Summary change={changes[side]} />
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
        );
      })}
      {clashes.length === 0 && <p className="text-muted text-sm">{t("none")}</p>}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t("later")}</Button>
        <Button kind="primary" onClick={() => onMerge(choices)}>
          {t("verb")}
        </Button>
      </div>
    </div>
  );
}

function Summary({ change }: { change: ListedChange | undefined }) {
  const t = useTranslations("drafts");
  return (
    <span className="block break-words text-muted text-xs">
      {change ? [t(`changes.what.${change.what}`), ...change.details].join(" · ") : t("merge.gone")}
    </span>
  );
}
