"use client";

import { type ReactNode, type Ref, useId } from "react";
import { FieldHelp, FieldLabel, INPUT_LOOK } from "./text-field.tsx";

type Props<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  /** The validation message; empty if the value is valid. */
  problem?: string | undefined;
  selectRef?: Ref<HTMLSelectElement>;
  /** Shown below it. */
  children?: ReactNode;
};

/** A choice of one of several values, with its label. */
export function SelectField<Value extends string>({
  label,
  value,
  options,
  onChange,
  problem,
  selectRef,
  children,
}: Props<Value>) {
  const id = useId();
  return (
    <div className="grid content-start gap-1.5">
      <FieldLabel id={id} label={label} />
      <select
        id={id}
        ref={selectRef}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-description` : undefined}
        value={value}
        // Only the offered values can be chosen.
        onChange={({ target }) => onChange(target.value as Value)}
        className={INPUT_LOOK}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <FieldHelp id={id} problem={problem} />
      {children}
    </div>
  );
}
