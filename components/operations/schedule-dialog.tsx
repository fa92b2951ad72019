"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { cutText } from "#server/cut-text.ts";
import { useTRPC } from "../api/trpc.ts";
import { PairsField } from "../fields/pairs-field.tsx";
import { CronField } from "../schedules/cron-field.tsx";
import { routeTo } from "../screens/screens.ts";
import { useOpenScreen } from "../screens/use-open-screen.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { Failed } from "../ui/states.tsx";
import { FieldHelp, FieldLabel, INPUT_LOOK, TextField } from "../ui/text-field.tsx";
import { useToast } from "../ui/toasts.tsx";
import { isRequest, type Schedule } from "./schedule-state.tsx";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof METHODS)[number];

type Props = { schedule: Schedule | null; open: boolean; onOpenChange: (open: boolean) => void };

/** Schedules a request, or changes one. */
export function ScheduleDialog({ schedule, open, onOpenChange }: Props) {
  const t = useTranslations("operations.form");
  return (
    <Dialog title={t(schedule ? "edit" : "new")} description={t("about")} open={open} onOpenChange={onOpenChange}>
      <div className="mt-4">{open && <ScheduleForm schedule={schedule} onDone={() => onOpenChange(false)} />}</div>
    </Dialog>
  );
}

function ScheduleForm({ schedule, onDone }: { schedule: Schedule | null; onDone: () => void }) {
  const t = useTranslations("operations.form");
  const bodyId = useId();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const openScreen = useOpenScreen();
  const request = schedule && isRequest(schedule.data) ? schedule.data : null;
  const [form, setForm] = useState({
    name: schedule?.name ?? "",
    method: METHODS.find((method) => method === request?.method) ?? ("GET" as Method),
    uri: request?.uri ?? "",
    cron: schedule?.schedule ?? "0 0 8 * * ?",
    query: request?.query ?? {},
    headers: request?.headers ?? {},
    body: request?.body === undefined ? "" : JSON.stringify(request.body, null, 2),
  });
  const [isTried, setIsTried] = useState(false);
  const set = (changes: Partial<typeof form>) => setForm({ ...form, ...changes });
  const body = jsonIn(form.body);
  const required = (text: string) => (isTried && !text.trim() ? t("required") : "");
  const done = async (message: string) => {
    await queries.invalidateQueries(trpc.schedule.pathFilter());
    toast(message);
    onDone();
  };
  const create = useMutation(
    trpc.schedule.create.mutationOptions({
      async onSuccess({ id, name }) {
        await done(t("created", { name: cutText(name, 100) }));
        await openScreen(routeTo("schedule", { jobId: id }));
      },
    }),
  );
  const change = useMutation(
    trpc.schedule.change.mutationOptions({ onSuccess: ({ name }) => done(t("saved", { name: cutText(name, 100) })) }),
  );
  const error = create.error ?? change.error;
  function submit() {
    setIsTried(true);
    const { name, method, uri, cron, query, headers } = form;
    if (!name.trim() || !uri.trim() || !body) return;
    const job = { name, method, uri, query, headers, trigger: { cron }, ...("value" in body && { body: body.value }) };
    if (schedule) change.mutate({ jobId: schedule.id, ...job });
    else create.mutate(job);
  }
  return (
    <Form
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={() => {
        if (!create.isPending && !change.isPending) submit();
      }}
    >
      <TextField
        label={t("name")}
        value={form.name}
        maxLength={255}
        problem={required(form.name)}
        onChange={(name) => set({ name })}
      />
      <div className="grid gap-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
        <SelectField
          label={t("method")}
          value={form.method}
          options={METHODS.map((value) => ({ value, label: value }))}
          onChange={(method) => set({ method })}
        />
        <TextField
          label={t("uri")}
          help={t("uriHelp")}
          value={form.uri}
          problem={required(form.uri)}
          onChange={(uri) => set({ uri })}
        />
      </div>
      {(["query", "headers"] as const).map((part) => (
        <RequestPairs key={part} part={part} value={form[part]} onChange={(pairs) => set({ [part]: pairs })} />
      ))}
      <CronField label={t("cron")} help={t("cronHelp")} value={form.cron} onChange={(cron) => set({ cron })} />
      {form.method !== "GET" && (
        <div className="grid gap-1.5">
          <FieldLabel id={bodyId} label={t("body")} required={false} />
          <textarea
            id={bodyId}
            rows={5}
            spellCheck={false}
            value={form.body}
            aria-invalid={isTried && !body ? true : undefined}
            aria-describedby={`${bodyId}-description`}
            onChange={({ target }) => set({ body: target.value })}
            className={`${INPUT_LOOK} font-mono text-[0.8125rem]`}
          />
          <FieldHelp id={bodyId} help={t("bodyHelp")} problem={isTried && !body ? t("notJson") : undefined} />
        </div>
      )}
      {error && <Failed error={error} />}
      <div className="flex justify-end">
        <Button type="submit" kind="primary" isBusy={create.isPending || change.isPending}>
          {t(schedule ? "save" : "create")}
        </Button>
      </div>
    </Form>
  );
}

type Pairs = {
  part: "query" | "headers";
  value: Record<string, string>;
  onChange: (pairs: Record<string, string>) => void;
};

/** The query parameters or the headers of the request. */
function RequestPairs({ part, value, onChange }: Pairs) {
  const t = useTranslations(`operations.form.${part}`);
  const texts = {
    name: (row: { number: string }) => t("name", row),
    value: (row: { number: string }) => t("value", row),
    remove: (row: { number: string }) => t("remove", row),
    add: t("add"),
    example: t("example"),
  };
  return (
    <PairsField
      label={t("label")}
      help={t("help")}
      texts={texts}
      value={value}
      onChange={(pairs) => onChange(pairs ?? NO_PAIRS)}
    />
  );
}

const NO_PAIRS = {};

/** Null if it is not JSON. */
function jsonIn(text: string): { value: unknown } | object | null {
  if (text.trim() === "") return {};
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}
