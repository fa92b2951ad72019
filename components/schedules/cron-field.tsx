"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useId } from "react";
import { nextAfter, parseCron } from "#server/formula/cron.ts";
import { INPUT_LOOK } from "../ui/text-field.tsx";
import { useCronText } from "./cron-text.ts";
import { ScheduleFields } from "./schedule-fields.tsx";
import { useZone } from "./use-zone.ts";

const RUNS = 5;

type Props = { label: string; help?: string | undefined; value: string; onChange: (value: string) => void };

/** A cron, composed or typed, with its description and its next runs. */
export function CronField({ label, help, value, onChange }: Props) {
  const id = useId();
  const t = useTranslations("schedules.field");
  const cronText = useCronText();
  const meaning = meaningOf(value, cronText);
  return (
    <div className="grid gap-3">
      <ScheduleFields value={value} onChange={onChange} />
      <div className="grid gap-1.5">
        <label htmlFor={id} className="font-medium text-sm">
          {label}
        </label>
        <input
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-describedby={`${id}-description`}
          aria-invalid={"problem" in meaning || undefined}
          className={`${INPUT_LOOK} font-mono`}
        />
        <div id={`${id}-description`} role="status" className="text-sm">
          {"problem" in meaning ? (
            <p className="text-failure">{meaning.problem}</p>
          ) : (
            meaning.description && <p className="font-medium">{t("meaning", { description: meaning.description })}</p>
          )}
        </div>
        {help && <p className="text-muted text-xs">{help}</p>}
      </div>
      {"next" in meaning && meaning.next.length > 0 && <NextRuns times={meaning.next} />}
    </div>
  );
}

type Meaning = { description: string; next: Date[] } | { problem: string };

function meaningOf(text: string, cronText: (cron: string) => string): Meaning {
  if (!text || text.includes("${")) return { description: "", next: [] };
  try {
    const cron = parseCron(text);
    const next: Date[] = [];
    for (let at = nextAfter(cron, new Date()); at && next.length < RUNS; at = nextAfter(cron, at)) next.push(at);
    return { description: cronText(text), next };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

const MOMENT = {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
} as const;

/** The next runs, in a time zone that the user selects. */
function NextRuns({ times }: { times: Date[] }) {
  const t = useTranslations("schedules.field");
  const { dateTime } = useFormatter();
  const { zone, setZone, zones } = useZone();
  return (
    <section aria-label={t("nextRuns")} className="rounded-lg border border-line p-2 text-xs">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-medium">{t("nextRuns")}</h3>
        <select
          aria-label={t("zone")}
          value={zone}
          onChange={(event) => setZone(event.target.value)}
          className="min-h-7 min-w-0 max-w-44 rounded border border-edge bg-ground px-1"
        >
          {zones.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </div>
      <ol className="mt-1 grid gap-0.5">
        {times.map((at) => (
          <li key={at.getTime()}>
            <time dateTime={at.toISOString()}>{dateTime(at, { ...MOMENT, timeZone: zone })}</time>
          </li>
        ))}
      </ol>
    </section>
  );
}
