"use client";

import { useTranslations } from "next-intl";
import { type InputHTMLAttributes, type Ref, useId, useImperativeHandle } from "react";
import { useEarlyInput } from "./use-early-input.ts";
import { useFieldCheck } from "./use-field-check.ts";

export const INPUT_LOOK =
  "min-h-10 w-full rounded-lg border border-edge bg-ground px-3 py-2 text-sm placeholder:text-muted disabled:border-line disabled:bg-code aria-invalid:border-failure";

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "value"> & {
  label: string;
  value: string;
  onChange: (value: string) => void;
  help?: string | undefined;
  /** The validation message; empty if the value is valid. */
  problem?: string | undefined;
  inputRef?: Ref<HTMLInputElement | null>;
};

/** A single-line text field with its label, help text and validation message. */
export function TextField({ label, value, onChange, help, problem: refusal, inputRef, required, ...rest }: Props) {
  const id = useId();
  const field = useEarlyInput<HTMLInputElement>(onChange);
  const check = useFieldCheck();
  const problem = check.problem || refusal;
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(inputRef, () => field.current, [field]);
  return (
    <div className="grid content-start gap-1.5">
      <FieldLabel id={id} label={label} required={required} />
      <input
        {...rest}
        id={id}
        ref={field}
        required={required}
        value={value}
        onInvalid={check.onInvalid}
        onChange={({ target }) => {
          check.clear();
          onChange(target.value);
        }}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem || help ? `${id}-description` : undefined}
        className={INPUT_LOOK}
      />
      <FieldHelp id={id} help={help} problem={problem} />
    </div>
  );
}

export function FieldLabel({ id, label, required }: { id: string; label: string; required?: boolean | undefined }) {
  const t = useTranslations("ui.field");
  return (
    <label htmlFor={id} className="font-medium text-sm">
      {label}
      {required === false && <span className="ml-1.5 font-normal text-muted">{t("optional")}</span>}
    </label>
  );
}

/** The help text; a validation message replaces it and is announced immediately. */
export function FieldHelp({
  id,
  help,
  problem,
}: {
  id: string;
  help?: string | undefined;
  problem?: string | undefined;
}) {
  if (problem)
    return (
      <p id={`${id}-description`} role="alert" className="text-failure text-sm">
        {problem}
      </p>
    );
  if (!help) return null;
  return (
    <p id={`${id}-description`} className="text-muted text-sm">
      {help}
    </p>
  );
}
