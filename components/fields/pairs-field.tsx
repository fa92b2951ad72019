"use client";

import { Plus, Trash2 } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { INPUT_LOOK } from "../ui/text-field.tsx";
import { type PairRow, pairRows, pairsIn } from "./pair-rows.ts";

export type PairTexts = {
  name: (row: { number: string }) => string;
  value: (row: { number: string }) => string;
  remove: (row: { number: string }) => string;
  add: string;
  example: string;
};

type Value = { label: string; value: string; onChange: (value: string) => void };

type Props = {
  label: string;
  help?: string;
  value: unknown;
  onChange: (pairs: Record<string, string> | undefined) => void;
  texts: PairTexts;
  /** Renders the field of a value; by default a line of text. */
  renderValue?: (field: Value) => ReactNode;
  /** The same pairs as JSON, for those that rows cannot show. */
  json?: ReactNode;
};

type Edited = PairRow & { id: number };

/** Pairs of a name and a value, such as the headers of a request. */
export function PairsField({ label, help, value, onChange, texts, renderValue = textValue, json = null }: Props) {
  const addButton = useRef<HTMLButtonElement>(null);
  // Rows without a name are not part of the value: they are kept while it is the one that they were left out of.
  const [typed, setTyped] = useState<{ rows: Edited[]; value: unknown } | null>(null);
  const read = pairRows(value);
  if (!read) return json;
  const rows = typed && typed.value === value ? typed.rows : read.map((row, id) => ({ ...row, id }));

  function change(next: Edited[]) {
    const pairs = pairsIn(next);
    const isSame = JSON.stringify(pairs) === JSON.stringify(pairsIn(rows));
    setTyped({ rows: next, value: isSame ? value : pairs });
    if (!isSame) onChange(pairs);
  }
  const set = (row: Edited) => change(rows.map((other) => (other.id === row.id ? row : other)));

  return (
    <section aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-medium text-sm">{label}</h3>
      {rows.length > 0 && (
        <ul className="grid gap-2">
          {rows.map((row, index) => {
            const numbered = { number: String(index + 1) };
            return (
              <li key={row.id} className="grid grid-cols-[minmax(0,1fr)] gap-1 rounded-lg border border-line p-2">
                <div className="flex gap-1.5">
                  <input
                    aria-label={texts.name(numbered)}
                    placeholder={texts.example}
                    value={row.name}
                    // biome-ignore lint/a11y/noAutofocus: the row was added by the person
                    autoFocus={row.name === "" && typed !== null}
                    onChange={({ target }) => set({ ...row, name: target.value })}
                    autoComplete="off"
                    spellCheck={false}
                    className={`${INPUT_LOOK} min-w-0 flex-1`}
                  />
                  <button
                    type="button"
                    aria-label={texts.remove(numbered)}
                    onClick={() => {
                      addButton.current?.focus();
                      change(rows.filter((other) => other !== row));
                    }}
                    className="grid size-10 shrink-0 place-items-center rounded-lg text-muted hover:bg-code hover:text-failure"
                  >
                    <Trash2 aria-hidden="true" className="size-4" />
                  </button>
                </div>
                {renderValue({
                  label: texts.value(numbered),
                  value: row.value,
                  onChange: (value) => set({ ...row, value }),
                })}
              </li>
            );
          })}
        </ul>
      )}
      <Button
        ref={addButton}
        onClick={() => change([...rows, { name: "", value: "", id: Math.max(-1, ...rows.map(({ id }) => id)) + 1 }])}
        className="justify-self-start"
      >
        <Plus aria-hidden="true" className="size-4" />
        {texts.add}
      </Button>
      {help && <p className="text-muted text-xs">{help}</p>}
    </section>
  );
}

const textValue = ({ label, value, onChange }: Value) => (
  <input
    aria-label={label}
    value={value}
    onChange={({ target }) => onChange(target.value)}
    autoComplete="off"
    spellCheck={false}
    className={INPUT_LOOK}
  />
);
