"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { FieldHelp, FieldLabel, INPUT_LOOK, TextField } from "../ui/text-field.tsx";
import { type BodyField, type BodyObject, bodyValue, unknownNames } from "./body-fields.ts";

type Change = (path: readonly string[], value: unknown) => void;

type Props = { fields: readonly BodyField[]; body: BodyObject; onChange: Change };

/** The body of a request as a form: required fields, and those of the others that are filled in or wanted. */
export function BodyForm({ fields, body, onChange }: Props) {
  const t = useTranslations("operations.bodyForm");
  const others = unknownNames(fields, body);
  return (
    <div className="grid min-w-0 gap-3">
      <Fields fields={fields} body={body} onChange={onChange} />
      {others.length > 0 && (
        <p className="break-words text-muted text-sm">{t("others", { names: others.join(", ") })}</p>
      )}
    </div>
  );
}

function Fields({ fields, body, onChange }: Props) {
  const t = useTranslations("operations.bodyForm");
  const id = useId();
  const [wanted, setWanted] = useState<ReadonlySet<string>>(new Set());
  const isShown = ({ name, path, isRequired }: BodyField) =>
    isRequired || wanted.has(name) || bodyValue(body, path) !== undefined;
  const hidden = fields.filter((field) => !isShown(field));
  return (
    <>
      {fields.filter(isShown).map((field) => (
        <Field key={field.name} field={field} body={body} onChange={onChange} />
      ))}
      {hidden.length > 0 && (
        <select
          aria-label={t("add")}
          id={id}
          value=""
          onChange={({ target }) => setWanted(new Set([...wanted, target.value]))}
          className={INPUT_LOOK}
        >
          <option value="">{t("add")}</option>
          {hidden.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      )}
    </>
  );
}

function Field({ field, body, onChange }: { field: BodyField; body: BodyObject; onChange: Change }) {
  const { name, path, control, isRequired, help } = field;
  const value = bodyValue(body, path);
  if (control === "object")
    return (
      <fieldset className="grid min-w-0 gap-3 rounded-xl border border-line p-3">
        <legend className="break-all px-1 font-medium text-sm">{name}</legend>
        <Fields fields={field.fields} body={body} onChange={onChange} />
      </fieldset>
    );
  if (control === "boolean" || control === "choice")
    return <Choice field={field} value={value} onChange={(next) => onChange(path, next)} />;
  if (control === "text" && (value === undefined || typeof value === "string"))
    return (
      <TextField
        label={name}
        required={isRequired}
        help={help}
        value={value ?? ""}
        onChange={(text) => onChange(path, text === "" ? undefined : text)}
        autoComplete="off"
      />
    );
  return <Written field={field} value={value} onChange={(next) => onChange(path, next)} />;
}

type OneProps = { field: BodyField; value: unknown; onChange: (value: unknown) => void };

const BOOLEANS = ["true", "false"] as const;

function Choice({ field: { name, control, options, isRequired, help }, value, onChange }: OneProps) {
  const t = useTranslations("operations.bodyForm");
  const id = useId();
  const offered = control === "boolean" ? BOOLEANS : options;
  const text = value === undefined ? "" : String(value);
  return (
    <div className="grid gap-1.5">
      <FieldLabel id={id} label={name} required={isRequired} />
      <select
        id={id}
        value={text}
        onChange={({ target }) =>
          onChange(target.value === "" ? undefined : control === "boolean" ? target.value === "true" : target.value)
        }
        aria-describedby={help ? `${id}-description` : undefined}
        className={INPUT_LOOK}
      >
        <option value="">{t("nothing")}</option>
        {text !== "" && !offered.includes(text) && <option value={text}>{text}</option>}
        {offered.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
      <FieldHelp id={id} help={help} />
    </div>
  );
}

/** A number, or JSON of any kind: an incomplete value is shown as it was typed, and changes nothing. */
function Written({ field: { name, control, isRequired, help }, value, onChange }: OneProps) {
  const t = useTranslations("operations.bodyForm");
  const [typed, setTyped] = useState<{ text: string; isWrong: boolean } | null>(null);
  const shown = typed?.text ?? (value === undefined ? "" : JSON.stringify(value));

  function change(text: string) {
    const read = readValue(text, control === "number");
    setTyped({ text, isWrong: read === null });
    if (read) onChange(read.value);
  }

  return (
    <TextField
      label={name}
      required={isRequired}
      help={[help, control === "number" ? "" : t("asJson")].filter(Boolean).join(" ")}
      problem={typed?.isWrong ? t(control === "number" ? "notNumber" : "notJson") : undefined}
      value={shown}
      onChange={change}
      onBlur={() => typed && !typed.isWrong && setTyped(null)}
      inputMode={control === "number" ? "decimal" : undefined}
      autoComplete="off"
    />
  );
}

/** Null for an invalid text. */
function readValue(text: string, isNumber: boolean): { value: unknown } | null {
  if (text.trim() === "") return { value: undefined };
  try {
    const value: unknown = JSON.parse(text);
    return isNumber && typeof value !== "number" ? null : { value };
  } catch {
    return null;
  }
}
