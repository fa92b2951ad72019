"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { EVENT_TYPES, type EventType } from "#server/event/shape.ts";
import { useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { useOpenScreen } from "../screens/use-open-screen.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { NoConnections } from "../ui/no-connections.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { FieldHelp, FieldLabel, INPUT_LOOK, TextField } from "../ui/text-field.tsx";
import { useToast } from "../ui/toasts.tsx";

type Props = { elementInstanceId: number | undefined; open: boolean; onOpenChange: (open: boolean) => void };

/** Sends an event as if the provider of a connection had sent it. */
export function TestEventDialog({ elementInstanceId, open, onOpenChange }: Props) {
  const t = useTranslations("events.test");
  const list = useTranslations("events.list");
  const trpc = useTRPC();
  const { data: connections } = useQuery({ ...trpc.connection.names.queryOptions(), enabled: open });
  const [chosen, setChosen] = useState<number>();
  const id = chosen ?? elementInstanceId ?? connections?.[0]?.id;
  return (
    <Dialog title={t("title")} description={t("description")} open={open} onOpenChange={onOpenChange}>
      <div className="mt-4">
        {!connections && <Loading what={list("connection")} />}
        {connections?.length === 0 && <NoConnections>{t("none")}</NoConnections>}
        {connections && id !== undefined && connections.length > 0 && (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <SelectField
              label={t("connection")}
              value={String(id)}
              options={connections.map((one) => ({ value: String(one.id), label: one.name }))}
              onChange={(value) => setChosen(Number(value))}
            />
            <Latest key={id} elementInstanceId={id} onDone={() => onOpenChange(false)} />
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** The form, filled from the latest event of the connection. */
function Latest({ elementInstanceId, onDone }: { elementInstanceId: number; onDone: () => void }) {
  const trpc = useTRPC();
  const latest = useQuery({
    ...trpc.event.list.queryOptions({ elementInstanceId }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const object = latest.data?.items[0]?.object;
  const found = useQuery({
    ...trpc.event.read.queryOptions({ eventId: latest.data?.items[0]?.id ?? 0 }),
    enabled: latest.data?.items[0] !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (latest.isPending || (latest.data?.items[0] && found.isPending)) return <Loading what="" />;
  const begin = {
    eventType: object?.eventType ?? "CREATED",
    objectType: object?.objectType ?? "",
    objectId: object?.objectId ?? "",
    raw: sampleOf(found.data?.raw ?? null, object?.objectType),
  } as const;
  return <TestEventForm elementInstanceId={elementInstanceId} begin={begin} onDone={onDone} />;
}

type Begin = { eventType: EventType; objectType: string; objectId: string; raw: string };

function TestEventForm({
  elementInstanceId,
  begin,
  onDone,
}: {
  elementInstanceId: number;
  begin: Begin;
  onDone: () => void;
}) {
  const t = useTranslations("events.test");
  const types = useTranslations("events.types");
  const rawId = useId();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const openScreen = useOpenScreen();
  const [form, setForm] = useState(begin);
  const [isTried, setIsTried] = useState(false);
  const raw = objectIn(form.raw);
  const required = (text: string) => (isTried && !text.trim() ? t("required") : "");
  const { mutate, error, isPending } = useMutation(
    trpc.event.send.mutationOptions({
      async onSuccess({ eventId }) {
        await queries.invalidateQueries(trpc.event.pathFilter());
        toast(t("done", { id: String(eventId) }));
        onDone();
        await openScreen(routeTo("event", { eventId }));
      },
    }),
  );
  return (
    <Form
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={() => {
        setIsTried(true);
        const { eventType, objectType, objectId } = form;
        if (raw && objectType.trim() && objectId.trim() && !isPending)
          mutate({ elementInstanceId, eventType, objectType, objectId, raw });
      }}
    >
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          label={t("type")}
          value={form.eventType}
          options={EVENT_TYPES.map((value) => ({ value, label: types(value) }))}
          onChange={(eventType) => setForm({ ...form, eventType })}
        />
        <TextField
          label={t("objectType")}
          placeholder={t("objectTypeHelp")}
          value={form.objectType}
          maxLength={255}
          problem={required(form.objectType)}
          onChange={(objectType) => setForm({ ...form, objectType })}
        />
        <TextField
          label={t("objectId")}
          value={form.objectId}
          maxLength={255}
          problem={required(form.objectId)}
          onChange={(objectId) => setForm({ ...form, objectId })}
        />
      </div>
      <div className="grid gap-1.5">
        <FieldLabel id={rawId} label={t("raw")} />
        <textarea
          id={rawId}
          rows={8}
          spellCheck={false}
          value={form.raw}
          aria-invalid={isTried && !raw ? true : undefined}
          aria-describedby={`${rawId}-description`}
          onChange={({ target }) => setForm({ ...form, raw: target.value })}
          className={`${INPUT_LOOK} font-mono text-[0.8125rem]`}
        />
        <FieldHelp id={rawId} help={t("rawHelp")} problem={isTried && !raw ? t("notJson") : undefined} />
      </div>
      {error && <Failed error={error} />}
      <div className="flex justify-end">
        <Button type="submit" kind="primary" isBusy={isPending}>
          {t("verb")}
        </Button>
      </div>
    </Form>
  );
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Polled rows are in a list under the name of their resource. */
function sampleOf(raw: string | null, objectType = ""): string {
  const payload = raw === null ? null : objectIn(raw);
  const rows = payload?.[objectType];
  const sample = Array.isArray(rows) ? rows[0] : payload;
  return JSON.stringify(sample ?? {}, null, 2);
}
