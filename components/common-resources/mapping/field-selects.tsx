"use client";

import { useTranslations } from "next-intl";
import { cutText } from "#server/cut-text.ts";
import { DATA_TYPES } from "#server/element/data-types/registry.ts";
import { changeField, DIRECTIONS, type DirectionName, fieldDirection, type Row, withSetting } from "./model/draft.ts";
import { useMapping } from "./model/mapping.tsx";

const TYPES = Object.keys(DATA_TYPES).sort();

type SelectProps = { id?: string; label?: string; className: string };

/** The data types; another type, such as a model, is kept. `empty` is the label of no type. */
export function TypeSelect({
  id,
  label,
  className,
  value,
  empty,
  onChange,
}: SelectProps & { value: string; empty?: string; onChange: (type: string) => void }) {
  const offered = value === "" || TYPES.includes(value) ? TYPES : [value, ...TYPES];
  return (
    <select
      id={id}
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className={className}
    >
      {empty !== undefined && <option value="">{empty}</option>}
      {offered.map((type) => (
        <option key={type} value={type}>
          {cutText(type, 100)}
        </option>
      ))}
    </select>
  );
}

const NAMES = Object.keys(DIRECTIONS) as DirectionName[];

/** The directions in which a field is mapped. */
export function DirectionSelect({ id, label, className, row }: SelectProps & { row: Row }) {
  const t = useTranslations("common-resources.directions");
  const { draft, change } = useMapping();
  const configuration = row.field?.configuration ?? [];
  const choose = (name: DirectionName) => {
    const properties = name === "both" ? null : DIRECTIONS[name];
    change(changeField(draft, row, { configuration: withSetting(configuration, "passThrough", properties) }));
  };
  return (
    <select
      id={id}
      aria-label={label}
      value={fieldDirection({ configuration })}
      disabled={row.state === "removed"}
      onChange={({ target }) => choose(target.value as DirectionName)}
      className={className}
    >
      {NAMES.map((name) => (
        <option key={name} value={name}>
          {t(name)}
        </option>
      ))}
    </select>
  );
}
