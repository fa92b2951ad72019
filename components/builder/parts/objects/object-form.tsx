"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { DATA_TYPES } from "#server/element/data-types/registry.ts";
import { typesOf } from "#server/registry.ts";
import { MayChange } from "../../../shell/may-change.tsx";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { DateFields } from "../../fields/date-fields.tsx";
import { SelectEntry, Sought, SwitchEntry, TextEntry } from "../../fields/fields.tsx";
import { ItemRow } from "../../fields/item-row.tsx";
import { useBuilder, useElement, useValue } from "../../model/builder.ts";
import { isRecord, type Path, setAt, textOf, valueAt } from "../../model/paths.ts";
import { useItems } from "../../model/use-items.ts";
import { useKinds } from "../../use-kinds.ts";
import { asLine, describedBy, fieldsFromModel, fromLine } from "./object-fields.ts";

/** One object: names, keys, dates, what can be searched, and its fields. */
export function ObjectForm({ at }: { at: number }) {
  const t = useTranslations("builder.objects");
  const place = ["objects", at] as const;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <TextEntry path={[...place, "name"]} label={t("name")} help={t("nameHelp")} required />
        <TextEntry path={[...place, "vendorName"]} label={t("providerName")} required={false} />
        <TextEntry path={[...place, "primaryKeyName"]} label={t("primaryKey")} required={false} />
      </div>
      <DateFields which="created" field={[...place, "createdDateName"]} format={[...place, "createdDateFormat"]} />
      <DateFields which="updated" field={[...place, "updatedDateName"]} format={[...place, "updatedDateFormat"]} />
      <fieldset className="grid gap-4 rounded-xl border border-line p-4">
        <legend className="px-1 font-medium text-sm">{t("searching")}</legend>
        <div className="grid gap-4 sm:grid-cols-2">
          <ListEntry
            path={[...place, "searchConfiguration", "fields"]}
            label={t("searchFields")}
            help={t("searchFieldsHelp")}
          />
          <ListEntry
            path={[...place, "searchConfiguration", "operators"]}
            label={t("operators")}
            help={t("operatorsHelp")}
          />
        </div>
      </fieldset>
      <fieldset className="grid gap-4 rounded-xl border border-line p-4">
        <legend className="px-1 font-medium text-sm">{t("use")}</legend>
        <SwitchEntry path={[...place, "eventsEnabled"]} label={t("events")} help={t("eventsHelp")} />
        <SwitchEntry path={[...place, "metadataDiscovery"]} label={t("discovery")} help={t("discoveryHelp")} />
        <SwitchEntry path={[...place, "bulkDownloadEnabled"]} label={t("bulkDownload")} help={t("bulkDownloadHelp")} />
        <SwitchEntry path={[...place, "bulkUploadEnabled"]} label={t("bulkUpload")} help={t("bulkUploadHelp")} />
        <div className="grid gap-4 sm:grid-cols-3">
          <TextEntry
            path={[...place, "queryDateName"]}
            label={t("queryDate")}
            help={t("queryDateHelp")}
            required={false}
          />
          <TextEntry path={[...place, "queryDateOperator"]} label={t("queryOperator")} required={false} />
          <TextEntry path={[...place, "queryDateFormat"]} label={t("queryFormat")} required={false} />
        </div>
      </fieldset>
      <Fields at={at} />
    </>
  );
}

/** A list of texts in one line, with commas between them. */
function ListEntry({ path, label, help }: { path: Path; label: string; help: string }) {
  const value = asLine(useValue(path));
  const set = useBuilder((builder) => builder.set);
  const [text, setText] = useState(value);
  const [before, setBefore] = useState(value);
  // The text of its author is kept while it means the same.
  if (value !== before) {
    setBefore(value);
    if (asLine(fromLine(text)) !== value) setText(value);
  }
  return (
    <Sought path={path}>
      <TextField
        label={label}
        help={help}
        required={false}
        value={text}
        onChange={(next) => {
          setText(next);
          const items = fromLine(next);
          set(path, items.length > 0 ? items : undefined);
        }}
        autoComplete="off"
      />
    </Sought>
  );
}

const TYPES = typesOf(DATA_TYPES).filter((type) => DATA_TYPES[type].swagger !== undefined);

function Fields({ at }: { at: number }) {
  const t = useTranslations("builder.objects");
  const draft = useElement();
  const edit = useBuilder((builder) => builder.edit);
  const path = ["objects", at, "fields"] as const;
  const items = useItems(path, ({ name }) => textOf(name));
  const { options } = useKinds();
  const types = [...options("dataType", TYPES), { value: "array", label: t("array") }];
  const source = describedBy(draft, textOf(valueAt(draft, ["objects", at, "name"])));

  function take() {
    if (!source) return;
    edit(
      (present) => {
        const object = valueAt(present, ["objects", at]);
        return isRecord(object) ? setAt(present, path, fieldsFromModel(present, object, source.at)) : present;
      },
      { announce: t("taken") },
    );
  }

  return (
    <fieldset className="grid gap-3 rounded-xl border border-line p-4">
      <legend className="px-1 font-medium text-sm">{t("fields")}</legend>
      <div ref={items.place} className="grid min-w-0 gap-2">
        {items.items.length === 0 && <p className="text-muted text-sm">{t("noFields")}</p>}
        <ol aria-label={t("fields")} className="grid min-w-0 gap-2">
          {items.items.map((field, position) => (
            <ItemRow
              // biome-ignore lint/suspicious/noArrayIndexKey: fields without ids are known by their positions
              key={position}
              items={items}
              at={position}
              name={textOf(field.name) || t("nameless")}
              summary={
                <span className="flex min-w-0 flex-wrap gap-x-3">
                  <span className="min-w-0 max-w-full truncate font-mono text-[0.8125rem]">
                    {textOf(field.name) || t("nameless")}
                  </span>
                  <span className="min-w-0 max-w-full truncate text-muted text-xs">{textOf(field.type) || TYPE}</span>
                </span>
              }
            >
              <div className="grid gap-4 sm:grid-cols-3">
                <TextEntry path={[...path, position, "name"]} label={t("name")} required />
                <TextEntry path={[...path, position, "displayName"]} label={t("displayName")} required={false} />
                <SelectEntry path={[...path, position, "type"]} label={t("type")} options={types} otherwise={TYPE} />
              </div>
              <TextEntry path={[...path, position, "description"]} label={t("description")} required={false} />
              <SwitchEntry path={[...path, position, "primaryKey"]} label={t("isPrimaryKey")} />
              <SwitchEntry path={[...path, position, "readOnly"]} label={t("readOnly")} help={t("readOnlyHelp")} />
            </ItemRow>
          ))}
        </ol>
        <MayChange>
          <div className="flex flex-wrap gap-2">
            <Button data-add onClick={() => items.add({ name: "", type: TYPE })}>
              <Plus aria-hidden="true" className="size-4" />
              {t("addField")}
            </Button>
            {source && (
              <Button onClick={take} className="max-w-full whitespace-normal!">
                <span className="min-w-0 break-all">{t("take", { name: `${source.method} ${source.path}` })}</span>
              </Button>
            )}
          </div>
        </MayChange>
      </div>
    </fieldset>
  );
}

const TYPE = DATA_TYPES.string.type;
