"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { routeTo } from "../../screens/screens.ts";
import { Link } from "../../ui/link.tsx";
import { INPUT_LOOK } from "../../ui/text-field.tsx";
import { useDesign } from "../model/design.ts";
import type { Draft } from "../model/draft.ts";
import { useStoredValues } from "../model/use-stored-values.ts";
import { type GoneVariable, movesOf, newlyRequired } from "./value-moves.ts";

type Props = {
  before: Draft;
  after: Draft;
  gone: GoneVariable[];
  onChoose: (key: string, to: string) => void;
};

/** The effects on values of instances when the variables of their formula change; nothing if they have no values. */
export function InstanceValues({ before, after, gone, onChoose }: Props) {
  const t = useTranslations("designer.instanceValues");
  const formulaId = useDesign((design) => design.formulaId);
  const values = useStoredValues();
  if (!values) return null;
  const { instances, heldUnder } = values;
  const held = gone.filter(({ key }) => heldUnder(key) > 0);
  const moves = movesOf(gone);
  const lacking = newlyRequired(before, after).flatMap((key) => {
    const from = moves.find(({ to }) => to === key)?.from;
    const count = instances - Math.max(heldUnder(key), from === undefined ? 0 : heldUnder(from));
    return count > 0 ? [{ key, count }] : [];
  });
  if (held.length + lacking.length === 0) return null;
  const code = (chunks: ReactNode) => <code className="break-all font-mono">{chunks}</code>;
  return (
    <section aria-label={t("title")} className="grid gap-3 text-sm">
      <h3 className="font-medium text-muted text-xs">{t("title")}</h3>
      {held.map(({ key, to, choices }) => (
        <div key={key} className="grid gap-1.5">
          <p>{t.rich("held", { count: heldUnder(key), key, code })}</p>
          {choices.length > 0 && (
            <label className="flex items-center gap-2">
              <span className="shrink-0">{t("isNow")}</span>
              <select
                aria-label={t("keyIsNow", { key })}
                value={to}
                onChange={(event) => onChoose(key, event.target.value)}
                className={`${INPUT_LOOK} min-w-0 flex-1`}
              >
                {choices.map((choice) => (
                  <option key={choice}>{choice}</option>
                ))}
                <option value="">{t("unused")}</option>
              </select>
            </label>
          )}
          {to === "" && <p className="text-muted">{t("stays")}</p>}
        </div>
      ))}
      {lacking.map(({ key, count }) => (
        <p key={key}>{t.rich("lacking", { count, key, code })}</p>
      ))}
      {lacking.length > 0 && formulaId !== null && (
        <Link href={routeTo("formula", { formulaId })} className="justify-self-start text-accent hover:underline">
          {t("instances")}
        </Link>
      )}
    </section>
  );
}
