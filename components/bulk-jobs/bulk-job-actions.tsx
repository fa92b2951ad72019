"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { useOpenScreen } from "../screens/use-open-screen.ts";
import { MayChange } from "../shell/may-change.tsx";
import { Button, buttonLook } from "../ui/button.tsx";
import { Failed } from "../ui/states.tsx";
import { useToast } from "../ui/toasts.tsx";
import { type DescribedJob, isInProgress } from "./bulk-status.tsx";

const FORMATS = ["csv", "json"] as const;

/** The actions available for a bulk job in its status. */
export function BulkJobActions({ job }: { job: DescribedJob }) {
  const t = useTranslations("bulk-jobs.page");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const openScreen = useOpenScreen();
  const { id: bulkJobId, status, hasFile, canContinue } = job;
  const refresh = () => queries.invalidateQueries(trpc.bulkJob.pathFilter());
  const cancel = useMutation(
    trpc.bulkJob.cancel.mutationOptions({
      async onSuccess({ status }) {
        await refresh();
        toast(t(status === "CANCELLED" ? "canceled" : "endedBefore", { id: bulkJobId }));
      },
    }),
  );
  const begin = (message: "continued" | "started") => ({
    async onSuccess({ id }: { id: string }) {
      await refresh();
      toast(t(message, { id }));
      await openScreen(routeTo("bulkJob", { bulkJobId: id }));
    },
  });
  const goOn = useMutation(trpc.bulkJob.continue.mutationOptions(begin("continued")));
  const run = useMutation(trpc.bulkJob.runWorkflow.mutationOptions(begin("started")));
  const error = cancel.error ?? goOn.error ?? run.error;
  return (
    <>
      {hasFile &&
        FORMATS.map((format) => (
          <a
            key={format}
            href={`/api/bulk-files?${new URLSearchParams({ job: bulkJobId, format })}`}
            download
            className={buttonLook(format === "csv" ? "primary" : "plain")}
          >
            <Download aria-hidden="true" className="size-4" /> {t(format)}
          </a>
        ))}
      <MayChange isExplained={!hasFile}>
        {canContinue && (
          <Button isBusy={goOn.isPending} onClick={() => goOn.mutate({ bulkJobId })}>
            {t("continue")}
          </Button>
        )}
        {status === "SCHEDULED" && (
          <Button kind="primary" isBusy={run.isPending} onClick={() => run.mutate({ bulkJobId })}>
            {t("run")}
          </Button>
        )}
        {(isInProgress(status) || status === "SCHEDULED") && (
          <Button kind="danger" isBusy={cancel.isPending} onClick={() => cancel.mutate({ bulkJobId })}>
            {t(status === "SCHEDULED" ? "unschedule" : "cancel")}
          </Button>
        )}
      </MayChange>
      {error && (
        <div className="w-full">
          <Failed error={error} />
        </div>
      )}
    </>
  );
}
