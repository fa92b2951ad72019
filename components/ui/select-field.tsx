"use client";

import { type ReactNode, useId } from "react";
import { FieldLabel, INPUT_LOOK } from "./text-field.tsx";

type Props<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  /** What stands below it. */
  children?: ReactNode;
};

/** A choice of one of several values, with its label. */
export function SelectField<Value extends string>({ label, value, options, onChange, children }: Props<Value>) {
  const id = useId();
  return (
    <div className="grid content-start gap-1.5">
      <FieldLabel id={id} label={label} />
      <select
        id={id}
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
      {children}
    </div>
  );
}
