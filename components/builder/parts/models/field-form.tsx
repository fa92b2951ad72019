"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { DATA_TYPES } from "#server/element/data-types/registry.ts";
import { LOCKED, type Schema } from "#server/element/definition/model-from-samples.ts";
import { typesOf } from "#server/registry.ts";
import { OBJECT, typeOfField, UNKNOWN } from "../../../operation-forms/schema-fields.ts";
import { useMayChange } from "../../../shell/may-change.tsx";
import { Button } from "../../../ui/button.tsx";
import { OnOff } from "../../../ui/on-off.tsx";
import { FieldLabel, INPUT_LOOK, TextField } from "../../../ui/text-field.tsx";
import { Options } from "../../fields/fields.tsx";
import { useKinds } from "../../use-kinds.ts";
import { type FieldRow, withType } from "./model-fields.ts";

/** The types that a field of a model can have, one for each name of Swagger. */
const TYPES = typesOf(DATA_TYPES).filter((type) => DATA_TYPES[type].swagger && !DATA_TYPES[type].hasFields);

type FormProps = {
  row: FieldRow;
  models: readonly string[];
  /** The key of the renamed field; null if it cannot be called so. */
  onRename: (to: string) => string | null;
  onChange: (schema: Schema) => void;
  onRequire: (isRequired: boolean) => void;
  onDelete: () => void;
  onDone: (key: string) => void;
};

/** The form of the selected field of a model. */
export function FieldForm({ row, models, onRename, onChange, onRequire, onDelete, onDone }: FormProps) {
  const t = useTranslations("builder.models");
  const { options } = useKinds();
  const id = useId();
  const mayChange = useMayChange();
  const [name, setName] = useState(row.name);
  const [before, setBefore] = useState(row.name);
  const [isRefused, setIsRefused] = useState(false);
  if (row.name !== before) {
    setBefore(row.name);
    setName(row.name);
  }
  const { schema } = row;
  const { type, isList } = typeOfField(schema);
  const say = (word: string, value: unknown) => {
    const { [word]: _, ...others } = schema;
    onChange(value === undefined || value === "" ? others : { ...others, [word]: value });
  };

  function settle(): string | null {
    const key = onRename(name.trim());
    setIsRefused(key === null);
    return key;
  }

  return (
    <fieldset className="grid content-start gap-4 rounded-xl border border-line p-4">
      <legend className="px-1 font-medium text-sm">{t("field")}</legend>
      <div data-field-name>
        <TextField
          label={t("name")}
          value={name}
          problem={isRefused ? t("nameTaken") : undefined}
          onChange={(text) => {
            setName(text);
            setIsRefused(false);
          }}
          onFocus={(event) => event.target.select()}
          onBlur={() => void settle()}
          onKeyDown={(event) => {
            if (event.key !== "Enter" && event.key !== "Escape") return;
            event.preventDefault();
            if (event.key === "Escape") setName(row.name);
            const key = event.key === "Escape" ? row.key : settle();
            if (key !== null) onDone(key);
          }}
          autoComplete="off"
        />
      </div>
      <div className="grid content-start gap-1.5">
        <FieldLabel id={id} label={t("type")} />
        <select
          id={id}
          value={type}
          onChange={({ target }) => onChange(withType(schema, { type: target.value, isList }))}
          className={INPUT_LOOK}
        >
          <Options
            options={[
              ...options("dataType", TYPES).map((option) => ({ ...option, group: t("simple") })),
              { value: OBJECT, label: t("object"), group: t("nested") },
              ...models.map((model) => ({ value: model, label: model, group: t("models") })),
              { value: UNKNOWN, label: t("unknown"), group: t("other") },
            ]}
          />
        </select>
      </div>
      <Switch label={t("list")} on={isList} onChange={(on) => onChange(withType(schema, { type, isList: on }))} />
      <Switch label={t("required")} on={row.isRequired} onChange={onRequire} />
      <Switch
        label={t("lock")}
        help={t("lockHelp")}
        on={schema[LOCKED] === true}
        onChange={(on) => say(LOCKED, on || undefined)}
      />
      <TextField
        label={t("format")}
        required={false}
        value={typeof schema.format === "string" ? schema.format : ""}
        onChange={(format) => say("format", format)}
        autoComplete="off"
      />
      <TextField
        label={t("description")}
        required={false}
        value={typeof schema.description === "string" ? schema.description : ""}
        onChange={(description) => say("description", description)}
        autoComplete="off"
      />
      {mayChange && (
        <Button kind="danger" onClick={onDelete} className="justify-self-start">
          <Trash2 aria-hidden="true" className="size-4" />
          {t("deleteField")}
        </Button>
      )}
    </fieldset>
  );
}

type SwitchProps = { label: string; help?: string; on: boolean; onChange: (on: boolean) => void };

function Switch({ label, help, on, onChange }: SwitchProps) {
  const mayChange = useMayChange();
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <p aria-hidden="true" className="font-medium text-sm">
          {label}
        </p>
        {help && <p className="text-muted text-sm">{help}</p>}
      </div>
      <OnOff label={label} on={on} onChange={onChange} disabled={!mayChange} />
    </div>
  );
}
