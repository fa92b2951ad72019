"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { CodeEditor } from "../../fields/code-editor.tsx";
import { WhereField } from "../../fields/where/where-field.tsx";
import { bodyObject, missingFields, withBodyValue } from "../../operations/body-fields.ts";
import { BodyForm } from "../../operations/body-form.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { FormOrJson } from "../fields/form-or-json.tsx";
import { useElement } from "../model/builder.ts";
import type { TestedOperation } from "../model/tested-operations.ts";
import { bodyFieldsOf } from "./body-fields.ts";
import { FileInput } from "./file-input.tsx";
import { type Filled, inputKey, isWhere, missingInputs, requestOf } from "./test-request.ts";
import { whereColumns } from "./where-columns.ts";

type Props = {
  operation: TestedOperation;
  filled: Filled;
  isBusy: boolean;
  /** Why no request can be sent; undefined if one can. */
  blocked: string | undefined;
  onChange: (filled: Filled) => void;
  onSend: (request: ReturnType<typeof requestOf>) => void;
};

/** The inputs of an operation, as its parameters describe them. */
export function RequestForm({ operation, filled, isBusy, blocked, onChange, onSend }: Props) {
  const t = useTranslations("builder.dock");
  const form = useTranslations("ui.bodyForm");
  const [problem, setProblem] = useState("");
  const [isJson, setIsJson] = useState(false);
  const draft = useElement();
  const fields = useMemo(
    () => (operation.takesBody ? bodyFieldsOf(draft, operation.at) : undefined),
    [draft, operation.at, operation.takesBody],
  );
  const columns = useMemo(
    () => (operation.inputs.some(isWhere) ? whereColumns(draft, operation) : []),
    [draft, operation],
  );
  const body = fields && bodyObject(filled.body);
  const isForm = fields !== undefined && body !== undefined && !isJson;
  const missing = [...missingInputs(operation, filled), ...(isForm ? missingFields(fields, body) : [])];

  function send() {
    if (missing.length > 0) return setProblem(t("missing", { names: missing.join(", ") }));
    try {
      const request = requestOf(operation, filled);
      setProblem("");
      onSend(request);
    } catch (error) {
      setProblem(t("notJson", { reason: error instanceof Error ? error.message : String(error) }));
    }
  }

  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (blocked === undefined && !isBusy) send();
      }}
    >
      {operation.inputs.map((input) => {
        const field = {
          label: input.name,
          required: input.isRequired,
          help: input.help || t(`places.${input.place}`),
          value: filled.inputs[inputKey(input)] ?? "",
          onChange: (value: string) => onChange({ ...filled, inputs: { ...filled.inputs, [inputKey(input)]: value } }),
        };
        if (input.isFile)
          return (
            <FileInput
              key={inputKey(input)}
              label={input.name}
              help={field.help}
              file={filled.files?.[inputKey(input)]}
              onChange={(file) => onChange({ ...filled, files: { ...filled.files, [inputKey(input)]: file } })}
            />
          );
        return isWhere(input) ? (
          <WhereField key={inputKey(input)} {...field} columns={columns} />
        ) : (
          <TextField key={inputKey(input)} {...field} autoComplete="off" />
        );
      })}
      {operation.takesBody && (
        <div className="grid gap-1.5">
          <div className="flex min-h-10 flex-wrap items-center justify-between gap-2">
            <p aria-hidden="true" className="font-medium text-sm">
              {t("body")}
            </p>
            {fields && <FormOrJson isJson={!isForm} onChange={setIsJson} />}
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
      <Button type="submit" kind="primary" isBusy={isBusy} disabled={blocked !== undefined} title="Ctrl Enter">
        {t("send")}
      </Button>
      {blocked !== undefined && <p className="text-muted text-sm">{blocked}</p>}
    </form>
  );
}
