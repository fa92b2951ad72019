"use client";

import { type ReactNode, type Ref, useId, useImperativeHandle } from "react";
import { FieldHelp, FieldLabel, INPUT_LOOK } from "./text-field.tsx";
import { useEarlyInput } from "./use-early-input.ts";

type Props<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  /** The validation message; empty if the value is valid. */
  problem?: string | undefined;
  disabled?: boolean;
  selectRef?: Ref<HTMLSelectElement | null>;
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
  disabled,
  selectRef,
  children,
}: Props<Value>) {
  const id = useId();
  // Only the offered values can be chosen.
  const choose = (chosen: string) => onChange(chosen as Value);
  const field = useEarlyInput<HTMLSelectElement>(choose);
  useImperativeHandle<HTMLSelectElement | null, HTMLSelectElement | null>(selectRef, () => field.current, [field]);
  return (
    <div className="grid content-start gap-1.5">
      <FieldLabel id={id} label={label} />
      <select
        id={id}
        ref={field}
        disabled={disabled}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-description` : undefined}
        value={value}
        onChange={({ target }) => choose(target.value)}
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
