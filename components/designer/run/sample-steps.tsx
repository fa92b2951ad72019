"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { OnOff } from "../../ui/on-off.tsx";
import { useDraft } from "../model/design.ts";
import { outsideSteps } from "./sample-outputs.ts";

type Props = { replaced: ReadonlySet<string>; onChange: (replaced: ReadonlySet<string>) => void };

/** The steps that change something outside, each of which can use a sample output instead. */
export function SampleSteps({ replaced, onChange }: Props) {
  const t = useTranslations("designer.run");
  const draft = useDraft();
  const steps = useMemo(() => outsideSteps(draft), [draft]);
  if (steps.length === 0) return null;
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="mb-1 font-medium text-sm">{t("outside")}</legend>
      <p className="text-muted text-xs">{t("outsideHelp")}</p>
      <ul className="grid gap-1">
        {steps.map(({ name }) => (
          <li key={name} className="flex min-h-8 items-center justify-between gap-2 text-sm">
            <span className="min-w-0 truncate" title={name}>
              {name}
            </span>
            <OnOff
              label={t("useSample", { step: name })}
              on={replaced.has(name)}
              onChange={(on) => {
                const others = [...replaced].filter((other) => other !== name);
                onChange(new Set(on ? [...others, name] : others));
              }}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
