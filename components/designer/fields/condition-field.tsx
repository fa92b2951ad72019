"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { readPath } from "#server/formula/expression.ts";
import { ConditionRow } from "../../fields/condition-row.tsx";
import { Button } from "../../ui/button.tsx";
import { useDraft } from "../model/design.ts";
import type { PartRef } from "../model/draft.ts";
import { useRunValues } from "../model/run-values.tsx";
import {
  type Condition,
  codeOf,
  hasRight,
  OPERATOR_NAMES,
  type OperatorName,
  readCondition,
  type Side,
  sideOf,
  writeCondition,
} from "./condition.ts";
import { ofKind, SideField } from "./condition-side.tsx";

type EditedRow = { id: number; left: Side; operator: OperatorName; right: Side };
type Edited = { joined: Condition["joined"]; rows: EditedRow[] };

type Props = { at: PartRef; body: string; onChange: (body: string) => void; code: ReactNode };

/**
 * The condition of a filter, as rows or as code; both edit the same script body. A body that rows cannot express is
 * shown as code.
 */
export function ConditionField({ at, body, onChange, code }: Props) {
  const t = useTranslations("designer.condition");
  const draft = useDraft();
  const [isCode, setIsCode] = useState(false);
  // Incomplete rows are not part of the body: they are kept while the body is the one from which they were omitted.
  const [typed, setTyped] = useState<(Edited & { body: string }) | null>(null);
  const edited = typed?.body === body ? typed : asEdited(body);
  const showsCode = isCode || !edited;

  function change(next: Edited) {
    const rows = next.rows.flatMap(({ left, operator, right }) => {
      const sides = [codeOf(left, draft), hasRight(operator) ? codeOf(right, draft) : ""] as const;
      return sides[0] === null || sides[1] === null ? [] : [{ left: sides[0], operator, right: sides[1] }];
    });
    const written = writeCondition({ joined: next.joined, rows });
    setTyped({ ...next, body: written });
    if (written !== body) onChange(written);
  }

  return (
    <section aria-label={t("title")} className="grid gap-2">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-medium text-sm">{t("goesOn")}</h3>
        <div className="flex rounded-lg border border-line text-xs">
          <Choice label={t("rows")} isChosen={!showsCode} isOff={!edited} onChoose={() => setIsCode(false)} />
          <Choice label={t("code")} isChosen={showsCode} onChoose={() => setIsCode(true)} />
        </div>
      </div>
      {!edited && <p className="text-muted text-xs">{t("onlyCode")}</p>}
      {showsCode ? code : <Rows at={at} edited={edited} onChange={change} />}
    </section>
  );
}

function asEdited(body: string): Edited | null {
  const read = body.trim() === "" ? { joined: "all" as const, rows: [] } : readCondition(body);
  return (
    read && {
      joined: read.joined,
      rows: read.rows.map(({ left, operator, right }, id) => ({
        id,
        left: sideOf(left),
        operator,
        right: right === "" ? { kind: "text", text: "" } : sideOf(right),
      })),
    }
  );
}

type ChoiceProps = { label: string; isChosen: boolean; isOff?: boolean; onChoose: () => void };

const Choice = ({ label, isChosen, isOff = false, onChoose }: ChoiceProps) => (
  <button
    type="button"
    aria-pressed={isChosen}
    disabled={isOff}
    onClick={onChoose}
    className="min-h-7 rounded-lg px-2 text-muted hover:text-ink disabled:opacity-60 aria-pressed:bg-tint aria-pressed:font-medium aria-pressed:text-ink"
  >
    {label}
  </button>
);

