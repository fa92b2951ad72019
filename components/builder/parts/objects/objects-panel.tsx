"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { foldedText } from "#server/search-text.ts";
import { MayChange, MayChangeFields } from "../../../shell/may-change.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { ItemRow } from "../../fields/item-row.tsx";
import { textOf } from "../../model/paths.ts";
import { useItems } from "../../model/use-items.ts";
import { ObjectForm } from "./object-form.tsx";

const PATH = ["objects"] as const;
const MOST = 100;

/** The objects of the element. */
export function ObjectsPanel() {
  const t = useTranslations("builder.objects");
  const items = useItems(PATH, ({ name }) => textOf(name));
  const [search, setSearch] = useState("");
  const word = foldedText(search);
  const found = items.items
    .map((item, at) => ({ item, at }))
    .filter(({ item, at }) => at === items.open || foldedText(textOf(item.name)).includes(word));
  return (
    <div ref={items.place} className="@container grid min-w-0 max-w-4xl gap-3">
      {items.items.length === 0 && <p className="text-muted text-sm">{t("none")}</p>}
      {items.items.length > 10 && <SearchField label={t("search")} value={search} onChange={setSearch} />}
      <ul aria-label={t("list")} className="grid min-w-0 gap-2">
        {found.slice(0, Math.max(MOST, (items.open ?? 0) + 1)).map(({ item, at }) => (
          <ItemRow
            key={at}
            items={items}
            at={at}
            name={textOf(item.name) || t("nameless")}
            canMove={false}
            summary={<Summary object={item} />}
          >
            <MayChangeFields>
              <ObjectForm at={at} />
            </MayChangeFields>
          </ItemRow>
        ))}
      </ul>
      {found.length > MOST && <p className="text-muted text-sm">{t("more")}</p>}
      <MayChange>
        <Button data-add onClick={() => items.add({ name: "", fields: [] })} className="justify-self-start">
          <Plus aria-hidden="true" className="size-4" />
          {t("add")}
        </Button>
      </MayChange>
    </div>
  );
}

function Summary({ object }: { object: Readonly<Record<string, unknown>> }) {
  const t = useTranslations("builder.objects");
  const { name, vendorName, primaryKeyName, fields } = object;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 max-w-full truncate font-medium">{textOf(name) || t("nameless")}</span>
      {textOf(vendorName) !== "" && vendorName !== name && (
        <span className="min-w-0 max-w-full truncate text-muted">{t("atProvider", { name: textOf(vendorName) })}</span>
      )}
      {textOf(primaryKeyName) !== "" && (
        <code className="truncate font-mono text-muted text-xs">{textOf(primaryKeyName)}</code>
      )}
      <Badge>{t("fieldCount", { count: Array.isArray(fields) ? fields.length : 0 })}</Badge>
    </span>
  );
}
