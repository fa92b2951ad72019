"use client";

import { useId, useMemo } from "react";
import { nextAfter, parseCron } from "#server/formula/cron.ts";
import { describeCron } from "#server/formula/cron-words.ts";
import { INPUT_LOOK } from "../ui/text-field.tsx";

const USUAL = ["0 0/15 * * * ?", "0 0 * * * ?", "0 0 8 ? * MON-FRI", "0 0 0 * * ?", "0 0 6 ? * MON", "0 0 0 1 * ?"];
const RUNS = 5;

type Props = { label: string; help?: string | undefined; value: string; onChange: (value: string) => void };

/** A cron with what it says in words and when it fires next. */
export function CronField({ label, help, value, onChange }: Props) {
  const id = useId();
  const meaning = useMemo(() => meaningOf(value), [value]);
  return (
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
      <select
        aria-label="Usual schedules"
        value=""
        onChange={(event) => onChange(event.target.value)}
        className={INPUT_LOOK}
      >
        <option value="">Usual schedules …</option>
        {USUAL.map((cron) => (
          <option key={cron} value={cron}>
            {describeCron(cron)}
          </option>
        ))}
      </select>
      <div id={`${id}-words`} role="status" className="text-sm">
        {"problem" in meaning ? (
          <p className="text-failure">{meaning.problem}</p>
        ) : (
          <>
            {meaning.words && <p className="font-medium">{meaning.words} (UTC)</p>}
            <ul className="mt-1 text-muted text-xs">
              {meaning.next.map((at) => (
                <li key={at}>
                  <time dateTime={at}>{at.slice(0, 16).replace("T", " ")}</time>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      {help && <p className="text-muted text-xs">{help}</p>}
    </div>
  );
}

type Meaning = { words: string; next: string[] } | { problem: string };

function meaningOf(text: string): Meaning {
  if (!text || text.includes("${")) return { words: "", next: [] };
  try {
    const cron = parseCron(text);
    const next: string[] = [];
    for (let at = nextAfter(cron, new Date()); at && next.length < RUNS; at = nextAfter(cron, at))
      next.push(at.toISOString());
    return { words: describeCron(text), next };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
