"use client";

import { useTranslations } from "next-intl";
import { isCallable, isDocumented, RESOURCE_TYPES } from "#server/element/resource-types/registry.ts";
import { typesOf } from "#server/registry.ts";
import { OnOff } from "../../../ui/on-off.tsx";
import { AreaEntry, SwitchEntry, TextEntry } from "../../fields/fields.tsx";
import { useBuilder } from "../../model/builder.ts";
import type { Operation } from "../../model/operations.ts";

/** The documentation of the operation for users of the element. */
export function DocsTab({ operation }: { operation: Operation }) {
  const t = useTranslations("builder.resources.docs");
  const { at } = operation;
  return (
    <div className="grid max-w-3xl gap-5">
      <AreaEntry
        path={["resources", at, "description"]}
        label={t("description")}
        help={t("descriptionHelp")}
        required={false}
      />
      <TextEntry
        path={["resources", at, "operationId"]}
        label={t("operationId")}
        help={t("operationIdHelp")}
        required={false}
      />
      <Documented operation={operation} />
      <SwitchEntry path={["resources", at, "tryitoutDisable"]} label={t("noTry")} help={t("noTryHelp")} />
    </div>
  );
}

/** Whether the documentation shows the operation, which its type decides. */
function Documented({ operation: { at, type } }: { operation: Operation }) {
  const t = useTranslations("builder.resources.docs");
  const set = useBuilder((builder) => builder.set);
  const mayChange = useBuilder((builder) => builder.mayChange);
  const other = typesOf(RESOURCE_TYPES).find(
    (one) => RESOURCE_TYPES[one].undocumentedAs === type || RESOURCE_TYPES[type].undocumentedAs === one,
  );
  if (!other) return <p className="text-muted text-sm">{t(isCallable({ type }) ? "always" : "never")}</p>;
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <p aria-hidden="true" className="font-medium text-sm">
          {t("hidden")}
        </p>
        <p className="text-muted text-sm">{t("hiddenHelp")}</p>
      </div>
      <OnOff
        label={t("hidden")}
        on={!isDocumented({ type })}
        onChange={() => set(["resources", at, "type"], other)}
        disabled={!mayChange}
      />
    </div>
  );
}
