"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../api/trpc.ts";
import { SelectField } from "../ui/select-field.tsx";

type Props = { label: string; all: string; value: number | undefined; onChange: (id: string) => void };

/** Chooses one connection, or all. */
export function ConnectionFilter({ label, all, value, onChange }: Props) {
  const trpc = useTRPC();
  const { data = [] } = useQuery(trpc.connection.names.queryOptions());
  const options = data.map(({ id, name }) => ({ value: String(id), label: name }));
  const isKnown = value === undefined || options.some((option) => option.value === String(value));
  return (
    <SelectField
      label={label}
      value={String(value ?? "")}
      options={[
        { value: "", label: all },
        ...(isKnown ? [] : [{ value: String(value), label: `#${value}` }]),
        ...options,
      ]}
      onChange={onChange}
    />
  );
}
