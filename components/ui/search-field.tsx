"use client";

import { Search } from "lucide-react";
import { INPUT_LOOK } from "./text-field.tsx";
import { useEarlyInput } from "./use-early-input.ts";

type Props = { label: string; value: string; onChange: (value: string) => void; placeholder?: string };

/** Filters the list below it. `/` moves the focus here. */
export function SearchField({ label, value, onChange, placeholder }: Props) {
  const field = useEarlyInput<HTMLInputElement>(onChange);
  return (
    <label className="relative block w-full sm:max-w-xs">
      <span className="sr-only">{label}</span>
      <Search aria-hidden="true" className="pointer-events-none absolute top-3 left-3 size-4 text-muted" />
      <input
        ref={field}
        type="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        placeholder={placeholder ?? label}
        className={`${INPUT_LOOK} pl-9`}
      />
    </label>
  );
}
