"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useId, useState } from "react";
import { FieldHelp, FieldLabel, INPUT_LOOK, TextField } from "../ui/text-field.tsx";
import { type BodyField, type BodyObject, bodyValue, textsLine, textsOf, unknownNames } from "./body-fields.ts";

type Change = (path: readonly string[], value: unknown) => void;

/** A field of text that also takes references to other values, such as `${steps.find.response.body}`. */
export type ReferenceField = (field: {
  label: string;
  required: boolean;
  help: string;
  value: string;
  problem?: string | undefined;
  onChange: (text: string) => void;
}) => ReactNode;

type Props = {
  fields: readonly BodyField[];
  body: BodyObject;
  onChange: Change;
  /** Renders text with references; without it, fields take only values. */
  renderReferences?: ReferenceField | undefined;
  /** The label of the list of optional fields. */
  addLabel?: string;
};

/** The body of a request as a form: required fields, and those of the others that are filled in or wanted. */
export function BodyForm({ fields, body, ...props }: Props) {
  const t = useTranslations("ui.bodyForm");
  const others = unknownNames(fields, body);
  return (
    <div className="grid min-w-0 gap-3">
      <Fields fields={fields} body={body} {...props} />
      {others.length > 0 && (
        <p className="break-words text-muted text-sm">{t("others", { names: others.join(", ") })}</p>
      )}
    </div>
  );
}

