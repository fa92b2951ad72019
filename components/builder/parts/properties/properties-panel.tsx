"use client";

import { useTranslations } from "next-intl";
import { PAGINATION_TYPES } from "#server/element/pagination/registry.ts";
import { typesOf } from "#server/registry.ts";
import { EntryField, EntrySelect, EntrySwitch } from "../../fields/entry-fields.tsx";
import { SelectEntry, SwitchEntry, TextEntry } from "../../fields/fields.tsx";
import { useEntry } from "../../model/use-entry.ts";
import { useKinds } from "../../use-kinds.ts";

/** The name that providers use if they follow the proposed standard. */
const IDEMPOTENCY_KEY = "Idempotency-Key";
/** The choices for all resources of an element. */
const CHOICES = typesOf(PAGINATION_TYPES).filter((type) => !PAGINATION_TYPES[type].isByResourceOnly);

/** The base URL, paging and omitted fields of responses. */
export function PropertiesPanel() {
  const t = useTranslations("builder.properties");
  const kinds = useKinds();
  const { value: pagination } = useEntry("pagination.type");
  return (
    <div className="grid max-w-3xl gap-6">
      <EntryField
        entryKey="base.url"
        label={t("baseUrl")}
        help={t("baseUrlHelp")}
        placeholder="https://api.example.com/v1"
      />
      <fieldset className="grid gap-4 rounded-xl border border-line p-4">
        <legend className="px-1 font-medium text-sm">{t("paging")}</legend>
        <EntrySelect
          entryKey="pagination.type"
          label={t("paginationType")}
          options={kinds.options("pagination", CHOICES)}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectEntry
            path={["paginatorVersion"]}
            label={t("pageSizes")}
            otherwise="V2"
            options={(["V2", "V3"] as const).map((value) => ({
              value,
              label: t(`paginatorVersions.${value}.label`),
              help: t(`paginatorVersions.${value}.help`),
            }))}
          />
          <EntryField entryKey="pagination.max" label={t("maximum")} help={t("maximumHelp")} />
          {pagination === PAGINATION_TYPES.page.type && (
            <EntrySelect
              entryKey="pagination.page.startindex"
              label={t("firstPage")}
              options={["0", "1"].map((value) => ({ value, label: value, help: t("firstPageHelp") }))}
            />
          )}
        </div>
      </fieldset>
      <fieldset className="grid gap-4 rounded-xl border border-line p-4">
        <legend className="px-1 font-medium text-sm">{t("responses")}</legend>
        <EntrySwitch entryKey="filter.response.nulls" label={t("nulls")} help={t("nullsHelp")} />
        <SwitchEntry path={["useModelsForMetadata"]} label={t("modelsForMetadata")} help={t("modelsForMetadataHelp")} />
      </fieldset>
      <TextEntry
        path={["idempotencyKeyHeader"]}
        label={t("idempotency")}
        help={t("idempotencyHelp")}
        placeholder={IDEMPOTENCY_KEY}
      />
    </div>
  );
}