function Rows({ at, edited, onChange }: { at: PartRef; edited: Edited; onChange: (next: Edited) => void }) {
  const t = useTranslations("designer.condition");
  const { joined, rows } = edited;
  const set = (row: EditedRow) => onChange({ joined, rows: rows.map((other) => (other.id === row.id ? row : other)) });
  const add = () => {
    const id = Math.max(-1, ...rows.map((row) => row.id)) + 1;
    const row: EditedRow = { id, left: { kind: "value", text: "" }, operator: "is", right: { kind: "text", text: "" } };
    onChange({ joined: rows.length === 0 ? "all" : joined, rows: [...rows, row] });
  };
  return (
    <>
      {rows.length === 0 && <p className="text-muted text-sm">{t(joined === "all" ? "always" : "never")}</p>}
      {rows.length > 1 && (
        <label className="flex items-center gap-2 text-sm">
          <select
            aria-label={t("howMany")}
            value={joined}
            onChange={(event) => onChange({ joined: event.target.value === "any" ? "any" : "all", rows })}
            className="min-h-8 rounded-lg border border-edge bg-ground px-2"
          >
            <option value="all">{t("all")}</option>
            <option value="any">{t("any")}</option>
          </select>
          {t("hold")}
        </label>
      )}
      <ol aria-label={t("list")} className="grid gap-2">
        {rows.map((row, index) => (
          <li key={row.id}>
            <RowFields
              at={at}
              number={index + 1}
              row={row}
              onChange={set}
              onRemove={() => onChange({ joined, rows: rows.filter((other) => other !== row) })}
            />
          </li>
        ))}
      </ol>
      <Button onClick={add}>
        <Plus aria-hidden="true" className="size-4" />
        {t("add")}
      </Button>
    </>
  );
}

type RowProps = {
  at: PartRef;
  number: number;
  row: EditedRow;
  onChange: (row: EditedRow) => void;
  onRemove: () => void;
};

function RowFields({ at, number, row, onChange, onRemove }: RowProps) {
  const t = useTranslations("designer.condition");
  const numbered = { number: String(number) };
  const { left, operator, right } = row;
  const values = useRunValues();
  const kindOf = ({ kind, text }: Side) =>
    kind === "value" && text.trim() !== "" && values ? KIND_OF[typeof readPath(values.context, text)] : undefined;
  const last = kindOf(left);
  const isOther = last && SAME.includes(operator) && right.kind !== last && KINDS_OF_TEXT.includes(right.kind);
  // Selecting a number suggests a comparison with a number.
  const setLeft = (next: Side) => {
    const kind = right.text === "" ? kindOf(next) : undefined;
    onChange({ ...row, left: next, right: kind ? ofKind(kind, "") : right });
  };
  return (
    <ConditionRow
      legend={t("one", numbered)}
      left={<SideField at={at} label={t("value", numbered)} side={left} onChange={setLeft} />}
      operator={{
        label: t("comparison", numbered),
        value: operator,
        options: OPERATOR_NAMES.map((name) => ({ value: name, label: t(`operators.${name}`) })),
        onChange: (operator) => onChange({ ...row, operator }),
      }}
      right={
        hasRight(operator) && (
          <SideField
            at={at}
            label={t("comparesWith", numbered)}
            side={right}
            onChange={(next) => onChange({ ...row, right: next })}
          />
        )
      }
      remove={{ label: t("remove", numbered), onRemove }}
    >
      {isOther && (
        <p className="text-waiting text-xs">
          {t("neverSame", { last: t(`kinds.${last}`), kind: t(`kinds.${right.kind}`) })}{" "}
          <button
            type="button"
            onClick={() => onChange({ ...row, right: ofKind(last, right.text) })}
            className="min-h-6 text-accent underline"
          >
            {t("compareWith", { last: t(`kinds.${last}`) })}
          </button>
        </p>
      )}
    </ConditionRow>
  );
}

const KIND_OF: Partial<Record<string, "text" | "number" | "yesOrNo">> = {
  string: "text",
  number: "number",
  boolean: "yesOrNo",
};
const KINDS_OF_TEXT: Side["kind"][] = ["text", "number", "yesOrNo"];
/** With these operators, a text and a number are never equal. */
const SAME: OperatorName[] = ["is", "isNot"];
