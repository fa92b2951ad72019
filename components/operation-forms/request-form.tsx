"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { CodeEditor } from "../fields/code-editor.tsx";
import { WhereField } from "../fields/where/where-field.tsx";
import type { WhereColumn } from "../fields/where/where-rows.ts";
import { Button } from "../ui/button.tsx";
import { focusAfter } from "../ui/focus-after.ts";
import { Form } from "../ui/form.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useKeyNames } from "../ui/use-key-names.ts";
import { ViewSwitch } from "../ui/view-switch.tsx";
import { type BodyField, bodyObject, missingFields, withBodyValue } from "./body-fields.ts";
import { BodyForm } from "./body-form.tsx";
import { FileInput } from "./file-input.tsx";
import { type Filled, type FormOperation, type Input, inputKey, isWhere, missingInputs, requestOf } from "./request.ts";

type Props = {
  operation: FormOperation;
  /** The fields of the body, if they are known. */
  fields: readonly BodyField[] | undefined;
  /** The fields that conditions of a search can be about. */
  columns: readonly WhereColumn[];
  filled: Filled;
  isBusy: boolean;
  /** Why no request can be sent; undefined if one can. */
  blocked: string | undefined;
  onChange: (filled: Filled) => void;
  onSend: (request: ReturnType<typeof requestOf>) => void;
};

/** The inputs of an operation, and its body as a form or as JSON. */
export function RequestForm({ operation, fields, columns, filled, isBusy, blocked, onChange, onSend }: Props) {
  const t = useTranslations("operation-forms");
  const form = useTranslations("ui.bodyForm");
  const keyNames = useKeyNames();
  const [problem, setProblem] = useState("");
  const inputs = useRef<HTMLFormElement>(null);
  /** A request was refused, since when empty fields have their messages. */
  const [isChecked, setIsChecked] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  const [isJson, setIsJson] = useState(false);
  const body = fields && bodyObject(filled.body);
  const isForm = fields !== undefined && body !== undefined && !isJson;
  const empty = missingInputs(operation, filled);
  const missing = [
    ...empty.filter((input) => !hasMessage(input)).map(({ name }) => name),
    ...(isForm ? missingFields(fields, body) : []),
  ];

  function refuse() {
    focusAfter(
      () => {
        setIsChecked(true);
        setProblem(missing.length > 0 ? t("missing", { names: missing.join(", ") }) : "");
      },
      () => inputs.current?.querySelector<HTMLElement>("[aria-invalid=true]"),
    );
  }

  function send() {
    if (empty.length + missing.length > 0) return refuse();
    try {
      const request = requestOf(operation, filled);
      setProblem("");
      onSend(request);
    } catch (error) {
      setProblem(t("notJson", { reason: error instanceof Error ? error.message : String(error) }));
    }
  }

  return (
    <Form
      ref={inputs}
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-3"
      onSubmit={() => {
        setIsRefused(blocked !== undefined);
        if (blocked === undefined && !isBusy) send();
      }}
    >
      {operation.inputs.map((input) => (
        <InputField
          key={inputKey(input)}
          {...{ input, columns, filled, onChange }}
          problem={isChecked && empty.includes(input) ? t("needed", { name: input.name }) : undefined}
        />
      ))}
      {operation.takesBody && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
          <div className="flex min-h-10 flex-wrap items-center justify-between gap-2">
            <p aria-hidden="true" className="font-medium text-sm">
              {t("body")}
            </p>
            {fields && (
              <ViewSwitch
                title={t("view.title")}
                view={isForm ? "form" : "json"}
                views={[
                  { view: "form", label: t("view.form") },
                  { view: "json", label: t("view.json") },
                ]}
                onChange={(view) => setIsJson(view === "json")}
              />
            )}
          </div>
          {isForm ? (
            <BodyForm
              fields={fields}
              body={body}
              onChange={(path, value) => onChange({ ...filled, body: withBodyValue(filled.body, path, value) })}
            />
          ) : (
            <CodeEditor
              label={t("body")}
              language="json"
              rows={8}
              value={filled.body}
              onChange={(text) => onChange({ ...filled, body: text })}
            />
          )}
          {fields && !isJson && !isForm && <p className="text-muted text-sm">{form("onlyJson")}</p>}
        </div>
      )}
      {problem && (
        <p role="alert" className="break-words text-failure text-sm">
          {problem}
        </p>
      )}
      <Button
        type="submit"
        kind="primary"
        isBusy={isBusy}
        disabled={blocked !== undefined}
        title={keyNames("Ctrl Enter")}
      >
        {t("send")}
      </Button>
      {blocked !== undefined && (
        <p role={isRefused ? "alert" : undefined} className={`text-sm ${isRefused ? "text-failure" : "text-muted"}`}>
          {blocked}
        </p>
      )}
    </Form>
  );
}

/** Fields of the other kinds are named below the form. */
const hasMessage = (input: Input) => !input.isFile && !isWhere(input);

type FieldProps = Pick<Props, "columns" | "filled" | "onChange"> & { input: Input; problem: string | undefined };

function InputField({ input, columns, filled, onChange, problem }: FieldProps) {
  const t = useTranslations("operation-forms");
  const { name: label, isRequired: required, isFile, options = [], place } = input;
  const key = inputKey(input);
  const field = {
    label,
    required,
    help: input.help || t(`places.${place}`),
    value: filled.inputs[key] ?? "",
    onChange: (value: string) => onChange({ ...filled, inputs: { ...filled.inputs, [key]: value } }),
  };
  if (isFile)
    return (
      <FileInput
        label={label}
        help={field.help}
        file={filled.files?.[key]}
        onChange={(file) => onChange({ ...filled, files: { ...filled.files, [key]: file } })}
      />
    );
  if (isWhere(input)) return <WhereField {...field} columns={columns} />;
  if (options.length === 0) return <TextField {...field} problem={problem} autoComplete="off" />;
  const choices = ["", ...options].map((value) => ({ value, label: value || t("nothing") }));
  return (
    <SelectField label={label} value={field.value} options={choices} onChange={field.onChange} problem={problem}>
      <p className="break-words text-muted text-sm">{field.help}</p>
    </SelectField>
  );
}
