"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { FieldHelp, FieldLabel, INPUT_LOOK, TextField } from "../../ui/text-field.tsx";
import { useProblemAt } from "../model/problems.tsx";
import { useEntry } from "../model/use-entry.ts";
import { type Option, Sought, SwitchRow } from "./fields.tsx";

type Props = { entryKey: string; label: string; help?: string };

function useEntryValue(key: string) {
  const { path, value, setValue } = useEntry(key);
  const place = [...path, "defaultValue"];
  return { place, value, setValue, problem: useProblemAt(place) };
}

/** The default value of a configuration entry that every element has, as a line of text. */
export function EntryField({ entryKey, label, help, placeholder }: Props & { placeholder?: string }) {
  const { place, value, setValue, problem } = useEntryValue(entryKey);
  return (
    <Sought path={place}>
      <TextField
        label={label}
        help={help}
        placeholder={placeholder}
        value={value}
        onChange={setValue}
        problem={problem}
        autoComplete="off"
      />
    </Sought>
  );
}

/** A secret default value, hidden until its author shows it. */
export function EntrySecret({ entryKey, label, help }: Props) {
  const t = useTranslations("builder.fields");
  const { place, value, setValue, problem } = useEntryValue(entryKey);
  const [isShown, setIsShown] = useState(false);
  return (
    <Sought path={place}>
      <div className="grid content-start gap-1">
        <TextField
          label={label}
          help={help}
          type={isShown ? "text" : "password"}
          value={value}
          onChange={setValue}
          problem={problem}
          autoComplete="new-password"
        />
        <label className="flex w-fit items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={isShown}
            onChange={({ target }) => setIsShown(target.checked)}
            className="size-4 accent-accent"
          />
          {t("show", { label })}
        </label>
      </div>
    </Sought>
  );
}

/** A default value that is one of several. */
export function EntrySelect({ entryKey, label, help: general, options }: Props & { options: readonly Option[] }) {
  const id = useId();
  const { place, value, setValue, problem } = useEntryValue(entryKey);
  const help = options.find((option) => option.value === value)?.help ?? general;
  const isUnknown = !options.some((option) => option.value === value);
  return (
    <Sought path={place}>
      <div className="grid content-start gap-1.5">
        <FieldLabel id={id} label={label} />
        <select
          id={id}
          value={value}
          onChange={({ target }) => setValue(target.value)}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem || help ? `${id}-description` : undefined}
          className={INPUT_LOOK}
        >
          {isUnknown && <option value={value}>{value || "–"}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <FieldHelp id={id} help={help} problem={problem} />
      </div>
    </Sought>
  );
}

/** A default value as a switch. */
export function EntrySwitch({ entryKey, label, help }: Props) {
  const { place, value, setValue } = useEntryValue(entryKey);
  return (
    <Sought path={place}>
      <SwitchRow label={label} help={help} on={value === "true"} onChange={(on) => setValue(String(on))} />
    </Sought>
  );
}
