"use client";

import { useId } from "react";
import { INPUT_LOOK } from "../ui/text-field.tsx";
import { COUNTS, readSchedule, type Schedule, WEEKDAYS, writeSchedule } from "./schedule.ts";

type Kind = Schedule["every"] | "weekdays";

const KINDS: Record<Kind, { words: string; begins: Schedule }> = {
  minutes: { words: "Every few minutes", begins: { every: "minutes", count: 15 } },
  hours: { words: "Every few hours", begins: { every: "hours", count: 1, minute: 0 } },
  day: { words: "Every day", begins: { every: "day", at: "08:00" } },
  weekdays: { words: "Monday to Friday", begins: { every: "week", on: WEEKDAYS.slice(0, 5), at: "08:00" } },
  week: { words: "On days of the week", begins: { every: "week", on: WEEKDAYS.slice(0, 1), at: "08:00" } },
  month: { words: "On a day of the month", begins: { every: "month", on: "1", at: "08:00" } },
};

type Props = { value: string; onChange: (cron: string) => void };

/** The usual schedules to choose from and to adjust; a cron that says more is left to the field below. */
export function ScheduleFields({ value, onChange }: Props) {
  const id = useId();
  const schedule = readSchedule(value);
  const set = (next: Schedule) => onChange(writeSchedule(next));
  const kind: Kind | "" = !schedule
    ? ""
    : schedule.every === "week" && schedule.on.join() === WEEKDAYS.slice(0, 5).join()
      ? "weekdays"
      : schedule.every;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        How often
      </label>
      <select
        id={id}
        value={kind}
        onChange={(event) => {
          // The options are the keys of the table, and none.
          const chosen = event.target.value as Kind | "";
          if (chosen) set(sameTime(KINDS[chosen].begins, schedule));
        }}
        className={INPUT_LOOK}
      >
        <option value="">{value ? "By the cron below" : "Choose a schedule"}</option>
        {Object.entries(KINDS).map(([name, { words }]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
      {schedule && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
          <Details schedule={schedule} onChange={set} />
        </div>
      )}
    </div>
  );
}

/** Whoever goes from every day to every Monday means the same hour. */
const sameTime = (next: Schedule, before: Schedule | null): Schedule =>
  before && "at" in before && "at" in next ? { ...next, at: before.at } : next;

function Details({ schedule, onChange }: { schedule: Schedule; onChange: (schedule: Schedule) => void }) {
  if (schedule.every === "minutes")
    return <Count {...schedule} words="minutes" onChange={(count) => onChange({ ...schedule, count })} />;
  if (schedule.every === "hours")
    return (
      <>
        <Count {...schedule} words="hours" onChange={(count) => onChange({ ...schedule, count })} />
        <Choice
          label="at minute"
          value={String(schedule.minute)}
          options={Array.from({ length: 60 }, (_, minute) => [String(minute), String(minute)])}
          onChange={(minute) => onChange({ ...schedule, minute: Number(minute) })}
        />
      </>
    );
  return (
    <>
      {schedule.every === "week" && <Days on={schedule.on} onChange={(on) => onChange({ ...schedule, on })} />}
      {schedule.every === "month" && (
        <Choice
          label="on day"
          value={schedule.on}
          options={[
            ...Array.from({ length: 31 }, (_, day) => [String(day + 1), String(day + 1)] as const),
            ["L", "the last"],
          ]}
          onChange={(on) => onChange({ ...schedule, on })}
        />
      )}
      <label className="flex items-center gap-1.5">
        at
        <input
          type="time"
          aria-label="Time in UTC"
          value={schedule.at}
          onChange={(event) => event.target.value && onChange({ ...schedule, at: event.target.value })}
          className="min-h-8 rounded-lg border border-edge bg-ground px-2"
        />
        UTC
      </label>
    </>
  );
}

type CountProps = { count: number; words: "minutes" | "hours"; onChange: (count: number) => void };

const Count = ({ count, words, onChange }: CountProps) => (
  <Choice
    label="every"
    value={String(count)}
    options={COUNTS[words].map((one) => [String(one), one === 1 ? words.slice(0, -1) : `${one} ${words}`])}
    onChange={(chosen) => onChange(Number(chosen))}
  />
);

type ChoiceProps = {
  label: string;
  value: string;
  options: (readonly [value: string, words: string])[];
  onChange: (value: string) => void;
};

const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <label className="flex items-center gap-1.5">
    {label}
    <select
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="min-h-8 rounded-lg border border-edge bg-ground px-2"
    >
      {options.map(([option, words]) => (
        <option key={option} value={option}>
          {words}
        </option>
      ))}
    </select>
  </label>
);

/** At least one day stays. */
function Days({ on, onChange }: { on: readonly string[]; onChange: (on: string[]) => void }) {
  const toggle = (day: string) => WEEKDAYS.filter((other) => (other === day ? !on.includes(day) : on.includes(other)));
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">Days</legend>
      {WEEKDAYS.map((day) => (
        <button
          key={day}
          type="button"
          aria-pressed={on.includes(day)}
          onClick={() => toggle(day).length > 0 && onChange(toggle(day))}
          className="min-h-8 rounded-lg border border-edge px-1.5 text-xs aria-pressed:border-accent aria-pressed:bg-tint aria-pressed:font-medium"
        >
          {day.charAt(0) + day.slice(1).toLowerCase()}
        </button>
      ))}
    </fieldset>
  );
}
