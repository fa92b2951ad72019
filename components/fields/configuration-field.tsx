"use client";

import { useId } from "react";
import type { Entry } from "../connections/entries.ts";
import { FieldHelp, FieldLabel, INPUT_LOOK, TextField } from "../ui/text-field.tsx";

type Props = { entry: Entry; value: string; onChange: (value: string) => void; problem?: string | undefined };

/** A field for one configuration entry of an element, chosen by its type. */
export function ConfigurationField({ entry, value, onChange, problem }: Props) {
  const id = useId();
  const { name, description: help, required, type, options, key } = entry;
  const shared = { id, "aria-describedby": `${id}-description`, className: INPUT_LOOK };
  if (type === "BOOLEAN" || type === "BOOLEAN_YESNO")
    return (
      <div className="flex items-start gap-3">
        <input
          id={id}
          type="checkbox"
          checked={value === "true"}
          onChange={({ target }) => onChange(String(target.checked))}
          aria-describedby={`${id}-description`}
          className="mt-0.5 size-5 accent-accent"
        />
        <div>
          <FieldLabel id={id} label={name} />
          <FieldHelp id={id} help={help} problem={problem} />
        </div>
      </div>
    );
  if (type === "COMBO" || options?.length)
    return (
      <div className="grid gap-1.5">
        <FieldLabel id={id} label={name} required={required} />
        <select {...shared} value={value} onChange={({ target }) => onChange(target.value)}>
          {!required && <option value="">–</option>}
          {options?.map((option) => (
            <option key={option.value} value={option.value}>
              {String(option.description ?? option.value)}
            </option>
          ))}
        </select>
        <FieldHelp id={id} help={help} problem={problem} />
      </div>
    );
  if (type === "TEXTAREA" || type === "CODE_EDITOR")
    return (
      <div className="grid gap-1.5">
        <FieldLabel id={id} label={name} required={required} />
        <textarea {...shared} rows={4} value={value} onChange={({ target }) => onChange(target.value)} />
        <FieldHelp id={id} help={help} problem={problem} />
      </div>
    );
  return (
    <TextField
      label={name}
      help={help}
      required={required}
      type={type === "PASSWORD" ? "password" : "text"}
      autoComplete={type === "PASSWORD" ? "new-password" : "off"}
      name={key}
      value={value}
      onChange={onChange}
      problem={problem}
    />
  );
}
