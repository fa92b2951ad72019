"use client";

import { type ComponentType, useId } from "react";
import type { ConfigurationControl } from "#server/element/configuration-types/configuration-type.ts";
import { controlOf, isSecretEntry } from "#server/element/configuration-types/registry.ts";
import { useEntryTexts } from "../entries/use-entry-texts.ts";
import { FieldHelp, FieldLabel, INPUT_LOOK, TextField } from "../ui/text-field.tsx";
import type { Entry } from "./entries.ts";

type Props = { entry: Entry; value: string; onChange: (value: string) => void; problem?: string | undefined };

const CONTROLS: Record<ConfigurationControl, ComponentType<Props>> = {
  line: Line,
  lines: Lines,
  checkbox: Checkbox,
  choice: Choice,
};

/** A field for one configuration entry of an element, chosen by its type. */
export function ConfigurationField({ entry, ...props }: Props) {
  const texts = useEntryTexts();
  const Control = CONTROLS[controlOf(entry)];
  return <Control {...props} entry={texts.entry(entry)} />;
}

function Checkbox({ entry: { name, description }, value, onChange, problem }: Props) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <input
        id={id}
        type="checkbox"
        checked={value === "true"}
        onChange={({ target }) => onChange(String(target.checked))}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-description`}
        className="mt-0.5 size-5 accent-accent"
      />
      <div>
        <FieldLabel id={id} label={name} />
        <FieldHelp id={id} help={description} problem={problem} />
      </div>
    </div>
  );
}

function Choice({ entry: { name, description, required, options }, value, onChange, problem }: Props) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <FieldLabel id={id} label={name} required={required} />
      <select
        id={id}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-description`}
        className={INPUT_LOOK}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        {!required && <option value="">–</option>}
        {options?.map((option) => (
          <option key={option.value} value={option.value}>
            {String(option.description ?? option.value)}
          </option>
        ))}
      </select>
      <FieldHelp id={id} help={description} problem={problem} />
    </div>
  );
}

function Lines({ entry: { name, description, required }, value, onChange, problem }: Props) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <FieldLabel id={id} label={name} required={required} />
      <textarea
        id={id}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-description`}
        className={INPUT_LOOK}
        rows={4}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <FieldHelp id={id} help={description} problem={problem} />
    </div>
  );
}

function Line({ entry, value, onChange, problem }: Props) {
  const { name, description, required, key } = entry;
  const isSecret = isSecretEntry(entry);
  return (
    <TextField
      label={name}
      help={description}
      required={required}
      type={isSecret ? "password" : "text"}
      autoComplete={isSecret ? "new-password" : "off"}
      name={key}
      value={value}
      onChange={onChange}
      problem={problem}
    />
  );
}
