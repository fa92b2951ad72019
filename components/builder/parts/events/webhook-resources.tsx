"use client";

import { Check, Circle } from "lucide-react";
import { useTranslations } from "next-intl";
import { event } from "#server/element/hooks/types/event.ts";
import { onDeleteWebhook, onProvisionWebhook } from "#server/element/resource-types/lifecycle.ts";
import { useElement } from "../../model/builder.ts";
import { listAt, textOf } from "../../model/paths.ts";
import { useKinds } from "../../use-kinds.ts";

/** The resources that register and remove a webhook at the provider. */
const WEBHOOK_TYPES = [onProvisionWebhook.type, onDeleteWebhook.type];

/** The requirements of an element to receive webhooks, and whether it meets them. */
export function WebhookResources() {
  const t = useTranslations("builder.events");
  const kinds = useKinds();
  const element = useElement();
  const resources = listAt(element, ["resources"]);
  const hasHook = listAt(element, ["hooks"]).some(({ type }) => type === event.type);
  const rows = [
    ...WEBHOOK_TYPES.map((type) => {
      const found = resources.find((resource) => resource.type === type);
      return {
        type,
        isThere: found !== undefined,
        title: found ? `${textOf(found.method)} ${textOf(found.vendorPath) || textOf(found.path)}` : t("missing"),
        about: kinds.summary("resourceType", type),
      };
    }),
    { type: event.type, isThere: hasHook, title: t(hasHook ? "hasHook" : "noHook"), about: t("hookHelp") },
  ];
  return (
    <section aria-labelledby="webhook-resources" className="grid gap-3">
      <h3 id="webhook-resources" className="font-medium text-sm">
        {t("webhooks")}
      </h3>
      <ul className="grid gap-2">
        {rows.map(({ type, isThere, title, about }) => (
          <li key={type} className="flex gap-3 rounded-xl border border-line bg-surface p-3 text-sm">
            {isThere ? (
              <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success" />
            ) : (
              <Circle aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
            )}
            <span className="min-w-0">
              <span className="block break-words font-medium">{title}</span>
              <span className="text-muted">{about}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
