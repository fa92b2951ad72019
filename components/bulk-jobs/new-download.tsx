"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { type Answer, useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";

type Connection = Answer["connection"]["names"][number];

const FORMATS = ["csv", "json"] as const;

/** Chooses what a download reads, and starts it. */
export function NewDownload({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTranslations("bulk-jobs.create");
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({ ...trpc.connection.names.queryOptions(), enabled: open });
  const [first] = data ?? [];
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("title")} description={t("description")}>
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading what={t("connections")} />
      ) : first ? (
        <DownloadForm connections={data} first={first} />
      ) : (
        <div className="grid justify-items-start gap-4">
          <p className="text-sm">{t("noConnections")}</p>
          <LinkButton href={routeTo("catalog")} kind="primary">
            {t("connect")}
          </LinkButton>
        </div>
      )}
    </Dialog>
  );
}

function DownloadForm({ connections, first }: { connections: Connection[]; first: Connection }) {
  const t = useTranslations("bulk-jobs.create");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { push } = useRouter();
  const [elementInstanceId, setElementInstanceId] = useState(first.id);
  const [wanted, setWanted] = useState("");
  const [where, setWhere] = useState("");
  const [fields, setFields] = useState("");
  const [from, setFrom] = useState("");
  const [fileFormat, setFileFormat] = useState<(typeof FORMATS)[number]>("csv");
  const { data: objects, error: unreadable } = useQuery(
    trpc.bulkJob.objects.queryOptions({ elementInstanceId, direction: "download" }),
  );
  const object = objects?.find(({ name }) => name === wanted) ?? objects?.[0];
  const { mutate, error, isPending } = useMutation(
    trpc.bulkJob.download.mutationOptions({
      async onSuccess({ id }) {
        await queries.invalidateQueries(trpc.bulkJob.pathFilter());
        push(routeTo("bulkJob", { bulkJobId: id }));
      },
    }),
  );

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
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <SelectField
        label={t("connection")}
        value={String(elementInstanceId)}
        options={connections.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(id) => setElementInstanceId(Number(id))}
      />
      {/* It keeps its place while the objects are read: keys go on to the next field. */}
      <SelectField
        label={t("object")}
        value={object?.name ?? ""}
        options={
          objects?.map(({ name, isCommon }) => ({ value: name, label: isCommon ? t("common", { name }) : name })) ?? [
            { value: "", label: t("reading") },
          ]
        }
        onChange={setWanted}
      >
        {unreadable && <Failed error={unreadable} />}
        {objects?.length === 0 && <p className="text-muted text-sm">{t("noObjects")}</p>}
      </SelectField>
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
        <Button type="submit" kind="primary" isBusy={isPending || (!objects && !unreadable)}>
          {t("start")}
        </Button>
      </div>
    </form>
  );
}
