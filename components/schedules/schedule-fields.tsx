"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useId } from "react";
import { INPUT_LOOK } from "../ui/text-field.tsx";
import { COUNTS, readSchedule, type Schedule, WEEKDAYS, writeSchedule } from "./schedule.ts";

type Kind = Schedule["every"] | "weekdays";

const BEGINS: Record<Kind, Schedule> = {
  minutes: { every: "minutes", count: 15 },
  hours: { every: "hours", count: 1, minute: 0 },
  day: { every: "day", at: "08:00" },
  weekdays: { every: "week", on: WEEKDAYS.slice(0, 5), at: "08:00" },
  week: { every: "week", on: WEEKDAYS.slice(0, 1), at: "08:00" },
  month: { every: "month", on: "1", at: "08:00" },
};
// The keys of the table are the kinds.
const KINDS = Object.keys(BEGINS) as Kind[];

type Props = { value: string; onChange: (cron: string) => void };

/** Common schedules to choose from and adjust; any other cron is edited in the field below. */
export function ScheduleFields({ value, onChange }: Props) {
  const t = useTranslations("schedules.field");
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
        {t("howOften")}
      </label>
      <select
        id={id}
        value={kind}
        onChange={(event) => {
          // The options are the keys of the table, and none.
          const chosen = event.target.value as Kind | "";
          if (chosen) set(sameTime(BEGINS[chosen], schedule));
        }}
        className={INPUT_LOOK}
      >
        <option value="">{t(value ? "byCron" : "choose")}</option>
        {KINDS.map((name) => (
          <option key={name} value={name}>
            {t(`kinds.${name}`)}
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

/** Changing from every day to every Monday keeps the time. */
const sameTime = (next: Schedule, before: Schedule | null): Schedule =>
  before && "at" in before && "at" in next ? { ...next, at: before.at } : next;

function Details({ schedule, onChange }: { schedule: Schedule; onChange: (schedule: Schedule) => void }) {
  const t = useTranslations("schedules.field");
  if (schedule.every === "minutes")
    return <Count {...schedule} unit="minutes" onChange={(count) => onChange({ ...schedule, count })} />;
  if (schedule.every === "hours")
    return (
      <>
        <Count {...schedule} unit="hours" onChange={(count) => onChange({ ...schedule, count })} />
        <Choice
          label={t("atMinute")}
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
          label={t("onDay")}
          value={schedule.on}
          options={[
            ...Array.from({ length: 31 }, (_, day) => [String(day + 1), String(day + 1)] as const),
            ["L", t("lastDay")],
          ]}
          onChange={(on) => onChange({ ...schedule, on })}
        />
      )}
      <label className="flex items-center gap-1.5">
        {t("at")}
        <input
          type="time"
          aria-label={t("time")}
          value={schedule.at}
          onChange={(event) => event.target.value && onChange({ ...schedule, at: event.target.value })}
          className="min-h-8 rounded-lg border border-edge bg-ground px-2"
        />
        UTC
      </label>
    </>
  );
}

type CountProps = { count: number; unit: "minutes" | "hours"; onChange: (count: number) => void };

function Count({ count, unit, onChange }: CountProps) {
  const t = useTranslations("schedules.field");
  return (
    <Choice
      label={t("every")}
      value={String(count)}
      options={COUNTS[unit].map((one) => [String(one), t(unit, { count: one })])}
      onChange={(chosen) => onChange(Number(chosen))}
    />
  );
}

type ChoiceProps = {
  label: string;
  value: string;
  options: (readonly [value: string, description: string])[];
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
      {options.map(([option, description]) => (
        <option key={option} value={option}>
          {description}
        </option>
      ))}
    </select>
  </label>
);

/** At least one day stays selected. */
function Days({ on, onChange }: { on: readonly string[]; onChange: (on: string[]) => void }) {
  const t = useTranslations("schedules.field");
  const { dateTime } = useFormatter();
  const toggle = (day: string) => WEEKDAYS.filter((other) => (other === day ? !on.includes(day) : on.includes(other)));
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">{t("days")}</legend>
      {WEEKDAYS.map((day, index) => (
        <button
          key={day}
          type="button"
          aria-pressed={on.includes(day)}
          onClick={() => toggle(day).length > 0 && onChange(toggle(day))}
          className="min-h-8 rounded-lg border border-edge px-1.5 text-xs aria-pressed:border-accent aria-pressed:bg-tint aria-pressed:font-medium"
        >
          {/* The first day of 2024 was a Monday. */}
          {dateTime(Date.UTC(2024, 0, index + 1), { weekday: "short", timeZone: "UTC" })}
        </button>
      ))}
    </fieldset>
  );
}
