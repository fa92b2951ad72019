"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useId } from "react";
import { changeFilterOf, EVENT_TYPES } from "#server/formula/triggers/event.ts";
import { useTRPC } from "../../api/trpc.ts";
import { INPUT_LOOK } from "../../ui/text-field.tsx";
import { useDesign } from "../model/design.ts";
import type { DraftTrigger, PartRef } from "../model/draft.ts";
import { useTestAccount } from "../model/test-account.ts";
import { useLastEvents } from "../model/use-last-events.ts";
import { WatchSwitch } from "./watch-switch.tsx";

type Props = { at: PartRef; part: DraftTrigger };

/** The objects and changes that start an event trigger, the switch that watches for them, and the last events. */
export function EventFields({ at, part }: Props) {
  const t = useTranslations("designer.events");
  const trpc = useTRPC();
  const { properties } = part;
  const account = useTestAccount(properties.elementInstanceId);
  const elementInstanceId = account?.id ?? 0;
  const watch = useQuery({
    ...trpc.connection.watch.queryOptions({ elementInstanceId }),
    enabled: account !== undefined,
  });
  const objects = watch.data?.objects ?? [];
  const written = typeof properties.objectType === "string" ? properties.objectType : "";
  const { eventTypes } = changeFilterOf(properties);
  const possible = objects.find(({ name }) => name === written)?.eventTypes;
  const change = useDesign((design) => design.change);
  const set = (name: string, value: unknown) => change({ do: "setProperty", of: at, name, value });
  const id = useId();

  function toggle(type: (typeof EVENT_TYPES)[number], isOn: boolean) {
    const before = eventTypes.length === 0 ? EVENT_TYPES : eventTypes;
    const next = EVENT_TYPES.filter((one) => (one === type ? isOn : before.includes(one)));
    // All and none are the same for a trigger: it needs no list.
    if (next.length > 0) set("eventTypes", next.length === EVENT_TYPES.length ? undefined : next);
  }

  return (
    <>
      {account && <WatchSwitch account={account} watch={watch} />}
      <div className="grid gap-1.5">
        <label htmlFor={id} className="font-medium text-sm">
          {t("object")}
        </label>
        <select
          id={id}
          value={written}
          onChange={({ target }) => set("objectType", target.value === "" ? undefined : target.value)}
          className={INPUT_LOOK}
        >
          <option value="">{t("anyObject")}</option>
          {written !== "" && !objects.some(({ name }) => name === written) && <option>{written}</option>}
          {objects.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </div>
      <fieldset className="grid gap-1.5">
        <legend className="mb-1.5 font-medium text-sm">{t("changes")}</legend>
        <div className="flex flex-wrap gap-2">
          {EVENT_TYPES.map((type) => {
            const isOn = eventTypes.length === 0 || eventTypes.includes(type);
            const isOnly = isOn && eventTypes.length === 1;
            return (
              <label
                key={type}
                className="relative flex min-h-8 items-center gap-1.5 rounded-lg border border-edge px-2 text-sm has-[:checked]:border-accent has-[:checked]:bg-tint"
              >
                <input
                  type="checkbox"
                  checked={isOn}
                  disabled={isOnly}
                  onChange={({ target }) => toggle(type, target.checked)}
                />
                {t(`types.${type}`)}
              </label>
            );
          })}
        </div>
        {possible && !possible.includes("DELETED") && (eventTypes.length === 0 || eventTypes.includes("DELETED")) && (
          <p className="text-muted text-xs">{t("noDeletions")}</p>
        )}
      </fieldset>
      <LastEvents />
    </>
  );
}

const SHOWN = 3;
const TIME = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" } as const;

/** The latest events that would start the formula; the newest of them fills the reference picker. */
function LastEvents() {
  const t = useTranslations("designer.events");
  const { dateTime } = useFormatter();
  const events = useLastEvents();
  if (!events) return null;
  return (
    <section aria-label={t("last")} className="rounded-lg border border-line p-2 text-sm">
      <h3 className="font-medium">{t("last")}</h3>
      {events.length === 0 ? (
        <p className="mt-1 text-muted text-xs">{t("none")}</p>
      ) : (
        <>
          <ul className="mt-1 grid gap-1">
            {events.slice(0, SHOWN).map(({ id, description, at }) => (
              <li key={id} className="flex justify-between gap-2 text-xs">
                <span className="min-w-0 truncate font-mono" title={description}>
                  {description}
                </span>
                <time dateTime={at} className="shrink-0 text-muted">
                  {dateTime(new Date(at), TIME)}
                </time>
              </li>
            ))}
          </ul>
          <p className="mt-1 text-muted text-xs">{t("samples")}</p>
        </>
      )}
    </section>
  );
}
