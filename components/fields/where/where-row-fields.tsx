"use client";

import { useTranslations } from "next-intl";
import { type Ref, useId } from "react";
import { COMPARISONS } from "#server/element/query/where.ts";
import { INPUT_LOOK } from "../../ui/text-field.tsx";
import { ConditionRow } from "../condition-row.tsx";
import {
  rowProblem,
  valuesOf,
  type WhereColumn,
  type WhereRow,
  withAttribute,
  withOperator,
  withValue,
} from "./where-rows.ts";

type Props = {
  number: number;
  row: WhereRow;
  columns: readonly WhereColumn[];
  /** The list of the names of the fields. */
  listId: string;
  fieldRef: Ref<HTMLInputElement>;
  onChange: (row: WhereRow) => void;
  onRemove: () => void;
};

/** One condition: a field, an operator and a value. */
export function WhereRowFields({ number, row, columns, listId, fieldRef, onChange, onRemove }: Props) {
  const t = useTranslations("ui.where");
  const id = useId();
  const { attribute, operator, value, kind } = row;
  const columnOf = (name: string) => columns.find((column) => column.name === name);
  const column = columnOf(attribute);
  const problem = rowProblem(row);
  const isWrong = problem === "number" || problem === "invalid";
  const count = valuesOf(operator);
  const numbered = { number: String(number) };
  const change = (text: string) => onChange(withValue(row, text, column));
  return (
    <ConditionRow
      legend={t("one", numbered)}
      left={
        <input
          ref={fieldRef}
          aria-label={t("field", numbered)}
          list={listId}
          value={attribute}
          placeholder={t("fieldHint")}
          onChange={({ target }) => onChange(withAttribute(row, target.value, columnOf(target.value)))}
          autoComplete="off"
          spellCheck={false}
          className={INPUT_LOOK}
        />
      }
      operator={{
        label: t("operator", numbered),
        value: operator,
        options: COMPARISONS.map((name) => ({ value: name, label: t(`operators.${name}`) })),
        onChange: (operator) => onChange(withOperator(row, operator, column)),
      }}
      isRightShort
      right={
        count === "one" && kind === "boolean" ? (
          <select
            aria-label={t("value", numbered)}
            value={value ?? ""}
            onChange={({ target }) => change(target.value)}
            className={`${INPUT_LOOK} min-w-0 flex-1`}
          >
            {value === undefined && <option value="">{t("choose")}</option>}
            <option value="true">{t("true")}</option>
            <option value="false">{t("false")}</option>
          </select>
        ) : (
          count !== "none" && (
            <input
              aria-label={t(count === "several" ? "values" : "value", numbered)}
              value={value ?? ""}
              placeholder={count === "several" ? t("valuesHint") : undefined}
              inputMode={kind === "number" && count === "one" ? "decimal" : undefined}
              onChange={({ target }) => change(target.value)}
              aria-invalid={isWrong || undefined}
              aria-describedby={problem ? `${id}-problem` : undefined}
              autoComplete="off"
              className={`${INPUT_LOOK} min-w-0 flex-1`}
            />
          )
        )
      }
      remove={{ label: t("remove", numbered), onRemove }}
    >
      {problem && (
        <p id={`${id}-problem`} className={`text-xs ${isWrong ? "text-failure" : "text-muted"}`}>
          {t(`problems.${problem}`)}
        </p>
      )}
    </ConditionRow>
  );
}
