"use client";

import { PenLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import type { RouterOutputs } from "../../api/trpc.ts";
import { CodeEditor } from "../../fields/code-editor.tsx";
import { Button } from "../../ui/button.tsx";
import { breadcrumbOf } from "../run-visits.ts";

type Plan = RouterOutputs["execution"]["planRerun"];
type Value = Plan["values"][number];

/** Edited values, keyed by the sequence number of their record. */
export type Edits = Readonly<Record<number, string>>;
export const asList = (edits: Edits) => Object.entries(edits).map(([seq, text]) => ({ seq: Number(seq), text }));

type Props = { plan: Plan; edits: Edits; onEdit: (edits: Edits) => void };

/** The values that a rerun reuses. Those that its steps can read are editable. */
export function ReusedValues({ plan: { reused, values, cut }, edits, onEdit }: Props) {
  const t = useTranslations("executions.takenOver");
  const [open, setOpen] = useState<number | null>(null);
  const shown = values.find(({ seq }) => seq === open);
  const fixed = reused.filter(({ name }) => !values.some((value) => value.path === "" && value.name === name));
  const timesOf = new Map(reused.map(({ name, times }) => [name, times]));
  return (
    <section aria-labelledby="reused">
      <h3 id="reused" className="font-medium">
        {t("title")}
      </h3>
      <p className="text-muted">
        {t(reused.length === 0 ? "nothing" : "asItWas")} {t("editable")}
      </p>
      <ul className="mt-2 flex max-h-32 flex-wrap gap-1.5 overflow-y-auto">
        {values.map((value) => (
          <li key={value.seq}>
            <button
              type="button"
              disabled={value.text === null}
              title={value.text === null ? t("tooLong") : undefined}
              aria-expanded={value.seq === open}
              onClick={() => setOpen(value.seq === open ? null : value.seq)}
              className={`${PILL} ${value.seq in edits ? "border-accent text-accent" : "border-line"} enabled:hover:border-accent aria-expanded:bg-tint`}
            >
              {value.type === "trigger"
                ? t.rich("editInput", { hidden })
                : t.rich("editOutput", { step: nameOf(value), hidden })}
              {value.path === "" && times(timesOf.get(value.name))}
              {value.seq in edits && <span className="font-sans">{t("edited")}</span>}
              {value.text !== null && <PenLine aria-hidden="true" className="size-3 text-muted" />}
            </button>
          </li>
        ))}
        {fixed.map(({ name, times: count }) => (
          <li key={name} className={`${PILL} border-line`}>
            {name}
            {times(count)}
          </li>
        ))}
      </ul>
      {shown && (
        <Editor
          key={shown.seq}
          value={shown}
          edited={edits[shown.seq]}
          onEdit={(text) => {
            const { [shown.seq]: _, ...others } = edits;
            onEdit(text === undefined || text === shown.text ? others : { ...others, [shown.seq]: text });
          }}
        />
      )}
      {cut && (
        <p className="mt-2 text-waiting">
          {t.rich("begins", {
            step: cut.stepName,
            reason: cut.reason,
            code: (step) => <code className="font-mono">{step}</code>,
          })}
        </p>
      )}
    </section>
  );
}

const PILL = "inline-flex min-h-6 items-center gap-1.5 rounded-full border px-2.5 py-0.5 font-mono text-xs";

const times = (count = 1) => (count > 1 ? ` ${count}×` : "");
/** A description of the edit icon for screen readers. */
const hidden = (description: ReactNode) => <span className="sr-only">{description}</span>;

const nameOf = ({ path, name }: Value): string => [...breadcrumbOf(path).map((step) => step.name), name].join(" › ");

type EditorProps = { value: Value; edited: string | undefined; onEdit: (text: string | undefined) => void };

function Editor({ value, edited, onEdit }: EditorProps) {
  const t = useTranslations("executions.takenOver");
  const text = edited ?? value.text ?? "";
  const label = value.type === "trigger" ? t("inputOf") : t("outputOf", { step: nameOf(value) });
  return (
    <div className="mt-3 grid gap-1.5">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-2">
        <span className="font-medium">{label}</span>
        {edited !== undefined && (
          <Button kind="quiet" onClick={() => onEdit(undefined)}>
            {t("undo")}
          </Button>
        )}
      </div>
      <CodeEditor label={label} language="json" value={text} onChange={onEdit} rows={10} />
      {isJson(text) ? (
        <p className="text-muted">{t("stays")}</p>
      ) : (
        <p role="alert" className="text-failure">
          {t("unreadable")}
        </p>
      )}
    </div>
  );
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
