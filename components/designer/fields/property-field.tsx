"use client";

import { useTranslations } from "next-intl";
import { useId, useMemo, useState } from "react";
import { isExpression } from "#server/formula/property.ts";
import { CodeEditor } from "../../fields/code-editor.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { OnOff } from "../../ui/on-off.tsx";
import { INPUT_LOOK } from "../../ui/text-field.tsx";
import { useDesign, useDraft } from "../model/design.ts";
import { type DraftStep, type DraftTrigger, idOf, type PartRef, partOf } from "../model/draft.ts";
import { useSamples } from "../model/run-values.tsx";
import { useSpeech } from "../model/speech.ts";
import type { Field, FieldKind } from "./fields.ts";
import { InstanceField } from "./instance-field.tsx";
import { scriptGlobals } from "./script-globals.ts";
import { TemplateField } from "./template-field.tsx";

/** The label of the property. */
type LabeledField = Field & { label: string; help: string };
export type FieldProps = { at: PartRef; field: LabeledField; value: unknown; onChange: (value: unknown) => void };
type Props = { at: PartRef; part: DraftStep | DraftTrigger; field: Field };

const ConditionField = lazyComponent(async () => (await import("./condition-field.tsx")).ConditionField);
const CronField = lazyComponent(async () => (await import("../../schedules/cron-field.tsx")).CronField);
const StatusCodesField = lazyComponent(async () => (await import("./status-codes-field.tsx")).StatusCodesField);
const HeadersField = lazyComponent(async () => (await import("./headers-field.tsx")).HeadersField);
const FormulaField = lazyComponent(async () => (await import("./formula-field.tsx")).FormulaField);

/** One property of a part, with the control that its definition specifies. */
export function PropertyField({ at, part, field }: Props) {
  const speech = useSpeech();
  const value = part.properties[field.name];
  const labeled = { ...field, ...speech.property(at, part, field.name) };
  const change = useDesign((design) => design.change);
  const onChange = (next: unknown) =>
    change({ do: "setProperty", of: at, name: field.name, value: next === "" ? undefined : next });
  // Text that becomes a value only at run time is edited in a text field.
  const isText = isExpression(value) && field.reads === "template" && !TAKES_EXPRESSIONS.has(field.kind);
  const FieldOfKind = isText ? TextProperty : FIELDS[field.kind];
  return (
    <div data-property={field.name} className="contents">
      <FieldOfKind key={idOf(at)} at={at} field={labeled} value={value} onChange={onChange} />
    </div>
  );
}

const TAKES_EXPRESSIONS = new Set<FieldKind>(["json", "headers", "instance", "formula", "statusCodes"]);

const FIELDS: Record<FieldKind, (props: FieldProps) => React.ReactNode> = {
  text: TextProperty,
  path: TextProperty,
  number: TextProperty,
  code: CodeProperty,
  condition: ConditionProperty,
  json: JsonProperty,
  headers: HeadersProperty,
  cron: CronProperty,
  statusCodes: StatusCodesProperty,
  instance: InstanceProperty,
  formula: FormulaProperty,
  choice: ChoiceProperty,
  yesOrNo: YesOrNoProperty,
};

const asText = (value: unknown): string =>
  value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value, null, 2);

function TextProperty({ at, field, value, onChange }: FieldProps) {
  const { label, help, required, kind, place } = field;
  return (
    <TemplateField
      at={at}
      label={label}
      help={help}
      required={required}
      bare={kind === "path"}
      place={place}
      value={asText(value)}
      onChange={onChange}
    />
  );
}

function CodeProperty({ at, field, value, onChange }: FieldProps) {
  const t = useTranslations("designer.field");
  const draft = useDraft();
  const samples = useSamples();
  const globals = useMemo(() => scriptGlobals(draft, at, samples), [draft, at, samples]);
  return (
    <div className="grid gap-1.5">
      <span className="font-medium text-sm">{field.label}</span>
      <CodeEditor
        label={field.label}
        language="javascript"
        value={asText(value)}
        onChange={onChange}
        globals={globals}
        rows={16}
      />
      {field.help && (
        <p className="text-muted text-xs">
          {field.help} {t.rich("leave", { key: (description) => <kbd className="font-sans">{description}</kbd> })}
        </p>
      )}
    </div>
  );
}

/** A script of engine v1 returns its result in a form that rows cannot express. */
function ConditionProperty(props: FieldProps) {
  const { at, value, onChange } = props;
  const isV1 = partOf(useDraft(), at)?.properties.scriptEngine === "v1";
  const code = <CodeProperty {...props} />;
  return isV1 ? code : <ConditionField at={at} body={asText(value)} onChange={onChange} code={code} />;
}

/** An object, or text that will become one. An object stays one as long as the text is valid JSON. */
function JsonProperty({ at, field, value, onChange }: FieldProps) {
  const [typed, setTyped] = useState<{ text: string; value: unknown } | null>(null);
  const text = typed && typed.value === value ? typed.text : asText(value);
  function type(next: string) {
    const parsed = parsedObject(next) ?? (next === "" ? undefined : next);
    setTyped({ text: next, value: parsed });
    onChange(parsed);
  }
  const { label, help, required } = field;
  return (
    <TemplateField at={at} label={label} help={help} required={required} value={text} onChange={type} place="json" />
  );
}

function HeadersProperty(props: FieldProps) {
  const { at, field, value, onChange } = props;
  const { label, help } = field;
  return (
    <HeadersField
      at={at}
      label={label}
      help={help}
      value={value}
      onChange={onChange}
      json={<JsonProperty {...props} />}
    />
  );
}

function parsedObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function CronProperty({ field, value, onChange }: FieldProps) {
  return <CronField label={field.label} help={field.help} value={asText(value)} onChange={onChange} />;
}

function StatusCodesProperty({ at, field, value, onChange }: FieldProps) {
  const { name, label, help } = field;
  return <StatusCodesField at={at} name={name} label={label} help={help} value={value} onChange={onChange} />;
}

function ChoiceProperty({ field, value, onChange }: FieldProps) {
  const id = useId();
  const chosen = asText(value);
  const options = field.options ?? [];
  const known = options.find((option) => option.toLowerCase() === chosen.toLowerCase());
  return (
    <Labeled id={id} field={field}>
      <select id={id} value={known ?? chosen} onChange={(event) => onChange(event.target.value)} className={INPUT_LOOK}>
        {(!field.required || !known) && <option value={known ? "" : chosen}>{known ? "—" : chosen || "—"}</option>}
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </Labeled>
  );
}

function YesOrNoProperty({ field, value, onChange }: FieldProps) {
  return (
    <div className="flex items-center justify-between gap-2">
      <span className="font-medium text-sm">{field.label}</span>
      <OnOff
        label={field.label}
        on={asText(value).toLowerCase() === "true"}
        onChange={(on) => onChange(on || undefined)}
      />
    </div>
  );
}

function InstanceProperty({ at, field, value, onChange }: FieldProps) {
  return (
    <InstanceField
      at={at}
      property={field.name}
      label={field.label}
      help={field.help}
      value={asText(value)}
      onChange={onChange}
    />
  );
}

function FormulaProperty({ at, field, value, onChange }: FieldProps) {
  return <FormulaField at={at} property={field.name} label={field.label} value={value} onChange={onChange} />;
}

function Labeled({ id, field, children }: { id: string; field: LabeledField; children: React.ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        {field.label}
      </label>
      {children}
      {field.help && <p className="text-muted text-xs">{field.help}</p>}
    </div>
  );
}
