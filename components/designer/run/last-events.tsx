"use client";

import { useFormatter, useTranslations } from "next-intl";
import { INPUT_LOOK } from "../../ui/text-field.tsx";
import type { RecentEvent } from "./use-last-events.ts";

const TIME = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" } as const;

type Props = { events: RecentEvent[]; onChoose: (payload: unknown) => void };

/** The latest events of the connection, as input for a test. */
export function LastEvents({ events, onChoose }: Props) {
  const t = useTranslations("designer.run");
  const { dateTime } = useFormatter();
  if (events.length === 0) return <p className="text-muted text-xs">{t("noEvents")}</p>;
  return (
    <select
      aria-label={t("useEvent")}
      value=""
      onChange={(event) => {
        const chosen = events.find(({ id }) => id === event.target.value);
        if (chosen) onChoose(chosen.payload);
      }}
      className={INPUT_LOOK}
    >
      <option value="">{t("useEventHint")}</option>
      {events.map(({ id, description, at }) => (
        <option key={id} value={id}>
          {t("event", { event: description, time: dateTime(new Date(at), TIME) })}
        </option>
      ))}
    </select>
  );
}
