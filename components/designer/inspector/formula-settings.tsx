"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { METHODS } from "#server/formula/property-values.ts";
import { TRIGGER_TYPES } from "#server/formula/triggers/registry.ts";
import { OnOff } from "../../ui/on-off.tsx";
import { INPUT_LOOK, TextField } from "../../ui/text-field.tsx";
import { useDesign, useDraft } from "../model/design.ts";

const text = (value: unknown) => (typeof value === "string" ? value : "");

/** The settings of the formula as a whole. */
export function FormulaSettings() {
  const t = useTranslations("designer.settings");
  const draft = useDraft();
  const id = useId();
  const change = useDesign((design) => design.change);
  const set = (field: string, value: unknown) => change({ do: "setField", field, value });
  const mayBeResource = draft.triggers.every(({ type }) => TRIGGER_TYPES[type].source === "api");
  return (
    <div className="grid gap-5 p-4">
      <h2 className="font-semibold leading-tight">{t("title")}</h2>
      <TextField label={t("name")} value={draft.name} onChange={(name) => set("name", name)} />
      <div className="grid gap-1.5">
        <label htmlFor={`${id}-description`} className="font-medium text-sm">
          {t("description")}
        </label>
        <textarea
          id={`${id}-description`}
          rows={3}
          value={text(draft.description)}
          onChange={(event) => set("description", event.target.value || undefined)}
          className={`${INPUT_LOOK} field-sizing-content resize-none`}
        />
      </div>
      <Setting label={t("active")} help={t("activeHelp")}>
        <OnOff label={t("active")} on={draft.active !== false} onChange={(on) => set("active", on)} />
      </Setting>
      <Setting label={t("oneAtATime")} help={t("oneAtATimeHelp")}>
        <OnOff
          label={t("oneAtATime")}
          on={draft.singleThreaded === true}
          onChange={(on) => set("singleThreaded", on)}
        />
      </Setting>
      {mayBeResource && (
        <fieldset className="grid gap-2 border-line border-t pt-4">
          <legend className="sr-only">{t("api")}</legend>
          <h3 className="font-medium text-sm">{t("api")}</h3>
          <p className="text-muted text-xs">{t("apiHelp")}</p>
          <div className="grid grid-cols-[7rem_1fr] gap-2">
            <select
              aria-label={t("method")}
              value={text(draft.method)}
              onChange={(event) => set("method", event.target.value || undefined)}
              className={INPUT_LOOK}
            >
              <option value="">{t("none")}</option>
              {METHODS.map((method) => (
                <option key={method}>{method}</option>
              ))}
            </select>
            <input
              aria-label={t("path")}
              placeholder="/orders"
              value={text(draft.uri)}
              onChange={(event) => set("uri", event.target.value || undefined)}
              className={`${INPUT_LOOK} font-mono`}
            />
          </div>
        </fieldset>
      )}
    </div>
  );
}

function Setting({ label, help, children }: { label: string; help: string; children: React.ReactNode }) {
  return (
    <div className="flex items-start justify-between gap-3">
      <span>
        <span className="block font-medium text-sm">{label}</span>
        <span className="block text-muted text-xs">{help}</span>
      </span>
      {children}
    </div>
  );
}
