"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { useTRPC } from "../../api/trpc.ts";
import { CodeEditor } from "../../fields/code-editor.tsx";
import { Failed } from "../../ui/states.tsx";
import { INPUT_LOOK, TextField } from "../../ui/text-field.tsx";
import { ViewSwitch } from "../../ui/view-switch.tsx";
import { useDesign } from "../model/design.ts";
import type { DraftTrigger } from "../model/draft.ts";
import { useLastEvents } from "../model/use-last-events.ts";
import { type SampleField, sampleFields, withSampleValue } from "./sample-form.ts";
import { payloadOf } from "./test-data.ts";

type Props = {
  triggerType: DraftTrigger["type"];
  /** The input as JSON text, and its value; undefined for invalid text. */
  text: string;
  value: unknown;
  /** The source that filled it; null after it was edited. */
  source: string | null;
  onChange: (text: string, source: string | null) => void;
  /** The sample that the trigger's type provides. */
  sample: unknown;
  /** The source that the user chose last time, whose input is not known yet: the last run, or a recorded test. */
  remembered: string | null;
  /** Reads the input of the formula's last run, and shows that run. */
  onLastRun: () => Promise<Record<string, unknown> | null>;
};

const TIME = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" } as const;

/** The input of a test: from an event, the last run, a recorded test or a sample, as a form or as JSON. */
export function TestInput({ triggerType, text, value, source, onChange, sample, remembered, onLastRun }: Props) {
  const t = useTranslations("designer.run");
  const { dateTime } = useFormatter();
  const id = useId();
  const trpc = useTRPC();
  const formulaId = useDesign((design) => design.formulaId);
  const events = useLastEvents();
  const ofFormula = { formulaId: formulaId ?? 0 };
  const tests = useQuery({ ...trpc.formulaTest.list.queryOptions(ofFormula), enabled: formulaId !== null });
  const readTest = useMutation(trpc.formulaTest.read.mutationOptions());
  const [isJson, setIsJson] = useState(false);
  const fields = sampleFields(value);
  const showsJson = isJson || fields === undefined;
  const fill = (payload: unknown, from: string) => onChange(JSON.stringify(payload, null, 2), from);

  async function choose(from: string) {
    const [kind, id = ""] = from.split(/ (.*)/s);
    if (kind === "sample") fill(sample, from);
    if (kind === "event") fill(events?.find((event) => event.id === id)?.payload, from);
    if (kind === "last") {
      const trigger = await onLastRun();
      if (trigger) fill(payloadOf(triggerType, trigger), from);
    }
    if (kind === "test") {
      const { trigger } = await readTest.mutateAsync({ ...ofFormula, formulaTestId: Number(id) });
      fill(payloadOf(triggerType, trigger), from);
    }
  }

  const chooseAgain = useEffectEvent((from: string) => {
    const isThere = from === "last" || tests.data?.some(({ id }) => from === `test ${id}`);
    if (isThere) void choose(from);
  });
  useEffect(() => {
    if (remembered !== null && !tests.isLoading) chooseAgain(remembered);
  }, [remembered, tests.isLoading]);

  return (
    <section aria-label={t("input")} className="grid min-w-0 gap-2">
      <label htmlFor={id} className="font-medium text-sm">
        {t("inputFrom")}
      </label>
      <select id={id} value={source ?? ""} onChange={({ target }) => void choose(target.value)} className={INPUT_LOOK}>
        {source === null && <option value="">{t("edited")}</option>}
        <option value="sample">{t("sample")}</option>
        {formulaId !== null && <option value="last">{t("lastRun")}</option>}
        {events && events.length > 0 && (
          <optgroup label={t("events")}>
            {events.map(({ id, description, at }) => (
              <option key={id} value={`event ${id}`}>
                {t("event", { event: description, time: dateTime(new Date(at), TIME) })}
              </option>
            ))}
          </optgroup>
        )}
        {tests.data && tests.data.length > 0 && (
          <optgroup label={t("tests")}>
            {tests.data.map(({ id, name }) => (
              <option key={id} value={`test ${id}`}>
                {name}
              </option>
            ))}
          </optgroup>
        )}
      </select>
      {events?.length === 0 && <p className="text-muted text-xs">{t("noEvents")}</p>}
      {readTest.error && <Failed error={readTest.error} />}
      {fields && (
        <div className="justify-self-start">
          <ViewSwitch
            title={t("view")}
            view={showsJson ? "json" : "form"}
            views={[
              { view: "form", label: t("form") },
              { view: "json", label: t("json") },
            ]}
            onChange={(view) => setIsJson(view === "json")}
          />
        </div>
      )}
      {showsJson ? (
        <CodeEditor
          label={t("input")}
          language="json"
          value={text}
          onChange={(next) => onChange(next, null)}
          rows={6}
        />
      ) : (
        fields.map((field) => (
          <SampleValue
            key={field.path.join("\n")}
            field={field}
            onChange={(next) => onChange(JSON.stringify(withSampleValue(value, field.path, next), null, 2), null)}
          />
        ))
      )}
      {value === undefined && <p className="text-failure text-sm">{t("unreadable")}</p>}
    </section>
  );
}

type ValueProps = { field: SampleField; onChange: (value: SampleField["value"]) => void };

/** A value keeps its type: a number is a number as long as it is written as one. */
function SampleValue({ field: { label, value }, onChange }: ValueProps) {
  const [isNumber] = useState(typeof value === "number");
  if (typeof value === "boolean")
    return (
      <label className="flex min-h-8 items-center gap-2 text-sm">
        <input type="checkbox" checked={value} onChange={({ target }) => onChange(target.checked)} />
        {label}
      </label>
    );
  return (
    <TextField
      label={label}
      value={String(value)}
      inputMode={isNumber ? "decimal" : undefined}
      autoComplete="off"
      onChange={(text) => onChange(isNumber && /^-?\d{1,15}$/.test(text) ? Number(text) : text)}
    />
  );
}
