"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "../api/trpc.ts";
import { Button } from "../ui/button.tsx";
import { Form } from "../ui/form.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { Failed } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";
import { ChooseObject, useObjectChoice } from "./choose-object.tsx";
import { ConnectionDialog, type Connections } from "./connection-dialog.tsx";
import { useOpenBulkJob } from "./use-open-bulk-job.ts";

const FORMATS = ["csv", "json"] as const;

/** Chooses what a download reads, and starts it. */
export function NewDownload(dialog: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTranslations("bulk-jobs.create");
  return (
    <ConnectionDialog {...dialog} title={t("title")} description={t("description")} noConnections={t("noConnections")}>
      {(connections) => <DownloadForm connections={connections} />}
    </ConnectionDialog>
  );
}

function DownloadForm({ connections }: { connections: Connections }) {
  const t = useTranslations("bulk-jobs.create");
  const trpc = useTRPC();
  const onSuccess = useOpenBulkJob();
  const choice = useObjectChoice(connections, "download");
  const [where, setWhere] = useState("");
  const [fields, setFields] = useState("");
  const [from, setFrom] = useState("");
  const [fileFormat, setFileFormat] = useState<(typeof FORMATS)[number]>("csv");
  const { elementInstanceId, object } = choice;
  const { mutate, error, isPending } = useMutation(trpc.bulkJob.download.mutationOptions({ onSuccess }));

  function start() {
    if (!object || isPending) return;
    const names = fields
      .split(",")
      .map((name) => name.trim())
      .filter(Boolean);
    mutate({
      ...{ elementInstanceId, objectName: object.name, fileFormat },
      ...(where.trim() && { where: where.trim() }),
      ...(names.length > 0 && { fields: names }),
      ...(object.hasDate && from && { from: new Date(from).toISOString() }),
    });
  }

  return (
    <Form className="grid gap-4" onSubmit={start}>
      <ChooseObject connections={connections} choice={choice} noObjects={t("noObjects")} />
      <TextField
        label={t("where")}
        help={t("whereHelp")}
        required={false}
        value={where}
        onChange={setWhere}
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        label={t("fields")}
        help={t("fieldsHelp")}
        required={false}
        value={fields}
        onChange={setFields}
        autoComplete="off"
        spellCheck={false}
      />
      {object?.hasDate && (
        <TextField label={t("from")} type="datetime-local" required={false} value={from} onChange={setFrom} />
      )}
      <SelectField
        label={t("format")}
        value={fileFormat}
        options={FORMATS.map((value) => ({ value, label: t(`formats.${value}`) }))}
        onChange={setFileFormat}
      />
      {error && <Failed error={error} />}
      <div className="flex justify-end">
        <Button type="submit" kind="primary" isBusy={isPending || choice.isLoading}>
          {t("start")}
        </Button>
      </div>
    </Form>
  );
}
