"use client";

import { useTranslations } from "next-intl";
import { SelectField } from "./select-field.tsx";
import { useFormat } from "./use-format.ts";

const HOUR_MS = 3600_000;
const TIMES = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 168 * HOUR_MS } as const;

type Props = { from: string | undefined; to?: string | undefined; onChange: (from: string) => void };

/** Since when, or between two times; the address has the time itself, so that it shows the same to others. */
export function TimeFilter({ from, to, onChange }: Props) {
  const t = useTranslations("ui.filters");
  const format = useFormat();
  // The keys of the table are its names.
  const times = (Object.keys(TIMES) as (keyof typeof TIMES)[]).map((key) => ({ value: key, label: t(`times.${key}`) }));
  const period = () =>
    to === undefined
      ? t("since", { from: format.minute(from ?? "") })
      : t("between", { from: format.minute(from ?? ""), to: format.minute(to) });
  return (
    <SelectField<string>
      label={t("time")}
      value={from ?? ""}
      options={[
        { value: "", label: t("all") },
        ...(from === undefined ? [] : [{ value: from, label: period() }]),
        ...times,
      ]}
      onChange={(chosen) => {
        const ms = TIMES[chosen as keyof typeof TIMES];
        onChange(ms === undefined ? chosen : new Date(Date.now() - ms).toISOString());
      }}
    />
  );
}
