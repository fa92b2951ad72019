"use client";

import { useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Form } from "../../../ui/form.tsx";
import { MethodBadge } from "../../../ui/method-badge.tsx";
import { FieldHelp, FieldLabel, INPUT_LOOK, TextField } from "../../../ui/text-field.tsx";
import { useBuilder, useElement } from "../../model/builder.ts";
import { listAt } from "../../model/paths.ts";
import {
  KIND_NAMES,
  type NewResource,
  newOperations,
  OPERATION_KINDS,
  parentsIn,
  withNewResource,
} from "./new-operations.ts";

type Props = { open: boolean; onClose: () => void; onCreated: (at: number) => void };

/** Describes a resource; its operations are shown before they are added. */
export function NewResourceDialog({ open, onClose, onCreated }: Props) {
  const t = useTranslations("builder.resources.new");
  const isCreated = useRef(false);
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      restoresFocus={() => {
        const restoresFocus = !isCreated.current;
        isCreated.current = false;
        return restoresFocus;
      }}
      title={t("title")}
      description={t("description")}
    >
      <ResourceForm
        onClose={onClose}
        onCreated={(at) => {
          isCreated.current = true;
          onClose();
          onCreated(at);
        }}
      />
    </Dialog>
  );
}

const NOTHING: NewResource = {
  name: "",
  vendorName: "",
  parent: "",
  primaryKey: "id",
  createdKey: "",
  updatedKey: "",
  kinds: ["list", "read", "create", "update", "remove"],
};

function ResourceForm({ onClose, onCreated }: Omit<Props, "open">) {
  const t = useTranslations("builder.resources.new");
  const draft = useElement();
  const edit = useBuilder((builder) => builder.edit);
  const [described, setDescribed] = useState(NOTHING);
  const [isSent, setIsSent] = useState(false);
  const set = (change: Partial<NewResource>) => setDescribed({ ...described, ...change });
  const isNamed = described.name.replaceAll("/", "").trim() !== "";
  const added = isNamed ? newOperations(draft, described) : [];
  const problem = !isNamed ? t("nameMissing") : added.length === 0 ? t("nothing") : "";

  function create() {
    setIsSent(true);
    if (problem) return;
    const at = listAt(draft, ["resources"]).length;
    edit((present) => withNewResource(present, described), { announce: t("created", { count: added.length }) });
    onCreated(at);
  }

  return (
    <Form onSubmit={create} noValidate className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t("name")}
          help={t("nameHelp")}
          placeholder={t("nameExample")}
          value={described.name}
          onChange={(name) => set({ name })}
          problem={isSent ? problem : undefined}
          autoComplete="off"
        />
        <TextField
          label={t("vendorName")}
          help={t("providerNameHelp")}
          placeholder={described.name || t("providerNameExample")}
          value={described.vendorName}
          onChange={(vendorName) => set({ vendorName })}
          required={false}
          autoComplete="off"
        />
      </div>
      <ParentSelect parents={parentsIn(draft)} value={described.parent} onChange={(parent) => set({ parent })} />
      <div className="grid items-end gap-4 sm:grid-cols-3">
        <TextField
          label={t("primaryKey")}
          value={described.primaryKey}
          onChange={(primaryKey) => set({ primaryKey })}
          required={false}
          autoComplete="off"
        />
        <TextField
          label={t("createdKey")}
          placeholder={t("createdKeyExample")}
          value={described.createdKey}
          onChange={(createdKey) => set({ createdKey })}
          required={false}
          autoComplete="off"
        />
        <TextField
          label={t("updatedKey")}
          placeholder={t("updatedKeyExample")}
          value={described.updatedKey}
          onChange={(updatedKey) => set({ updatedKey })}
          required={false}
          autoComplete="off"
        />
      </div>
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-medium text-sm">{t("operations")}</legend>
        <div className="grid gap-2 sm:grid-cols-2">
          {KIND_NAMES.map((kind) => (
            <label key={kind} className="flex min-h-9 items-center gap-2 text-sm">
              <input
                type="checkbox"
                checked={described.kinds.includes(kind)}
                onChange={({ target }) =>
                  set({
                    kinds: KIND_NAMES.filter((one) => (one === kind ? target.checked : described.kinds.includes(one))),
                  })
                }
                className="size-4 accent-accent"
              />
              <MethodBadge method={OPERATION_KINDS[kind].method} />
              {t(`kinds.${kind}`)}
            </label>
          ))}
        </div>
      </fieldset>
      {added.length > 0 && (
        <ul aria-label={t("preview")} className="grid gap-1 rounded-lg bg-code p-3 font-mono text-xs">
          {added.map(({ method, path, vendorPath }) => (
            <li key={`${method} ${path}`} className="break-all">
              {`${method} ${path} → ${vendorPath}`}
            </li>
          ))}
        </ul>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t("cancel")}</Button>
        <Button kind="primary" type="submit">
          {t("verb")}
        </Button>
      </div>
    </Form>
  );
}

type ParentProps = { parents: readonly string[]; value: string; onChange: (parent: string) => void };

function ParentSelect({ parents, value, onChange }: ParentProps) {
  const t = useTranslations("builder.resources.new");
  const id = useId();
  return (
    <div className="grid content-start gap-1.5">
      <FieldLabel id={id} label={t("parent")} required={false} />
      <select
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        aria-describedby={`${id}-description`}
        className={INPUT_LOOK}
      >
        <option value="">{t("noParent")}</option>
        {parents.map((parent) => (
          <option key={parent} value={parent}>
            {parent}
          </option>
        ))}
      </select>
      <FieldHelp id={id} help={t("parentHelp")} />
    </div>
  );
}
