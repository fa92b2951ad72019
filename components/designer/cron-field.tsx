"use client";

import { useId, useMemo } from "react";
import { nextAfter, parseCron } from "#server/formula/cron.ts";
import { describeCron } from "#server/formula/cron-words.ts";
import { INPUT_LOOK } from "../ui/text-field.tsx";
import { ScheduleFields } from "./schedule-fields.tsx";
import { useZone } from "./use-zone.ts";

const RUNS = 5;

type Props = { label: string; help?: string | undefined; value: string; onChange: (value: string) => void };

/** A cron, put together or typed, with what it says in words and when it fires next. */
export function CronField({ label, help, value, onChange }: Props) {
  const id = useId();
  const meaning = useMemo(() => meaningOf(value), [value]);
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
          aria-describedby={`${id}-words`}
          aria-invalid={"problem" in meaning || undefined}
          className={`${INPUT_LOOK} font-mono`}
        />
        <div id={`${id}-words`} role="status" className="text-sm">
          {"problem" in meaning ? (
            <p className="text-failure">{meaning.problem}</p>
          ) : (
            meaning.words && <p className="font-medium">{meaning.words} (UTC)</p>
          )}
        </div>
        {help && <p className="text-muted text-xs">{help}</p>}
      </div>
      {"next" in meaning && meaning.next.length > 0 && <NextRuns times={meaning.next} />}
    </div>
  );
}

type Meaning = { words: string; next: Date[] } | { problem: string };

function meaningOf(text: string): Meaning {
  if (!text || text.includes("${")) return { words: "", next: [] };
  try {
    const cron = parseCron(text);
    const next: Date[] = [];
    for (let at = nextAfter(cron, new Date()); at && next.length < RUNS; at = nextAfter(cron, at)) next.push(at);
    return { words: describeCron(text), next };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** When it fires next, by the clock of a place that the person chooses. */
function NextRuns({ times }: { times: Date[] }) {
  const { zone, setZone, zones } = useZone();
  const words = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  });
  return (
    <section aria-label="Next runs" className="rounded-lg border border-line p-2 text-xs">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-medium">Next runs</h3>
        <select
          aria-label="Time zone of the next runs"
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
            <time dateTime={at.toISOString()}>{words.format(at)}</time>
          </li>
        ))}
      </ol>
    </section>
  );
}
