"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { useOpenScreen } from "../screens/use-open-screen.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Failed } from "../ui/states.tsx";
import { useToast } from "../ui/toasts.tsx";

type Props = { eventId: number; open: boolean; onOpenChange: (open: boolean) => void };

/** Reads a recorded webhook again: first as a preview, then for real. */
export function ReplayDialog({ eventId, open, onOpenChange }: Props) {
  const t = useTranslations("events.replay");
  const types = useTranslations("events.types");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const openScreen = useOpenScreen();
  const rehearse = useMutation(trpc.event.rehearse.mutationOptions());
  const replay = useMutation(
    trpc.event.replay.mutationOptions({
      async onSuccess({ eventIds: [created] }) {
        await queries.invalidateQueries(trpc.event.pathFilter());
        toast(created === undefined ? t("nothing") : t("done", { id: created }));
        onOpenChange(false);
        if (created !== undefined) await openScreen(routeTo("event", { eventId: created }));
      },
    }),
  );
  const error = replay.error ?? rehearse.error;
  return (
    <Dialog title={t("title")} description={t("description")} open={open} onOpenChange={onOpenChange}>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="text-muted text-sm">{t("credentials")}</p>
        {error && <Failed error={error} />}
        {rehearse.data && (
          <div role="status" className="text-sm">
            <p>{t("checked", { count: rehearse.data.objects.length })}</p>
            <ul className="mt-1 max-h-48 list-disc overflow-y-auto pl-5">
              {rehearse.data.objects.slice(0, 20).map((object, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the objects of one response do not change
                <li key={index} translate="no" className="break-words [overflow-wrap:anywhere]">
                  {types(object.eventType)} {object.objectType} {object.objectId}
                </li>
              ))}
            </ul>
          </div>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button isBusy={rehearse.isPending} onClick={() => rehearse.mutate({ eventId })}>
            {t("check")}
          </Button>
          <Button kind="primary" isBusy={replay.isPending} onClick={() => replay.mutate({ eventId })}>
            {t("verb")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
