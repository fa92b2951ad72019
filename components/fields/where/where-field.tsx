"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { FieldHelp, INPUT_LOOK } from "../../ui/text-field.tsx";
import { ViewSwitch } from "../../ui/view-switch.tsx";
import { WhereRowFields } from "./where-row-fields.tsx";
import { readWhereRows, type WhereColumn, type WhereRow, type WhereRows, writeWhereRows } from "./where-rows.ts";

type EditedRow = WhereRow & { id: number };
type Edited = { joined: WhereRows["joined"]; rows: readonly EditedRow[] };

type Props = {
  label: string;
  required?: boolean | undefined;
  help?: string | undefined;
  /** The text of the `where`. */
  value: string;
  /** The fields that conditions can be about; others can be typed. */
  columns: readonly WhereColumn[];
  onChange: (where: string) => void;
};

/**
 * A `where` as rows of conditions or as its text; both edit the same text. A text that rows cannot show is shown as text.
 */
export function WhereField({ label, required, help, value, columns, onChange }: Props) {
  const t = useTranslations("ui.where");
  const [isText, setIsText] = useState(false);
  // Incomplete rows are not part of the text: they are kept while it is the one that they were left out of.
  const [typed, setTyped] = useState<(Edited & { text: string }) | null>(null);
  const edited = typed?.text === value ? typed : asEdited(value);
  const isShownAsText = isText || edited === null;
  const id = useId();

  function change(next: Edited) {
    const text = writeWhereRows(next);
    setTyped({ ...next, text });
    if (text !== value) onChange(text);
  }

  return (
    <section aria-label={label} className="grid min-w-0 gap-2">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-2">
        <label htmlFor={isShownAsText ? id : undefined} className="font-medium text-sm">
          {label}
          {required === false && <span className="ml-1.5 font-normal text-muted">{t("optional")}</span>}
        </label>
        <ViewSwitch
          title={t("view")}
          view={isShownAsText ? "text" : "rows"}
          views={[
            { view: "rows", label: t("rows"), disabled: edited === null },
            { view: "text", label: t("text") },
          ]}
          onChange={(view) => setIsText(view === "text")}
        />
      </div>
      {isShownAsText ? (
        <>
          <input
            id={id}
            value={value}
            onChange={({ target }) => onChange(target.value)}
            aria-describedby={`${id}-description`}
            autoComplete="off"
            spellCheck={false}
            className={`${INPUT_LOOK} font-mono text-[0.8125rem]`}
          />
          <FieldHelp id={id} help={edited ? help : t("onlyText")} />
        </>
      ) : (
        <>
          <Rows edited={edited} columns={columns} onChange={change} />
          <FieldHelp id={id} help={help} />
        </>
      )}
    </section>
  );
}

function asEdited(text: string): Edited | null {
  const read = readWhereRows(text);
  return read && { ...read, rows: read.rows.map((row, id) => ({ ...row, id })) };
}

const NEW: WhereRow = { attribute: "", operator: "=", value: undefined, kind: "text" };

type RowsProps = { edited: Edited; columns: readonly WhereColumn[]; onChange: (next: Edited) => void };

function Rows({ edited: { joined, rows }, columns, onChange }: RowsProps) {
  const t = useTranslations("ui.where");
  const fields = useRef(new Map<number, HTMLInputElement>());
  const added = useRef<number | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const listId = useId();

  function add() {
    const id = Math.max(-1, ...rows.map((row) => row.id)) + 1;
    added.current = id;
    onChange({ joined, rows: [...rows, { ...NEW, id }] });
  }

  function remove(row: EditedRow) {
    const at = rows.indexOf(row);
    const next = rows[at - 1] ?? rows[at + 1];
    (next ? fields.current.get(next.id) : addButton.current)?.focus();
    onChange({ joined, rows: rows.filter((other) => other !== row) });
  }

  function keepField(id: number, input: HTMLInputElement | null) {
    if (!input) return fields.current.delete(id);
    fields.current.set(id, input);
    if (added.current !== id) return;
    added.current = null;
    input.focus();
  }

  return (
    <>
      {rows.length > 1 && (
        <label className="flex items-center gap-2 text-sm">
          <select
            aria-label={t("howMany")}
            value={joined}
            onChange={({ target }) => onChange({ joined: target.value === "any" ? "any" : "all", rows })}
            className="min-h-8 rounded-lg border border-edge bg-ground px-2"
          >
            <option value="all">{t("all")}</option>
            <option value="any">{t("any")}</option>
          </select>
          {t("hold")}
        </label>
      )}
      {rows.length > 0 && (
        <ol aria-label={t("list")} className="grid gap-2">
          {rows.map((row, index) => (
            <li key={row.id}>
              <WhereRowFields
                number={index + 1}
                row={row}
                columns={columns}
                listId={listId}
                fieldRef={(input) => void keepField(row.id, input)}
                onChange={(changed) =>
                  onChange({ joined, rows: rows.map((other) => (other === row ? { ...changed, id: row.id } : other)) })
                }
                onRemove={() => remove(row)}
              />
            </li>
          ))}
        </ol>
      )}
      <datalist id={listId}>
        {columns.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Button ref={addButton} onClick={add} className="justify-self-start">
        <Plus aria-hidden="true" className="size-4" />
        {t("add")}
      </Button>
    </>
  );
}
