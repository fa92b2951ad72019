"use client";

import { useId } from "react";

type Props = {
  legend: string;
  types: readonly { value: string; description: string }[];
  chosen: string;
  onChoose: (value: string) => void;
};

/** The choice of how to sign in, for elements that offer several ways. */
export function AuthenticationChoice({ legend, types, chosen, onChoose }: Props) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium text-sm">{legend}</legend>
      <div className="mt-2 flex flex-wrap gap-2">
        {types.map(({ value, description }) => (
          <label
            key={value}
            className="flex min-w-0 cursor-pointer items-center gap-2 rounded-lg border border-line px-3 py-2 text-sm has-checked:border-accent has-checked:bg-tint"
          >
            <input
              type="radio"
              name={name}
              checked={value === chosen}
              onChange={() => onChoose(value)}
              className="accent-accent"
            />
            <span className="min-w-0 break-words [overflow-wrap:anywhere]">{description}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
