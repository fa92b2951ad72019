"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import { sendForm } from "../api/send-form.ts";
import { useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { Button } from "../ui/button.tsx";
import type { ChosenFile } from "../ui/chosen-files.ts";
import { DropZone } from "../ui/drop-zone.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { Failed } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useFormat } from "../ui/use-format.ts";
import { columnsIn, FORMATS, type Format, formatOf } from "./chosen-file.ts";
import { ConnectionDialog, type Connections, ObjectChoice, useTransferObjects } from "./connection-dialog.tsx";

type Chosen = { file: File; columns: string[] };

/** Chooses a file and where its rows are written, and starts the upload. */
export function NewUpload(dialog: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTranslations("bulk-jobs.upload");
  return (
    <ConnectionDialog {...dialog} title={t("title")} description={t("description")}>
      {(choice) => <UploadForm {...choice} />}
    </ConnectionDialog>
  );
}

function UploadForm({ connections, first }: Connections) {
  const t = useTranslations("bulk-jobs.upload");
  const formats = useTranslations("bulk-jobs.create");
  const [elementInstanceId, setElementInstanceId] = useState(first.id);
  const [wanted, setWanted] = useState("");
  const [chosen, setChosen] = useState<Chosen>();
  const [format, setFormat] = useState<Format>("csv");
  const [identifier, setIdentifier] = useState("");
  const [problem, setProblem] = useState("");
  const zone = useRef<HTMLDivElement>(null);
  const id = useId();
  const of = { elementInstanceId, transfer: "upload" } as const;
  const { objects, error: unreadable, object } = useTransferObjects(of, wanted);
  const { mutate, error, isPending } = useUpload();

  async function choose(files: ChosenFile[]) {
    const file = files[0]?.file;
    if (!file || isPending) return;
    if (files.length > 1) return setProblem(t("oneFile"));
    const found = formatOf(file);
    setProblem(file.size === 0 ? t("empty", { name: file.name.slice(0, 200) }) : "");
    setFormat(found);
    setChosen({ file, columns: await columnsIn(file, found) });
  }

  function start() {
    if (!object || isPending) return;
    if (!chosen || chosen.file.size === 0) {
      setProblem(chosen ? t("empty", { name: chosen.file.name.slice(0, 200) }) : t("noFile"));
      return zone.current?.querySelector("input")?.focus();
    }
    const identifierFieldName = identifier.trim() || undefined;
    mutate({
      elementInstanceId,
      objectName: object.name,
      file: chosen.file,
      metaData: { format, identifierFieldName },
    });
  }

  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <ObjectChoice {...{ connections, of, wanted }} onConnection={setElementInstanceId} onObject={setWanted} />
      <div ref={zone} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        <DropZone
          label={t("file")}
          invitation={t("drop")}
          release={t("release")}
          button={t(chosen ? "another" : "choose")}
          isCompact
          accept=".csv,.json,.jsonl,.ndjson,text/csv,application/json"
          onChoose={(files) => void choose(files)}
        >
          {chosen && <FileFacts {...chosen} />}
        </DropZone>
        {problem && (
          <p role="alert" className="text-failure text-sm [overflow-wrap:anywhere]">
            {problem}
          </p>
        )}
      </div>
      <SelectField
        label={formats("format")}
        value={format}
        options={FORMATS.map((value) => ({ value, label: formats(`formats.${value}`) }))}
        onChange={setFormat}
      />
      <TextField
        label={t("identifier")}
        help={t("identifierHelp")}
        required={false}
        value={identifier}
        onChange={setIdentifier}
        list={`${id}-columns`}
        autoComplete="off"
        spellCheck={false}
      />
      <datalist id={`${id}-columns`}>
        {chosen?.columns.map((column) => (
          <option key={column} value={column} />
        ))}
      </datalist>
      {error && <Failed error={error} />}
      <div className="flex justify-end">
        <Button type="submit" kind="primary" isBusy={isPending || (!objects && !unreadable)}>
          {t("start")}
        </Button>
      </div>
    </form>
  );
}

function FileFacts({ file, columns }: Chosen) {
  const t = useTranslations("bulk-jobs.upload");
  const { bytes } = useFormat();
  return (
    <p translate="no" className="max-w-full text-sm [overflow-wrap:anywhere]">
      <span className="font-medium">{file.name.slice(0, 200)}</span>{" "}
      <span className="text-muted">
        {bytes(file.size)}
        {columns.length > 0 && ` · ${t("columns", { count: columns.length })}`}
      </span>
    </p>
  );
}

type Upload = {
  elementInstanceId: number;
  objectName: string;
  file: File;
  metaData: { format: Format; identifierFieldName: string | undefined };
};

function useUpload() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { push } = useRouter();
  return useMutation({
    mutationFn({ elementInstanceId, objectName, file, metaData }: Upload) {
      const query = new URLSearchParams({ elementInstanceId: String(elementInstanceId), objectName });
      return sendForm<{ id: string }>(`/api/bulk-uploads?${query}`, { file, name: file.name }, metaData, "metaData");
    },
    async onSuccess({ id }) {
      await queries.invalidateQueries(trpc.bulkJob.pathFilter());
      push(routeTo("bulkJob", { bulkJobId: id }));
    },
  });
}