function Fields({ fields, body, addLabel, ...props }: Props) {
  const t = useTranslations("ui.bodyForm");
  const [wanted, setWanted] = useState<ReadonlySet<string>>(new Set());
  const isShown = ({ name, path, isRequired }: BodyField) =>
    isRequired || wanted.has(name) || bodyValue(body, path) !== undefined;
  const hidden = fields.filter((field) => !isShown(field));
  return (
    <>
      {fields.filter(isShown).map((field) => (
        <Field key={field.name} field={field} body={body} isWanted={wanted.has(field.name)} {...props} />
      ))}
      {hidden.length > 0 && (
        <select
          aria-label={addLabel ?? t("add")}
          value=""
          onChange={({ target }) => setWanted(new Set([...wanted, target.value]))}
          className={INPUT_LOOK}
        >
          <option value="">{addLabel ?? t("add")}</option>
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

type FieldProps = Pick<Props, "body" | "onChange" | "renderReferences"> & { field: BodyField; isWanted: boolean };

/** One field, which takes the focus when it was added. */
function Field({ field, body, isWanted, onChange, renderReferences }: FieldProps) {
  const { name, path, control } = field;
  const value = bodyValue(body, path);
  const props = { field, value, onChange: (next: unknown) => onChange(path, next), renderReferences };
  if (control === "object" && (value === undefined || typeof value === "object"))
    return (
      <fieldset className="grid min-w-0 gap-3 rounded-xl border border-line p-3">
        <legend className="break-all px-1 font-medium text-sm">{name}</legend>
        <Fields fields={field.fields} body={body} onChange={onChange} renderReferences={renderReferences} />
      </fieldset>
    );
  return (
    <div
      className="contents"
      ref={(place) => {
        if (isWanted && value === undefined && place && !place.dataset.reached) {
          place.dataset.reached = "true";
          place.querySelector<HTMLElement>("input, select, textarea")?.focus();
        }
      }}
    >
      <Control {...props} />
    </div>
  );
}

type OneProps = Pick<Props, "renderReferences"> & {
  field: BodyField;
  value: unknown;
  onChange: (value: unknown) => void;
};

const isReference = (value: unknown) => typeof value === "string" && value.includes("${");

function Control(props: OneProps) {
  const { field, value, onChange, renderReferences } = props;
  const { name, control, isRequired, help } = field;
  const refers = renderReferences !== undefined && isReference(value);
  if ((control === "boolean" || control === "choice") && !refers) return <Choice {...props} />;
  const isText = control === "text" || control === "boolean" || control === "choice";
  if (!isText || (value !== undefined && typeof value !== "string")) return <Written {...props} />;
  const text = {
    ...{ label: name, required: isRequired, help, value: value ?? "" },
    onChange: (next: string) => onChange(next === "" ? undefined : next),
  };
  return renderReferences ? renderReferences(text) : <TextField {...text} autoComplete="off" />;
}

const BOOLEANS = ["true", "false"] as const;
const REFERENCE = "reference";

function Choice({ field, value, onChange, renderReferences }: OneProps) {
  const { name, control, options, isRequired, help } = field;
  const t = useTranslations("ui.bodyForm");
  const [isReferring, setIsReferring] = useState(false);
  const id = useId();
  const offered = control === "boolean" ? BOOLEANS : options;
  const text = value === undefined ? "" : String(value);
  if (isReferring && renderReferences)
    return renderReferences({
      ...{ label: name, required: isRequired, help, value: text },
      onChange: (next) => {
        if (next === "") setIsReferring(false);
        onChange(next === "" ? undefined : next);
      },
    });
  function choose(chosen: string) {
    if (chosen === `\${${REFERENCE}}`) return setIsReferring(true);
    onChange(chosen === "" ? undefined : control === "boolean" ? chosen === "true" : chosen);
  }
  return (
    <div className="grid gap-1.5">
      <FieldLabel id={id} label={name} required={isRequired} />
      <select
        id={id}
        value={text}
        onChange={({ target }) => choose(target.value)}
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
        {renderReferences && <option value={`\${${REFERENCE}}`}>{t("reference")}</option>}
      </select>
      <FieldHelp id={id} help={help} />
    </div>
  );
}

/** How a value is written as text, and read: null for an invalid text. */
type Notation = {
  write: (value: unknown) => string;
  read: (text: string) => { value: unknown } | null;
  explanation?: "asJson" | "asList";
  problem: "notNumber" | "notJson";
};

const written = (value: unknown) => (value === undefined ? "" : JSON.stringify(value));

const NUMBER: Notation = {
  write: written,
  read: (text) => {
    const read = readJson(text);
    return read && (read.value === undefined || typeof read.value === "number") ? read : null;
  },
  problem: "notNumber",
};
const JSON_VALUE: Notation = { write: written, read: readJson, explanation: "asJson", problem: "notJson" };
const TEXTS: Notation = {
  write: (value) => textsLine(value) ?? "",
  read: (text) => ({ value: text.trim() === "" ? undefined : textsOf(text) }),
  explanation: "asList",
  problem: "notJson",
};

const notationOf = ({ control }: BodyField, value: unknown): Notation =>
  control === "number" ? NUMBER : control === "texts" && textsLine(value) !== null ? TEXTS : JSON_VALUE;

/** A number, a list of texts, or JSON of any kind: an incomplete value is shown as it was typed, and changes nothing. */
function Written({ field, value, onChange, renderReferences }: OneProps) {
  const { name, control, isRequired, help } = field;
  const t = useTranslations("ui.bodyForm");
  const [typed, setTyped] = useState<{ text: string; value: unknown; isWrong: boolean } | null>(null);
  const notation = notationOf(field, value);
  const takesReferences = renderReferences !== undefined && notation !== TEXTS;
  const own = takesReferences && isReference(value) ? String(value) : notation.write(value);
  const shown = typed && typed.value === value ? typed.text : own;

  function change(text: string) {
    const read = takesReferences && text.includes("${") ? { value: text } : notation.read(text);
    setTyped({ text, value: read ? read.value : value, isWrong: read === null });
    if (read) onChange(read.value);
  }

  const described = {
    label: name,
    required: isRequired,
    help: [help, notation.explanation ? t(notation.explanation) : ""].filter(Boolean).join(" "),
    problem: typed?.isWrong && typed.value === value ? t(notation.problem) : undefined,
    value: shown,
    onChange: change,
  };
  if (renderReferences) return renderReferences(described);
  return (
    <TextField
      {...described}
      onBlur={() => typed && !typed.isWrong && setTyped(null)}
      inputMode={control === "number" ? "decimal" : undefined}
      autoComplete="off"
    />
  );
}

function readJson(text: string): { value: unknown } | null {
  if (text.trim() === "") return { value: undefined };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}
