"use client";

import { useTranslations } from "next-intl";
import { EVENT_KINDS } from "#server/element/event-kinds/registry.ts";
import { typesOf } from "#server/registry.ts";
import { EntryField, EntrySwitch } from "../../fields/entry-fields.tsx";
import { useBuilderStore, useElement } from "../../model/builder.ts";
import { NestedDraft } from "../../model/nested-draft.tsx";
import { useEntry } from "../../model/use-entry.ts";
import { useKinds } from "../../use-kinds.ts";
import { PolledList } from "./polled-list.tsx";
import { POLLED_RESOURCES, unreadablePolling } from "./polled-resources.ts";
import { TryWebhook } from "./try-webhook.tsx";
import { WebhookResources } from "./webhook-resources.tsx";

/** Whether and how events arrive: by polling, or by the provider's webhooks. */
export function EventsPanel() {
  const t = useTranslations("builder.events");
  const kinds = useKinds();
  const element = useElement();
  const store = useBuilderStore();
  const { value, setValue } = useEntry("event.vendor.type");
  const kind = typesOf(EVENT_KINDS).find((type) => type === value.trim().toLowerCase());
  const unreadable = unreadablePolling(element);
  return (
    <div className="grid max-w-4xl gap-6">
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-medium text-sm">{t("how")}</legend>
        <div className="grid gap-3 sm:grid-cols-3">
          {[...typesOf(EVENT_KINDS), ""].map((type) => (
            <label
              key={type}
              className="flex cursor-pointer gap-3 rounded-xl border border-line bg-surface p-3 text-sm has-[:checked]:border-accent has-[:checked]:bg-tint"
            >
              <input
                type="radio"
                name="event-kind"
                value={type}
                checked={(kind ?? "") === type}
                onChange={() => setValue(type)}
                className="mt-0.5 accent-accent"
              />
              <span className="min-w-0">
                <span className="block font-medium">{type === "" ? t("none") : kinds.label("eventKind", type)}</span>
                <span className="text-muted">{type === "" ? t("noneHelp") : kinds.summary("eventKind", type)}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {kind && EVENT_KINDS[kind].isPolled && (
        <>
          <EntryField entryKey="event.poller.refresh_interval" label={t("interval")} help={t("intervalHelp")} />
          {unreadable === undefined ? (
            <NestedDraft nesting={POLLED_RESOURCES}>
              <PolledList outer={store} />
            </NestedDraft>
          ) : (
            <p className="rounded-xl border border-failure/40 p-3 text-failure text-sm">
              {t("unreadable", { reason: unreadable })}
            </p>
          )}
        </>
      )}
      {kind && EVENT_KINDS[kind].isRegistered && (
        <>
          <WebhookResources />
          <TryWebhook />
          <EntrySwitch entryKey="event.address.signed.only" label={t("signedOnly")} help={t("signedOnlyHelp")} />
        </>
      )}
      {kind && <p className="text-muted text-sm">{t("hook")}</p>}
    </div>
  );
}
