"use client";

import { useTranslations } from "next-intl";
import { STAGES, stagesOf } from "#server/element/resource-types/stages.ts";
import { typesOf } from "#server/registry.ts";
import { itemOf } from "../../model/operation-item.ts";
import type { Operation } from "../../model/operations.ts";
import { PlaceLink } from "../../place-link.tsx";
import { useKinds } from "../../use-kinds.ts";

type Props = { operations: readonly Operation[]; selected?: Operation };

const MOST = 5;

/** The lifecycle of a connection, with the operations that run at each stage. */
export function Lifecycle({ operations, selected }: Props) {
  const t = useTranslations("builder.resources.lifecycle");
  const { label, summary } = useKinds();
  const now = selected ? stagesOf(selected.type) : [];
  return (
    <ol className="grid gap-0">
      {typesOf(STAGES).map((stage, position) => {
        const own = operations.filter(({ type }) => stagesOf(type).includes(stage));
        const isNow = now.includes(stage);
        return (
          <li key={stage} className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3">
            <span aria-hidden="true" className="flex flex-col items-center">
              <span className={`h-3 w-px ${position === 0 ? "" : "bg-edge"}`} />
              <span
                className={`size-3 shrink-0 rounded-full border-2 ${isNow ? "border-accent bg-accent" : own.length > 0 ? "border-accent" : "border-edge"}`}
              />
              <span className={`w-px flex-1 ${position === typesOf(STAGES).length - 1 ? "" : "bg-edge"}`} />
            </span>
            <div className="pt-1.5 pb-3">
              <p className="font-medium text-sm">
                {label("stage", stage)}
                {isNow && <span className="ml-2 font-normal text-accent text-xs">{t("now")}</span>}
              </p>
              <p className="text-muted text-sm">{summary("stage", stage)}</p>
              {own.length > 0 && (
                <ul className="mt-1.5 flex flex-wrap gap-1.5">
                  {own.slice(0, MOST).map(({ at, method, path, type }) => (
                    <li key={at} className="min-w-0">
                      <PlaceLink
                        item={itemOf({ at, tab: null })}
                        isCurrent={at === selected?.at}
                        className="block max-w-64 truncate rounded-lg border border-line bg-surface px-2 py-1 font-mono text-xs hover:border-accent aria-[current]:border-accent aria-[current]:bg-tint"
                      >
                        <span title={label("resourceType", type)}>{`${method} ${path}`}</span>
                      </PlaceLink>
                    </li>
                  ))}
                  {own.length > MOST && (
                    <li className="self-center text-muted text-xs">{t("others", { count: own.length - MOST })}</li>
                  )}
                </ul>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
