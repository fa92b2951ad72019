"use client";

import { ChevronDown, ChevronRight, Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import type { KeyboardEvent } from "react";
import { LOCKED, type Schema } from "#server/element/definition/model-from-samples.ts";
import { OBJECT, typeOfField, UNKNOWN } from "../../../operation-forms/schema-fields.ts";
import { useKinds } from "../../use-kinds.ts";
import type { FieldRow } from "./model-fields.ts";

type Props = {
  row: FieldRow;
  isSelected: boolean;
  isTabStop: boolean;
  onSelect: () => void;
  onToggle: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** One field of a model in its tree. */
export function FieldTreeRow({ row, isSelected, isTabStop, onSelect, onToggle, onKeyDown }: Props) {
  const t = useTranslations("builder.models");
  return (
    <div
      role="treeitem"
      data-key={row.key}
      aria-level={row.level + 1}
      aria-selected={isSelected}
      aria-expanded={row.inner ? row.isOpen : undefined}
      aria-keyshortcuts={row.inner ? "Insert Shift+Insert Delete" : "Insert Delete"}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={onSelect}
      onClick={onSelect}
      onKeyDown={onKeyDown}
      style={{ paddingLeft: `${Math.min(row.level, 8) * 1.25 + 0.25}rem` }}
      className="flex min-h-8 min-w-0 cursor-pointer items-center gap-1.5 rounded-lg pr-2 text-sm hover:bg-code aria-selected:bg-tint"
    >
      <Arrow row={row} onClick={onToggle} />
      <span className={`min-w-0 flex-1 truncate font-mono text-[0.8125rem] ${row.isRequired ? "font-semibold" : ""}`}>
        {row.name}
      </span>
      {row.schema[LOCKED] === true && <Lock aria-label={t("locked")} className="size-3.5 shrink-0 text-muted" />}
      <span className="max-w-[40%] shrink-0 truncate text-muted text-xs">
        <TypeLabel schema={row.schema} />
        {row.isRequired && `, ${t("isRequired")}`}
      </span>
    </div>
  );
}

function Arrow({ row: { inner, isOpen }, onClick }: { row: FieldRow; onClick: () => void }) {
  if (!inner) return <span className="w-4 shrink-0" />;
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" onClick={onClick} />;
}

function TypeLabel({ schema }: { schema: Schema }) {
  const t = useTranslations("builder.models");
  const { label } = useKinds();
  const { type, isList } = typeOfField(schema);
  const name = type === UNKNOWN ? t("unknown") : type === OBJECT ? t("object") : label("dataType", type);
  return isList ? t("listOf", { type: name }) : name;
}
