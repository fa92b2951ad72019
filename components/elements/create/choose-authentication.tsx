"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { cutText } from "#server/cut-text.ts";
import { useKinds } from "../../builder/use-kinds.ts";
import { FieldLabel, INPUT_LOOK } from "../../ui/text-field.tsx";
import type { ImportPreview } from "./import-request.ts";
import { ProblemList } from "./problem-list.tsx";

type Props = {
  preview: ImportPreview;
  isNew: boolean;
  /** The name of a type of authentication in the file; empty: that of an existing element is kept. */
  name: string;
  onChoose: (name: string) => void;
};

/** The authentication of the element: one of the file's types, with the remaining work for it. */
export function ChooseAuthentication({ preview: { type, authentications }, isNew, name, onChoose }: Props) {
  const t = useTranslations("elements.import");
  const kinds = useKinds();
  const id = useId();
  const chosen = authentications.find((one) => one.name === name);
  if (authentications.length === 0)
    return isNew ? <p className="text-muted text-sm">{t("noOffer", { type })}</p> : null;
  return (
    <div className="grid content-start gap-2">
      <FieldLabel id={id} label={t("authentication")} />
      <select id={id} value={name} onChange={({ target }) => onChoose(target.value)} className={INPUT_LOOK}>
        {!isNew && <option value="">{t("sameAuthentication")}</option>}
        {authentications.map(({ name: own, type: kind, operations }) => (
          <option key={own} value={own}>
            {t("offer", { name: cutText(own, 100), label: kinds.label("authentication", kind), count: operations })}
          </option>
        ))}
      </select>
      {chosen && chosen.problems.length > 0 && <ProblemList problems={chosen.problems} />}
    </div>
  );
}
