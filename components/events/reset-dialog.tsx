"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { cutText } from "#server/cut-text.ts";
import { useTRPC } from "../api/trpc.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { Failed } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useToast } from "../ui/toasts.tsx";
import { timeIn } from "./input-time.ts";

type Props = { elementInstanceId: number; resource: string; open: boolean; onOpenChange: (open: boolean) => void };

/** Lets a poller begin again from a time. */
export function ResetDialog({ elementInstanceId, resource, open, onOpenChange }: Props) {
  const t = useTranslations("events.reset");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const [from, setFrom] = useState("");
  const shown = cutText(resource, 100);
  const { mutate, error, isPending } = useMutation(
    trpc.poller.reset.mutationOptions({
      async onSuccess() {
        toast(t("done", { resource: shown }));
        onOpenChange(false);
        await queries.invalidateQueries(trpc.poller.pathFilter());
      },
    }),
  );
  return (
    <Dialog
      title={t("title", { resource: shown })}
      description={t("description")}
      open={open}
      onOpenChange={onOpenChange}
    >
      <Form
        className="mt-4 grid gap-4"
        onSubmit={() => {
          const start = timeIn(from);
          if (!isPending) mutate({ elementInstanceId, resource, ...(start !== null && { from: new Date(start) }) });
        }}
      >
        <TextField
          label={t("from")}
          help={t("fromHelp")}
          type="datetime-local"
          value={from}
          onChange={setFrom}
          required={false}
        />
        {error && <Failed error={error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={() => onOpenChange(false)}>{t("cancel")}</Button>
          <Button type="submit" kind="danger" isBusy={isPending}>
            {t("verb")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
