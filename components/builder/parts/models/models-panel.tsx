"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { foldedText } from "#server/search-text.ts";
import { MayChange } from "../../../shell/may-change.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { MethodBadge } from "../../../ui/method-badge.tsx";
import { Roving } from "../../../ui/roving.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { useBuilder, useElement } from "../../model/builder.ts";
import { itemOf } from "../../model/operation-item.ts";
import { useOperations } from "../../model/use-operations.ts";
import { PlaceLink } from "../../place-link.tsx";
import { modelOf, modelsOf, withModel, withoutUnused } from "./model-sides.ts";

const MOST = 200;

/** Every model of the element, with the operation that uses it. */
export function ModelsPanel() {
  const t = useTranslations("builder.models");
  const draft = useElement();
  const operations = useOperations();
  const edit = useBuilder((builder) => builder.edit);
  const [search, setSearch] = useState("");
  const uses = useMemo(() => modelsOf(draft, operations), [draft, operations]);
  const bare = operations.filter(({ at }) => !uses.some(({ operation }) => operation.at === at));
  const word = foldedText(search);
  const found = uses.filter(({ root, operation }) =>
    foldedText(`${root} ${operation.method} ${operation.path}`).includes(word),
  );
  const unused = uses.filter((use) => use.unused.length > 0);

  function removeUnused() {
    edit(
      (present) =>
        unused.reduce((next, { operation, side }) => {
          const model = modelOf(next, operation.at, side);
          return model ? withModel(next, operation.at, side, withoutUnused(model)) : next;
        }, present),
      { announce: t("unusedRemoved") },
    );
  }

  return (
    <div className="grid max-w-4xl gap-4">
      {uses.length === 0 && <p className="text-muted text-sm">{t("noneOfElement")}</p>}
      {operations.length === 0 && (
        <PlaceLink part="resources" item={null} className="justify-self-start text-accent text-sm hover:underline">
          {t("toOperations")}
        </PlaceLink>
      )}
      {uses.length > 5 && <SearchField label={t("search")} value={search} onChange={setSearch} />}
      <Roving className="grid gap-1">
        {found.slice(0, MOST).map(({ operation, side, root, fields, unused: own }) => (
          <PlaceLink
            key={`${operation.at} ${side}`}
            part="resources"
            item={itemOf({ at: operation.at, tab: "models" })}
            className="flex min-h-11 min-w-0 flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-surface px-3 py-2 text-sm hover:border-accent"
          >
            <span className="min-w-0 flex-1 basis-48 truncate font-medium">{root}</span>
            <span className="text-muted text-xs">{t("fieldCount", { count: fields })}</span>
            {own.length > 0 && (
              <Badge tone="waiting" title={own.slice(0, 20).join(", ")}>
                {t("unused", { count: own.length })}
              </Badge>
            )}
            <span className="flex min-w-0 basis-72 items-center gap-2">
              <MethodBadge method={operation.method} />
              <span className="truncate font-mono text-xs">{operation.path}</span>
              <span className="shrink-0 text-muted text-xs">{t(`short.${side}`)}</span>
            </span>
          </PlaceLink>
        ))}
      </Roving>
      {found.length > MOST && <p className="text-muted text-sm">{t("moreModels")}</p>}
      {unused.length > 0 && (
        <MayChange>
          <Button onClick={removeUnused} className="justify-self-start">
            {t("removeUnused")}
          </Button>
        </MayChange>
      )}
      {bare.length > 0 && (
        <details className="text-sm">
          <summary className="font-medium">{t("without", { count: bare.length })}</summary>
          <ul className="mt-2 grid gap-1">
            {bare.slice(0, MOST).map(({ at, method, path }) => (
              <li key={at} className="min-w-0">
                <PlaceLink
                  part="resources"
                  item={itemOf({ at, tab: "models" })}
                  className="flex min-h-8 min-w-0 items-center gap-2 hover:underline"
                >
                  <MethodBadge method={method} />
                  <span className="truncate font-mono text-xs">{path}</span>
                </PlaceLink>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
