"use client";

import { useTranslations } from "next-intl";
import { keyOf } from "#server/element/key-of.ts";
import { AreaEntry, SwitchEntry, TextEntry } from "../../fields/fields.tsx";
import { useBuilder, useElement } from "../../model/builder.ts";
import { textOf } from "../../model/paths.ts";

const DEFAULT_HUB = "general";

/** Name, key, hub and the texts that people see when they connect. */
export function InfoPanel() {
  const t = useTranslations("builder.info");
  const element = useElement();
  const isNew = useBuilder(({ elementId }) => elementId === null);
  return (
    <div className="grid max-w-3xl gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextEntry path={["name"]} label={t("name")} required />
        <TextEntry
          path={["key"]}
          label={t("key")}
          help={isNew ? t("keyHelp") : t("keyHelpPublished")}
          placeholder={keyOf(textOf(element.name))}
        />
      </div>
      <AreaEntry path={["description"]} label={t("description")} help={t("descriptionHelp")} required />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextEntry path={["hub"]} label={t("hub")} help={t("hubHelp")} placeholder={DEFAULT_HUB} />
        <TextEntry path={["image"]} label={t("image")} help={t("imageHelp")} required={false} />
      </div>
      <AreaEntry
        path={["configDescription"]}
        label={t("configDescription")}
        help={t("configDescriptionHelp")}
        required={false}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextEntry path={["signupURL"]} label={t("signupUrl")} required={false} />
        <TextEntry
          path={["elementMetadata", "api", "vendorDocumentationUrl"]}
          label={t("providerDocs")}
          required={false}
        />
      </div>
      <fieldset className="grid gap-4 rounded-xl border border-line p-4">
        <legend className="px-1 font-medium text-sm">{t("use")}</legend>
        <SwitchEntry path={["active"]} label={t("active")} help={t("activeHelp")} otherwise />
        <SwitchEntry path={["beta"]} label={t("beta")} help={t("betaHelp")} />
        <SwitchEntry path={["cloneable"]} label={t("cloneable")} help={t("cloneableHelp")} otherwise />
      </fieldset>
    </div>
  );
}
