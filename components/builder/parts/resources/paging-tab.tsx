"use client";

import { useTranslations } from "next-intl";
import { PAGING_SUPPORT } from "#server/element/pagination/paging-support.ts";
import { PAGINATION_TYPES } from "#server/element/pagination/registry.ts";
import { pagingTraitsOf } from "#server/element/pagination/traits.ts";
import { resourceSchema } from "#server/element/shape.ts";
import { typesOf } from "#server/registry.ts";
import { NumberEntry, SelectEntry, TextEntry } from "../../fields/fields.tsx";
import { useValue } from "../../model/builder.ts";
import type { Operation } from "../../model/operations.ts";
import { useEntry } from "../../model/use-entry.ts";
import { useKinds } from "../../use-kinds.ts";

/** How lists are requested page by page, and the place of the data in requests and responses. */
export function PagingTab({ operation: { at } }: { operation: Operation }) {
  const t = useTranslations("builder.resources.paging");
  const { label, summary } = useKinds();
  const place = ["resources", at] as const;
  const { value: configured } = useEntry("pagination.type");
  const isList = useIsList(at);
  return (
    <div className="grid max-w-3xl gap-5">
      {!isList && <p className="text-muted text-sm">{t("noList")}</p>}
      <SelectEntry
        path={[...place, "paginationType"]}
        label={t("type")}
        options={[
          { value: "", label: t("inherited"), help: t("inheritedHelp", { type: configured || "page" }) },
          ...typesOf(PAGING_SUPPORT).map((value) => ({
            value,
            label: label("pagingSupport", value),
            help: summary("pagingSupport", value),
          })),
        ]}
      />
      <TextEntry
        path={[...place, "nextPageKey"]}
        label={t("nextPageKey")}
        help={t("nextPageKeyHelp", {
          type: configured.toLowerCase() === PAGINATION_TYPES.cursor.type ? PAGINATION_TYPES.cursor.type : "other",
        })}
        placeholder={t("nextPageKeyExample")}
        required={false}
      />
      <div className="grid gap-4 @md:grid-cols-2">
        <NumberEntry path={[...place, "defaultPageSize"]} label={t("defaultSize")} help={t("defaultSizeHelp")} />
        <NumberEntry path={[...place, "maxPageSize"]} label={t("largestSize")} help={t("largestSizeHelp")} />
      </div>
      <fieldset className="grid gap-4 rounded-xl border border-line p-4">
        <legend className="px-1 font-medium text-sm">{t("rootKeys")}</legend>
        <TextEntry
          path={[...place, "rootKey"]}
          label={t("rootKey")}
          help={t("rootKeyHelp")}
          placeholder={t("rootKeyExample")}
          required={false}
        />
        <TextEntry
          path={[...place, "requestRootKey"]}
          label={t("requestRootKey")}
          help={t("requestRootKeyHelp")}
          placeholder={t("requestRootKeyExample")}
          required={false}
        />
        <PathExamples />
      </fieldset>
    </div>
  );
}

const EXAMPLES = ["data.items", "events[*]", "events[*].person", "list[0].owner", "['odd.name']"] as const;

/** The path language by examples. */
function PathExamples() {
  const t = useTranslations("builder.resources.paging");
  return (
    <details className="text-sm">
      <summary className="font-medium">{t("examples")}</summary>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {EXAMPLES.map((example, position) => (
          <div key={example} className="contents">
            <dt>
              <code className="font-mono text-xs">{example}</code>
            </dt>
            <dd className="text-muted">{t(`example.${position as 0 | 1 | 2 | 3 | 4}`)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Whether the product requests the operation page by page. */
function useIsList(at: number): boolean {
  const resource = resourceSchema.safeParse(useValue(["resources", at]));
  return !resource.success || pagingTraitsOf({ parameters: [], hooks: [] }, resource.data).isList;
}
