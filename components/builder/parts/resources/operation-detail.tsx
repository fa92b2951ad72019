"use client";

import { ArrowLeft, Copy, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { MayChange, MayChangeFields } from "../../../shell/may-change.tsx";
import { Button } from "../../../ui/button.tsx";
import { MethodBadge } from "../../../ui/method-badge.tsx";
import { Roving } from "../../../ui/roving.tsx";
import { useBuilder } from "../../model/builder.ts";
import { itemOf, placeOf } from "../../model/operation-item.ts";
import type { Operation } from "../../model/operations.ts";
import { PlaceLink } from "../../place-link.tsx";
import { TAB_NAMES, TABS, tabOf } from "./tabs.ts";

type Props = { operation: Operation; onBack: () => void; onDuplicate: () => void; onDelete: () => void };

/** One operation, in tabs. */
export function OperationDetail({ operation, onBack, onDuplicate, onDelete }: Props) {
  const t = useTranslations("builder.resources");
  const { at, method, path } = operation;
  const item = useBuilder((builder) => builder.item);
  const open = useBuilder((builder) => builder.open);
  const wantedField = useBuilder(({ wanted }) => (wanted?.[1] === at ? wanted[2] : undefined));
  const tab = tabOf(placeOf(item)?.tab ?? null, wantedField);
  const { Panel } = TABS[tab];

  // The tab of a wanted field stays open once the field has been found.
  useEffect(() => {
    if (wantedField !== undefined) open("resources", itemOf({ at, tab }));
  }, [wantedField, open, at, tab]);

  return (
    <section aria-labelledby="operation" className="@container grid min-w-0 content-start gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <button
          type="button"
          onClick={onBack}
          aria-label={t("back")}
          className="grid size-10 shrink-0 place-items-center rounded-lg text-muted hover:bg-code @2xl/panel:hidden"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
        </button>
        <MethodBadge method={method} />
        <h3 id="operation" title={path} className="min-w-0 flex-1 truncate font-mono font-semibold">
          <span className="sr-only">{method} </span>
          {path || t("noPath")}
        </h3>
        <MayChange>
          <Button kind="quiet" onClick={onDuplicate}>
            <Copy aria-hidden="true" className="size-4" />
            <span className="max-sm:sr-only">{t("duplicate")}</span>
          </Button>
          <Button kind="quiet" onClick={onDelete}>
            <Trash2 aria-hidden="true" className="size-4" />
            <span className="max-sm:sr-only">{t("delete")}</span>
          </Button>
        </MayChange>
      </div>
      <nav aria-label={t("tabs.label")} className="border-line border-b">
        <Roving className="-mb-px flex gap-x-1 overflow-x-auto">
          {TAB_NAMES.map((name) => (
            <PlaceLink
              key={name}
              item={itemOf({ at, tab: name })}
              isCurrent={tab === name}
              className="whitespace-nowrap border-transparent border-b-2 px-2.5 py-2.5 text-muted text-sm hover:text-ink aria-[current]:border-accent aria-[current]:text-accent"
            >
              {t(`tabs.${name}`)}
            </PlaceLink>
          ))}
        </Roving>
      </nav>
      <MayChangeFields>
        <Panel operation={operation} />
      </MayChangeFields>
    </section>
  );
}
