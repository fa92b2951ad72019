"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { cutText } from "#server/cut-text.ts";
import { useTRPC } from "../api/trpc.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { Failed } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useToast } from "../ui/toasts.tsx";
import { inputTime, timeIn } from "./input-time.ts";

const DAY_MS = 86_400_000;

type Props = {
  subscriptionId: number;
  address: string;
  about: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Sends the deliveries of a time window again, after it showed how many they are. */
export function RecoverDialog({ subscriptionId, address, about, open, onOpenChange }: Props) {
  const t = useTranslations("events.recover");
  const name = useId();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const [from, setFrom] = useState(() => inputTime(new Date(Date.now() - DAY_MS)));
  const [to, setTo] = useState(() => inputTime(new Date(Date.now() + 60_000)));
  const [onlyUndelivered, setOnlyUndelivered] = useState(true);
  const [start, end] = [timeIn(from), timeIn(to)];
  const isValid = start !== null && end !== null && start <= end;
  const timeframe = { subscriptionId, from: start ?? "", to: end ?? "", onlyUndelivered };
  const { data, error: problem } = useQuery({
    ...trpc.delivery.countWindow.queryOptions(timeframe),
    enabled: open && isValid,
    staleTime: 0,
  });
  const { mutate, error, isPending } = useMutation(
    trpc.delivery.recover.mutationOptions({
      async onSuccess({ replayed }) {
        toast(t("done", { count: replayed }));
        onOpenChange(false);
        await queries.invalidateQueries(trpc.delivery.pathFilter());
      },
    }),
  );
  const count = data?.count ?? 0;
  return (
    <Dialog
      title={t("title")}
      description={t("description", { to: cutText(address, 200), about })}
      open={open}
      onOpenChange={onOpenChange}
    >
      <Form
        className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={() => {
          if (isValid && count > 0 && !isPending) mutate(timeframe);
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label={t("from")} type="datetime-local" value={from} onChange={setFrom} />
          <TextField label={t("to")} type="datetime-local" value={to} onChange={setTo} />
        </div>
        <fieldset className="grid gap-1 text-sm">
          <legend className="font-medium">{t("which")}</legend>
          {([true, false] as const).map((isOnly) => (
            <label key={String(isOnly)} className="flex min-h-8 items-center gap-2">
              <input
                type="radio"
                name={name}
                checked={onlyUndelivered === isOnly}
                onChange={() => setOnlyUndelivered(isOnly)}
                className="size-4 accent-accent"
              />
              {t(isOnly ? "undelivered" : "everything")}
            </label>
          ))}
        </fieldset>
        <p role="status" className="text-sm">
          {isValid ? (data ? t("count", { count }) : t("counting")) : t("invalid")}
        </p>
        {(error ?? problem) && <Failed error={(error ?? problem) as NonNullable<typeof error>} />}
        <div className="flex justify-end">
          <Button type="submit" kind="primary" isBusy={isPending} disabled={!isValid || count === 0}>
            {t("verb", { count })}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
