"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState } from "react";
import { formatOfName } from "#server/element/bulk/bulk-file-kinds.ts";
import { type FormError, sendLargeForm } from "../api/send-form.ts";
import { Button } from "../ui/button.tsx";
import { Form } from "../ui/form.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { Failed } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useLeavingWarning } from "../ui/use-leaving-warning.ts";
import { ChooseObject, useObjectChoice } from "./choose-object.tsx";
import { ConnectionDialog, type Connections } from "./connection-dialog.tsx";
import { FileField } from "./file-field.tsx";
import { columnsIn, type FileFormat, identifiersIn, readStart } from "./file-start.ts";
import { SendingProgress } from "./sending-progress.tsx";
import { useOpenBulkJob } from "./use-open-bulk-job.ts";

const FORMATS = ["csv", "json"] as const;

type Upload = {
  elementInstanceId: number;
  objectName: string;
  file: File;
  metaData: { format: FileFormat; identifierFieldName?: string };
};

/** Chooses a file and where its rows are written, and starts the upload. Closing it while it sends stops sending. */
export function NewUpload({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTranslations("bulk-jobs.upload");
  const sending = useSending();
  const { isPending, cancel } = sending;
  useLeavingWarning(() => isPending);
  return (
    <ConnectionDialog
      title={t("title")}
      description={t("description")}
      noConnections={t("noConnections")}
      open={open}
      isBusy={isPending}
      onOpenChange={(next) => {
        const wasSending = isPending;
        cancel();
        if (next || !wasSending) onOpenChange(next);
      }}
    >
      {(connections) => <UploadForm connections={connections} sending={sending} />}
    </ConnectionDialog>
  );
}

/** Sends a file, and opens the page of its bulk job. */
function useSending() {
  const onSuccess = useOpenBulkJob();
  const stop = useRef<AbortController>(undefined);
  const [progress, setProgress] = useState({ sent: 0, total: 0 });
  const { mutate, reset, error, isPending } = useMutation<{ id: string }, FormError, Upload>({
    mutationFn({ elementInstanceId, objectName, file, metaData }) {
      stop.current = new AbortController();
      setProgress({ sent: 0, total: file.size });
      const query = new URLSearchParams({ elementInstanceId: String(elementInstanceId), objectName });
      const fields = { metaData: JSON.stringify(metaData) };
      return sendLargeForm(`/api/bulk-uploads?${query}`, fields, {
        file,
        signal: stop.current.signal,
        onProgress: (sent, total) => setProgress({ sent, total }),
      });
    },
    onSuccess,
  });
  const abort = () => stop.current?.abort();
  // Nobody would see the bulk job of a file that is still being sent after its page was left.
  useEffect(() => () => stop.current?.abort(), []);
  return {
    ...{ send: mutate, progress, error, isPending },
    /** Stops sending, and forgets the last refusal. */
    cancel() {
      abort();
      reset();
    },
  };
}

type Props = { connections: Connections; sending: ReturnType<typeof useSending> };

function UploadForm({ connections, sending }: Props) {
  const t = useTranslations("bulk-jobs.upload");
  const columnsId = useId();
  const choice = useObjectChoice(connections, "upload");
  const [file, setFile] = useState<File>();
  const [start, setStart] = useState("");
  const [fileProblem, setFileProblem] = useState<string>();
  const [format, setFormat] = useState<FileFormat>("csv");
  const [identifier, setIdentifier] = useState("");
  const [isIdentifierChecked, setIsIdentifierChecked] = useState(false);
  const startButton = useRef<HTMLButtonElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const fields = {
    elementInstanceId: useRef<HTMLSelectElement>(null),
    objectName: useRef<HTMLSelectElement>(null),
    file: useRef<HTMLInputElement>(null),
    identifierFieldName: useRef<HTMLInputElement>(null),
  };
  const { send, cancel, progress, error, isPending } = sending;
  const columns = columnsIn(start, format);
  const identifiers = identifiersIn(columns);
  const identifierName = identifier.trim();
  // In JSON only the first row is known, and others may have more fields.
  const isMissing =
    identifierName !== "" && format === "csv" && columns.length > 0 && !identifiers.includes(identifierName);
  const refused = error?.data?.field;
  const refusalAt = (name: keyof typeof fields) => (refused === name ? error?.message : undefined);

  // The progress moves the buttons down, on small screens out of sight.
  useEffect(() => {
    if (isPending) buttons.current?.scrollIntoView({ block: "nearest" });
  }, [isPending]);

  function forget() {
    if (error) cancel();
  }

  async function choose([chosen]: File[]) {
    if (!chosen || isPending) return;
    forget();
    setFile(chosen);
    setStart("");
    setFileProblem(undefined);
    setFormat(formatOfName(chosen.name) ?? format);
    if (chosen.size === 0) return setFileProblem(t("empty"));
    try {
      const { text, problem } = await readStart(chosen);
      setStart(text);
      setFileProblem(problem);
    } catch {
      setFileProblem(t("unreadable"));
    }
  }

  function begin() {
    const { object, elementInstanceId } = choice;
    if (isPending || !object) return;
    if (!file || fileProblem) {
      setFileProblem(fileProblem ?? t("noFile"));
      return fields.file.current?.focus();
    }
    setIsIdentifierChecked(true);
    if (isMissing) return fields.identifierFieldName.current?.focus();
    const metaData = { format, ...(identifierName && { identifierFieldName: identifierName }) };
    send({ elementInstanceId, objectName: object.name, file, metaData }, { onError: show });
  }

  async function show({ data }: FormError) {
    // A file that changes while it is sent also ends the request.
    if (!data && file && !(await isReadable(file))) {
      cancel();
      setFileProblem(t("unreadable"));
      return fields.file.current?.focus();
    }
    const field = Object.entries(fields).find(([name]) => name === data?.field)?.[1];
    (field ?? startButton).current?.focus();
  }

  return (
    <Form className="grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={begin}>
      <ChooseObject
        connections={connections}
        choice={choice}
        noObjects={t("noObjects")}
        connection={{ problem: refusalAt("elementInstanceId"), selectRef: fields.elementInstanceId }}
        object={{ problem: refusalAt("objectName"), selectRef: fields.objectName }}
        onChange={forget}
      />
      <FileField
        file={file}
        columns={columns.length > 0 ? t(`columns.${format}`, { count: columns.length, names: columns.join(", ") }) : ""}
        problem={fileProblem ?? refusalAt("file")}
        inputRef={fields.file}
        onChoose={(files) => void choose(files)}
      />
      <SelectField
        label={t("format")}
        value={format}
        options={FORMATS.map((value) => ({ value, label: t(`formats.${value}`) }))}
        onChange={setFormat}
      />
      <TextField
        label={t("identifier")}
        help={t("identifierHelp")}
        problem={
          isMissing && isIdentifierChecked ? t("noColumn", { name: identifierName }) : refusalAt("identifierFieldName")
        }
        required={false}
        value={identifier}
        onChange={(name) => {
          forget();
          setIsIdentifierChecked(false);
          setIdentifier(name);
        }}
        inputRef={fields.identifierFieldName}
        list={columnsId}
        maxLength={255}
        autoComplete="off"
        spellCheck={false}
      />
      <datalist id={columnsId}>
        {identifiers.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {error && !(refused && refused in fields) && <Failed error={error} />}
      {isPending && file && <SendingProgress name={file.name} {...progress} />}
      <div ref={buttons} className="flex flex-wrap justify-end gap-2">
        {isPending && (
          <Button
            onClick={() => {
              cancel();
              startButton.current?.focus();
            }}
          >
            {t("cancel")}
          </Button>
        )}
        <Button ref={startButton} type="submit" kind="primary" isBusy={isPending || choice.isLoading}>
          {t("start")}
        </Button>
      </div>
    </Form>
  );
}

const isReadable = (file: File): Promise<boolean> =>
  readStart(file).then(
    () => true,
    () => false,
  );
